package market

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// MaxToken is the longest test token, in bytes.
const MaxToken = 4096

// A test token lets the probes into a server that asks who calls. It is sealed
// with the submission it came with, and moves to the listing on approval. It
// goes to the endpoint for which it was given and to no other.

// CheckToken refuses what cannot be a Bearer token (RFC 6750 §2.1, wider: any
// visible ASCII).
func CheckToken(token string) error {
	if len(token) <= MaxToken && !strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil
	}
	return &Error{
		Kind: Invalid, Code: "TOKEN_INVALID", Msg: Text{"测试令牌不对。", "The test token cannot be right."},
		Violations: []Violation{{
			Path:    "/testToken",
			Message: Text{"令牌最长 4096 个字符，只有可见的 ASCII 字符，没有空格。", "A token has at most 4,096 visible ASCII characters and no spaces."},
			Fix:     Text{"只粘贴令牌本身，不带 Bearer 和引号。", "Paste the token alone, without Bearer or quotes."},
		}},
	}
}

// keepToken seals the test token of a submission. Without a new token it takes
// over the one kept for the same endpoint, by a past submission of the owner's
// or by their listing.
func (in *Intake) keepToken(ctx context.Context, w Writer, token string, s *Submission) error {
	object := submissionObject(s.ID)
	if token != "" {
		sealed, err := in.Sealer.Seal([]byte(token), tokenContext(s.ListingID))
		if err != nil {
			return err
		}
		return w.PutToken(ctx, object, sealed)
	}
	kept, err := keptToken(ctx, w, *s)
	if err != nil || len(kept) == 0 {
		return err
	}
	s.HasToken = true
	return w.PutToken(ctx, object, kept)
}

// keptToken finds the owner's sealed token for the submission's listing and endpoint.
func keptToken(ctx context.Context, r Reader, s Submission) ([]byte, error) {
	past, err := r.Submissions(ctx, SubmissionFilter{ListingID: s.ListingID, Owner: s.Owner})
	if err != nil {
		return nil, err
	}
	for _, p := range past {
		if p.Entry.Endpoint() != s.Entry.Endpoint() {
			continue
		}
		if sealed, err := r.Token(ctx, submissionObject(p.ID)); err != nil || len(sealed) > 0 {
			return sealed, err
		}
	}
	l, err := r.Listing(ctx, s.ListingID)
	switch {
	case errors.Is(err, ErrListingNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	case l.Owner != s.Owner || l.Entry.Endpoint() != s.Entry.Endpoint():
		return nil, nil
	}
	return r.Token(ctx, listingObject(l.ID))
}

// moveToken gives the submission's test token to the listing, whose probes
// need it; a listing whose new revision has none loses the old one.
func moveToken(ctx context.Context, w Writer, s Submission) error {
	sealed, err := w.Token(ctx, submissionObject(s.ID))
	if err != nil {
		return err
	}
	if len(sealed) == 0 {
		return w.DeleteToken(ctx, listingObject(s.ListingID))
	}
	if err := w.PutToken(ctx, listingObject(s.ListingID), sealed); err != nil {
		return err
	}
	return w.DeleteToken(ctx, submissionObject(s.ID))
}

// dropTokens deletes every copy of the owner's tokens for a listing; it reports
// whether there was one.
func dropTokens(ctx context.Context, w Writer, owner, listing string) (bool, error) {
	objects := []string{}
	l, err := w.Listing(ctx, listing)
	switch {
	case err == nil && l.Owner == owner:
		objects = append(objects, listingObject(listing))
	case err != nil && !errors.Is(err, ErrListingNotFound):
		return false, err
	}
	for offset := 0; ; {
		past, err := w.Submissions(ctx, SubmissionFilter{ListingID: listing, Owner: owner, Offset: offset})
		if err != nil {
			return false, err
		}
		if len(past) == 0 {
			break
		}
		for _, p := range past {
			objects = append(objects, submissionObject(p.ID))
		}
		offset += len(past)
	}
	found := false
	for _, o := range objects {
		sealed, err := w.Token(ctx, o)
		if err != nil {
			return found, err
		}
		if len(sealed) == 0 {
			continue
		}
		found = true
		if err := w.DeleteToken(ctx, o); err != nil {
			return found, err
		}
	}
	return found, nil
}

// openToken opens a sealed test token; no token opens as "". One that does not
// open any more (another key) is an error to be told and worked without.
func openToken(sealer Sealer, sealed []byte, listing string) (string, error) {
	if len(sealed) == 0 {
		return "", nil
	}
	plain, err := sealer.Open(sealed, tokenContext(listing))
	if err != nil {
		return "", fmt.Errorf("open the test token of %s: %w", listing, err)
	}
	return string(plain), nil
}

func submissionObject(id string) string { return "submission/" + id }
func listingObject(id string) string    { return "listing/" + id }

// tokenContext binds a sealed test token to the listing it is for.
func tokenContext(listing string) string { return "token/" + listing }
