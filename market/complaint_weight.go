package market

import (
	"context"
	"slices"
	"time"
)

// ComplaintLimits say when complaints alone quarantine a listing until a person
// has looked: when enough independent people gave a grave reason lately. Zero
// members take the defaults.
type ComplaintLimits struct {
	Accounts int           // that say so; default 3
	People   int           // accounts and others together; default 5
	Within   time.Duration // default 7 days
}

func (l ComplaintLimits) withDefaults() ComplaintLimits {
	if l.Accounts == 0 {
		l.Accounts = 3
	}
	if l.People == 0 {
		l.People = 5
	}
	if l.Within == 0 {
		l.Within = 7 * 24 * time.Hour
	}
	return l
}

// ComplaintWeight is how many independent people stand behind complaints.
type ComplaintWeight struct {
	Accounts int // accounts that were old enough, each from a prefix of its own
	Others   int // address prefixes besides theirs
}

// Enough reports whether the complaints of that weight quarantine.
func (l ComplaintLimits) Enough(w ComplaintWeight) bool {
	return w.Accounts >= l.Accounts || w.Accounts+w.Others >= l.People
}

// Weigh counts the independent people among open, grave complaints since the
// instant. Everybody counts once, and so does an address prefix, however many
// accounts speak from it. Without an account, or with one that was made for it, a
// prefix is one person, and none where an account from it spoke already: a crowd
// is easily made of one machine.
func Weigh(complaints []Complaint, since time.Time) ComplaintWeight {
	accounts, heard, others := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, c := range complaints {
		if c.State != ComplaintOpen || !c.Reason.Grave() || c.At.Before(since) {
			continue
		}
		if c.Account != "" && !c.Fresh {
			accounts[c.Account], heard[c.Origin] = true, true
			continue
		}
		others[c.Origin] = true
	}
	w := ComplaintWeight{Accounts: min(len(accounts), len(heard))}
	for origin := range others {
		if !heard[origin] {
			w.Others++
		}
	}
	return w
}

// heldByComplaints reports whether open complaints keep a quarantined listing so
// when what it is quarantined for besides is over: those that brought it, or enough
// of them to bring it now, one of which then stands for it.
func (l ComplaintLimits) heldByComplaints(ctx context.Context, w Writer, listing string, now time.Time) (bool, error) {
	open, err := w.Complaints(ctx, ComplaintFilter{Listing: listing, States: []ComplaintState{ComplaintOpen}, Limit: maxOpen})
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(open, func(c Complaint) bool { return c.Held != HoldNone }) {
		return true, nil
	}
	l = l.withDefaults()
	i := slices.IndexFunc(open, func(c Complaint) bool { return c.Reason.Grave() })
	if i < 0 || !l.Enough(Weigh(open, now.Add(-l.Within))) {
		return false, nil
	}
	open[i].Held, open[i].Displaced = HoldQuarantined, HoldNone
	return true, w.UpdateComplaint(ctx, open[i])
}
