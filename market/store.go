package market

import (
	"context"
	"time"
)

// Store is the seam to storage. View sees one consistent state. Update's
// effects happen all or not at all; it may run f again when the database asks
// for it, so f must not have effects of its own.
type Store interface {
	View(ctx context.Context, f func(Reader) error) error
	Update(ctx context.Context, f func(Writer) error) error
}

// Reader reads within one transaction. Finders of one thing return the noun's
// Err…NotFound when it is not there.
type Reader interface {
	AccountReader
	SubmissionReader
	ExaminationReader
	ListingReader
	IconReader
	HealthReader
	TokenReader
	AuditReader
	RuleReader
	WaiverReader
	RereviewReader
	SharedReportReader
	HistoryReader
	DriftReader
	EventReader
	ChannelReader
	DeliveryReader
	MaintenanceReader
	ExclusionReader
	ComplaintReader
}

// Writer reads and writes within one transaction.
type Writer interface {
	Reader
	AccountWriter
	SubmissionWriter
	TokenKeeper
	ListingWriter
	IconWriter
	HealthWriter
	AuditWriter
	RuleWriter
	WaiverWriter
	RereviewWriter
	SharedReportWriter
	HistoryWriter
	DriftWriter
	EventWriter
	ChannelWriter
	ChannelLinkWriter
	DeliveryWriter
	MaintenanceWriter
	ExclusionWriter
	ComplaintWriter
	Enqueuer
}

// AccountReader finds accounts.
type AccountReader interface {
	Account(ctx context.Context, id string) (Account, error)
	AccountByEmail(ctx context.Context, email string) (Account, error)      // email in lower case
	Accounts(ctx context.Context, role Role) ([]Account, error)             // "" means every role; oldest first
	Invite(ctx context.Context, hash string, now time.Time) (Invite, error) // a good one; ErrInviteInvalid
}

// AccountWriter changes accounts.
type AccountWriter interface {
	InsertAccount(ctx context.Context, a Account) error // ErrEmailTaken
	UpdateAccount(ctx context.Context, a Account) error
	InsertInvite(ctx context.Context, i Invite) error
	DeleteInvites(ctx context.Context, role Role) error
	TakeInvite(ctx context.Context, hash string, now time.Time) (Invite, error) // deletes it; ErrInviteInvalid
}

// SubmissionReader finds submissions.
type SubmissionReader interface {
	Submission(ctx context.Context, id string) (Submission, error)
	Submissions(ctx context.Context, f SubmissionFilter) ([]Submission, error)
	CountSubmissions(ctx context.Context, f SubmissionFilter) (map[Stage]int, error) // Limit and Offset are ignored
	LastRevision(ctx context.Context, listingID string) (int, error)                 // 0 when there was none
}

// SubmissionWriter changes submissions.
type SubmissionWriter interface {
	InsertSubmission(ctx context.Context, s Submission) error // ErrIDTaken when the listing id has an open submission already
	// UpdateSubmission stores s if the stored version is still s.Version, and
	// adds one to it; ErrStale otherwise.
	UpdateSubmission(ctx context.Context, s Submission) error
	// InsertExamination stores one pass. False: that pass is stored already.
	InsertExamination(ctx context.Context, e Examination) (bool, error)
	// ReplaceReport puts another report on the evidence of a pass.
	ReplaceReport(ctx context.Context, submission string, pass int, r Report) error
}

// ExaminationReader finds what the automated reviewer saw.
type ExaminationReader interface {
	// Examinations returns every pass over the submission, first pass first.
	Examinations(ctx context.Context, submission string) ([]Examination, error)
}

// TokenReader finds the sealed test token kept with an object: "submission/ID" or "listing/ID".
type TokenReader interface {
	Token(ctx context.Context, object string) ([]byte, error) // empty when there is none
}

// TokenKeeper keeps sealed test tokens.
type TokenKeeper interface {
	PutToken(ctx context.Context, object string, sealed []byte) error
	DeleteToken(ctx context.Context, object string) error
}

// ListingReader finds listings, each with its health.
type ListingReader interface {
	Listing(ctx context.Context, id string) (Listing, error)
	Listings(ctx context.Context, f ListingFilter) ([]Listing, error) // by id
	CatalogRevision(ctx context.Context) (CatalogRevision, error)
}

// ListingWriter changes what is published.
type ListingWriter interface {
	SaveListing(ctx context.Context, l Listing) error // inserts or replaces; Health is left to HealthWriter
	// BumpCatalog gives the catalog its next revision. Whoever changes what the
	// catalog shows calls it in the same transaction.
	BumpCatalog(ctx context.Context, at time.Time) (CatalogRevision, error)
}

// IconReader finds the icons of listings.
type IconReader interface {
	Icon(ctx context.Context, hash string) ([]byte, error) // as PNG; ErrIconNotFound
}

// IconWriter keeps the icons of listings, each once, by the hash of its content.
type IconWriter interface {
	PutIcon(ctx context.Context, hash string, png []byte) error // one that is kept already stays
	DropIcon(ctx context.Context, hash string) error            // unless a listing has it
}

// HealthReader finds probe results and what is due.
type HealthReader interface {
	// DueListings returns those whose NextProbe has come and that no live claim
	// is on, longest due first: listings without a hold, or quarantined.
	DueListings(ctx context.Context, now time.Time, limit int) ([]Due, error)
	ClaimedListings(ctx context.Context, now time.Time) ([]Due, error)                  // those with a live claim
	ProbeTargets(ctx context.Context, listings []string) ([]ProbeTarget, error)         // those that are there, by id
	Healths(ctx context.Context, listings []string) ([]Listing, error)                  // the same, with ID, Submission, Digest, Hold and Health alone
	ProbeRecords(ctx context.Context, listing string, limit int) ([]ProbeRecord, error) // newest first
}

// HealthWriter records probes.
type HealthWriter interface {
	// InsertProbeRecord stores one result without its transcript. False: that of
	// its claim is stored already.
	InsertProbeRecord(ctx context.Context, r ProbeRecord) (bool, error)
	SaveHealth(ctx context.Context, listing string, h Health) error
	PutProbes(ctx context.Context, results []ProbeResult) error // both of the above, of many
	// PutClaims makes claims by their numbers, live until the instant.
	PutClaims(ctx context.Context, claims []Claim, until time.Time) error
	HoldClaims(ctx context.Context, listings []string, now, until time.Time) error // makes live ones live longer
	ReleaseClaims(ctx context.Context, claims []Claim) error                       // those without a result: live no more
}

// AuditReader reads the audit log.
type AuditReader interface {
	Acts(ctx context.Context, f AuditFilter) ([]Act, error)
	CountActs(ctx context.Context, since time.Time, actions ...string) (int, error) // at least one action
}

// AuditWriter appends to the audit log.
type AuditWriter interface {
	AppendAct(ctx context.Context, a Act) error // Seq, Prev and Hash are given by the log
}

// RuleReader finds how the rules are set and how they did.
type RuleReader interface {
	RuleSettings(ctx context.Context) ([]SavedSetting, error)        // those that are set, by rule
	RuleStats(ctx context.Context, f RuleFilter) ([]RuleStat, error) // of the rules that hit, by rule; Limit and Offset are ignored
	RuleHits(ctx context.Context, f RuleFilter) ([]RuleHit, error)   // newest first
}

// RuleWriter changes how the rules are set and records how they did.
type RuleWriter interface {
	SaveRuleSetting(ctx context.Context, s SavedSetting) error
	DeleteRuleSetting(ctx context.Context, rule string) error
	// PutRuleHits takes the place of what is recorded of the submission. Of a
	// rule that is recorded already, At and Approved stay.
	PutRuleHits(ctx context.Context, submission string, hits []RuleHit) error
	// OverturnRuleHits notes that a person approved the submission though
	// something stood at reject or needs_human.
	OverturnRuleHits(ctx context.Context, submission string) error
}

// WaiverReader finds waivers.
type WaiverReader interface {
	Waiver(ctx context.Context, id string) (Waiver, error)         // ErrWaiverNotFound
	Waivers(ctx context.Context, f WaiverFilter) ([]Waiver, error) // newest first
}

// WaiverWriter changes waivers.
type WaiverWriter interface {
	// InsertWaiver stores a waiver. False: the finding of that owner's listing is waived already.
	InsertWaiver(ctx context.Context, x Waiver) (bool, error)
	// WithdrawWaiver ends a waiver, once.
	WithdrawWaiver(ctx context.Context, id, by string, at time.Time) error
}

// RereviewReader finds re-reviews.
type RereviewReader interface {
	Rereview(ctx context.Context, id string) (Rereview, error)                     // ErrRereviewNotFound
	Rereviews(ctx context.Context, limit int) ([]Rereview, error)                  // newest first
	RereviewChanges(ctx context.Context, f ChangeFilter) ([]RereviewChange, error) // those to look at first, then by listing
	ListingIDs(ctx context.Context, after string, limit int) ([]string, error)     // in order, those greater than after
	CountListings(ctx context.Context) (int, error)
}

// RereviewWriter changes re-reviews.
type RereviewWriter interface {
	InsertRereview(ctx context.Context, r Rereview) error
	// UpdateRereview stores r if the stored version is still r.Version, and adds
	// one to it; ErrStale otherwise.
	UpdateRereview(ctx context.Context, r Rereview) error
	PutRereviewChange(ctx context.Context, c RereviewChange) error // inserts or replaces
	DeleteRereviewChanges(ctx context.Context, rereview string) error
}

// SharedReportReader finds the reports that people shared.
type SharedReportReader interface {
	SharedReport(ctx context.Context, id string) (SharedReport, error) // ErrReportNotFound
	SharedReportBytes(ctx context.Context) (int64, error)              // of all that are kept
}

// SharedReportWriter changes which reports are shared. Those that have run out
// go with the sessions.
type SharedReportWriter interface {
	InsertSharedReport(ctx context.Context, r SharedReport) error
	DeleteSharedReport(ctx context.Context, id string) error // one that is not there is no error
}

// Enqueuer puts a job in the queue, in the transaction of the Writer.
type Enqueuer interface {
	Enqueue(ctx context.Context, j Job) error
}
