package market

import "context"

// ComplaintReader finds users' reports of listings.
type ComplaintReader interface {
	Complaint(ctx context.Context, id string) (Complaint, error)            // ErrComplaintNotFound
	ComplaintBySecret(ctx context.Context, hash string) (Complaint, error)  // ErrComplaintNotFound
	Complaints(ctx context.Context, f ComplaintFilter) ([]Complaint, error) // newest first
	// ComplaintGroups are the listings with complaints in the state: those with
	// the most grave ones first, then the longest waiting.
	ComplaintGroups(ctx context.Context, state ComplaintState, limit, offset int) ([]ComplaintGroup, error)
}

// ComplaintWriter changes users' reports of listings.
type ComplaintWriter interface {
	// InsertComplaint stores a complaint. False: one with that secret is kept
	// already, or the account has an open one of the listing.
	InsertComplaint(ctx context.Context, c Complaint) (bool, error)
	// UpdateComplaint stores c if the stored version is still c.Version, and adds
	// one to it; ErrStale otherwise.
	UpdateComplaint(ctx context.Context, c Complaint) error
}
