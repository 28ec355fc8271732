package storagetest

import (
	"context"
	"testing"
	"time"

	"marketd/market"
)

func complaint(id, listing string, at time.Duration) market.Complaint {
	return market.Complaint{
		ID: id, Listing: listing, Reason: market.ComplaintHarmful, Tool: "send", Text: "偷传通讯录 <b>", Origin: "o-" + id, Secret: "s-" + id,
		State: market.ComplaintOpen, Version: 1, At: now.Add(at), Held: market.HoldQuarantined, Displaced: market.HoldPaused,
	}
}

func complaints(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	one, two, other, mine := complaint("c1", "a", 0), complaint("c2", "a", time.Hour), complaint("c3", "b", time.Minute), complaint("c4", "a", 2*time.Hour)
	two.Reason, mine.Account, mine.Fresh = market.ComplaintSpam, "u1", true
	again, twice := complaint("c5", "b", 0), complaint("c6", "a", 0)
	again.Secret, twice.Account = one.Secret, mine.Account
	elsewhere := complaint("c7", "b", 3*time.Hour)
	elsewhere.Account = mine.Account
	for _, x := range []struct {
		c    market.Complaint
		want bool
	}{{one, true}, {two, true}, {other, true}, {mine, true}, {again, false}, {twice, false}, {elsewhere, true}} {
		update(t, s, func(ctx context.Context, w market.Writer) error {
			same(t, must(w.InsertComplaint(ctx, x.c))(t), x.want)
			return nil
		})
	}
	open := []market.ComplaintState{market.ComplaintOpen}
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Complaint(ctx, "c4"))(t), mine)
		same(t, must(r.ComplaintBySecret(ctx, "s-c1"))(t), one)
		_, err := r.Complaint(ctx, "c5")
		wantErr(t, err, market.ErrComplaintNotFound)
		_, err = r.ComplaintBySecret(ctx, "")
		wantErr(t, err, market.ErrComplaintNotFound)
		same(t, must(r.Complaints(ctx, market.ComplaintFilter{Listing: "a", States: open}))(t), []market.Complaint{mine, two, one})
		same(t, must(r.Complaints(ctx, market.ComplaintFilter{Listing: "a", Limit: 1, Offset: 1}))(t), []market.Complaint{two})
		same(t, must(r.Complaints(ctx, market.ComplaintFilter{Account: "u1", Since: now.Add(3 * time.Hour)}))(t), []market.Complaint{elsewhere})
		same(t, must(r.ComplaintGroups(ctx, market.ComplaintOpen, 9, 0))(t), []market.ComplaintGroup{
			{Listing: "a", Count: 3, Grave: 2, First: one.At, Last: mine.At}, {Listing: "b", Count: 2, Grave: 2, First: other.At, Last: elsewhere.At},
		})
		same(t, len(must(r.ComplaintGroups(ctx, market.ComplaintUpheld, 9, 0))(t)), 0)
	})

	mine.State, mine.Origin, mine.Held, mine.Displaced = market.ComplaintDismissed, "", market.HoldNone, market.HoldNone
	mine.Answer, mine.AnsweredBy, mine.AnsweredAt = "看过了", "r1", now.Add(4*time.Hour)
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.UpdateComplaint(ctx, mine) })
	failing(t, s, market.ErrStale, func(ctx context.Context, w market.Writer) error { return w.UpdateComplaint(ctx, mine) })
	mine.Version++
	update(t, s, func(ctx context.Context, w market.Writer) error { // what is answered stands in nobody's way
		same(t, must(w.InsertComplaint(ctx, twice))(t), true)
		return nil
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Complaint(ctx, "c4"))(t), mine)
		same(t, must(r.ComplaintGroups(ctx, market.ComplaintOpen, 1, 1))(t), []market.ComplaintGroup{
			{Listing: "b", Count: 2, Grave: 2, First: other.At, Last: elsewhere.At},
		})
	})
}
