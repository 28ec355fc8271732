package main

import (
	"fmt"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

type standingClock struct{ now time.Time }

func (c standingClock) Now() time.Time { return c.now }

// The part that sends notices is told of by what waits past its time and by e-mail
// that goes to nobody, not by receivers that fail.
func TestNoticesPart(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	ago := func(minutes int) time.Time { return now.Add(-time.Duration(minutes) * time.Minute) }
	type channel = market.Channel
	type delivery = market.Delivery
	waits := func(channel string, since int) delivery {
		return delivery{Channel: channel, State: market.DeliveryWaiting, Due: ago(since)}
	}
	fails := func(id string, kind market.ChannelKind) channel {
		return channel{ID: id, Kind: kind, FailingSince: ago(60)}
	}
	for name, c := range map[string]struct {
		channels   []channel
		deliveries []delivery
		want       market.PartState
	}{
		"nothing":                {nil, nil, market.PartFine},
		"just due, and to come":  {[]channel{{ID: "a"}}, []delivery{waits("a", 1), waits("a", -600)}, market.PartFine},
		"late":                   {[]channel{{ID: "a"}}, []delivery{waits("a", 6)}, market.PartSlow},
		"stuck":                  {[]channel{{ID: "a"}}, []delivery{waits("a", 6), waits("a", 31)}, market.PartBroken},
		"a receiver fails":       {[]channel{fails("a", market.ChannelWebhook)}, []delivery{waits("a", 300)}, market.PartFine},
		"turned off":             {[]channel{{ID: "a", Disabled: true}}, []delivery{waits("a", 300)}, market.PartFine},
		"two addresses fail":     {[]channel{fails("a", market.ChannelEmail), fails("b", market.ChannelEmail)}, nil, market.PartFine},
		"no mail":                {[]channel{fails("a", market.ChannelEmail), fails("b", market.ChannelEmail), fails("c", market.ChannelEmail)}, nil, market.PartBroken},
		"no hooks":               {[]channel{fails("a", market.ChannelWebhook), fails("b", market.ChannelChat), fails("c", market.ChannelChat)}, nil, market.PartFine},
		"three of several fail":  {[]channel{fails("a", market.ChannelEmail), fails("b", market.ChannelEmail), fails("c", market.ChannelEmail), {ID: "d", Kind: market.ChannelEmail}}, []delivery{{Channel: "d", State: market.DeliverySent, DoneAt: ago(5)}}, market.PartFine},
		"mail went out long ago": {[]channel{fails("a", market.ChannelEmail), fails("b", market.ChannelEmail), fails("c", market.ChannelEmail), {ID: "d", Kind: market.ChannelEmail}}, []delivery{{Channel: "d", State: market.DeliverySent, DoneAt: ago(90)}}, market.PartBroken},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storagetest.Each(t, func(t *testing.T, db *storage.DB) {
				err := db.Update(t.Context(), func(w market.Writer) error {
					owner := market.Account{ID: "o", Email: "o@example.com", Role: market.RoleDeveloper, CreatedAt: ago(1000)}
					if err := w.InsertAccount(t.Context(), owner); err != nil {
						return err
					}
					for _, ch := range c.channels {
						ch.Account, ch.CreatedAt, ch.Verified = owner.ID, ago(900), ago(900)
						if err := w.InsertChannel(t.Context(), ch); err != nil {
							return err
						}
					}
					for i, d := range c.deliveries {
						e := market.Event{ID: fmt.Sprint("e", i), Key: fmt.Sprint("k", i), At: ago(400), Kind: market.EventDown, Account: owner.ID}
						if _, err := w.InsertEvent(t.Context(), e); err != nil {
							return err
						}
						d.ID, d.Event, d.CreatedAt = fmt.Sprint("d", i), e.ID, ago(400)
						if _, err := w.InsertDelivery(t.Context(), d); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if got := noticesPart(db, standingClock{now})(t.Context()); got.State != c.want || (c.want == market.PartFine) != (got.Text == market.Text{}) {
					t.Errorf("%+v, want %s", got, c.want)
				}
			})
		})
	}
}
