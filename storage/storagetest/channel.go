package storagetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"marketd/market"
)

func channel(id, account string) market.Channel {
	return market.Channel{
		ID: id, Account: account, Kind: market.ChannelWebhook, Name: "值班 <b>", Address: "https://hook.example.com",
		Target: []byte{1, 0, 255}, Secret: []byte{2, 0}, Verified: now, Lang: market.Chinese,
		Kinds: []market.EventKind{market.EventDown, market.EventUp}, Desk: true, Delay: 5 * time.Minute, Remind: time.Hour,
		Digest: 24 * time.Hour, Quiet: market.QuietHours{From: 22 * 60, Until: 7 * 60, Zone: "Asia/Shanghai"},
		CreatedAt: now, Version: 1,
	}
}

// people are accounts of both sorts, one of them disabled.
func people(t *testing.T, s market.Store) {
	update(t, s, func(ctx context.Context, w market.Writer) error {
		return errors.Join(
			w.InsertAccount(ctx, market.Account{ID: "dev", Email: "d@example.com", Role: market.RoleDeveloper, CreatedAt: now}),
			w.InsertAccount(ctx, market.Account{ID: "rev", Email: "r@example.com", Role: market.RoleReviewer, CreatedAt: now}),
			w.InsertAccount(ctx, market.Account{ID: "adm", Email: "a@example.com", Role: market.RoleAdmin, CreatedAt: now}),
			w.InsertAccount(ctx, market.Account{ID: "off", Email: "o@example.com", Role: market.RoleReviewer, Disabled: true, CreatedAt: now}))
	})
}

func channels(t *testing.T, s market.Store) {
	people(t, s)
	bare := market.Channel{ID: "c2", Account: "dev", Kind: market.ChannelEmail, Address: "d@example.com", CreatedAt: now.Add(time.Second), Version: 1}
	first := channel("c1", "dev")
	rev, adm, off := channel("c3", "rev"), channel("c4", "adm"), channel("c5", "off")
	adm.CreatedAt = now.Add(-time.Second)
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, c := range []market.Channel{bare, first, rev, adm, off} {
			if err := w.InsertChannel(ctx, c); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Channel(ctx, "c1"))(t), first)
		same(t, must(r.Channels(ctx, "dev"))(t), []market.Channel{first, bare})
		same(t, must(r.DeskChannels(ctx))(t), []market.Channel{adm, rev}) // none of a developer's, none of who may not sign in
		_, err := r.Channel(ctx, "c9")
		wantErr(t, err, market.ErrChannelNotFound)
	})
	changed := bare
	changed.Name, changed.Verified, changed.Disabled, changed.Why, changed.FailingSince = "x", now, true, market.DisabledGone, now
	changed.Kinds, changed.Lang, changed.Address = []market.EventKind{market.EventCert}, market.English, "other@example.com"
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.UpdateChannel(ctx, changed) })
	failing(t, s, market.ErrStale, func(ctx context.Context, w market.Writer) error { return w.UpdateChannel(ctx, changed) })
	changed.Version = 2
	view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.Channel(ctx, "c2"))(t), changed) })
}

func channelLinks(t *testing.T, s market.Store) {
	people(t, s)
	link := market.ChannelLink{Hash: "h1", Channel: "c1", Address: "d@example.com", Expires: now.Add(time.Hour)}
	other := market.ChannelLink{Hash: "h2", Channel: "c2", Address: "e@example.com", Expires: now}
	update(t, s, func(ctx context.Context, w market.Writer) error {
		return errors.Join(w.InsertChannel(ctx, channel("c1", "dev")), w.InsertChannel(ctx, channel("c2", "dev")),
			w.InsertChannelLink(ctx, link), w.InsertChannelLink(ctx, other))
	})
	view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.ChannelLink(ctx, "h1"))(t), link) })
	update(t, s, func(ctx context.Context, w market.Writer) error {
		return errors.Join(w.DeleteChannelLinks(ctx, "c1"), w.DeleteChannel(ctx, "c2")) // whose link goes with it
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		for _, hash := range []string{"h1", "h2"} {
			_, err := r.ChannelLink(ctx, hash)
			wantErr(t, err, market.ErrLinkInvalid)
		}
	})
}

func delivery(id, event, channel string, due time.Duration) market.Delivery {
	return market.Delivery{ID: id, Event: event, Channel: channel, State: market.DeliveryWaiting, Due: now.Add(due), CreatedAt: now}
}

func deliveries(t *testing.T, s market.Store) {
	people(t, s)
	a, b, again := delivery("d1", "e1", "c1", 2*time.Second), delivery("d2", "e2", "c1", time.Second), delivery("d3", "e1", "c1", time.Hour)
	again.Round, again.CreatedAt = 1, now.Add(time.Minute)
	other := delivery("d4", "e1", "c2", 0)
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, e := range []market.Event{event("e1", "k1"), event("e2", "k2")} {
			must(w.InsertEvent(ctx, e))(t)
		}
		err := errors.Join(w.InsertChannel(ctx, channel("c1", "dev")), w.InsertChannel(ctx, channel("c2", "rev")))
		for _, d := range []market.Delivery{a, b, again, other} {
			same(t, must(w.InsertDelivery(ctx, d))(t), true)
		}
		same(t, must(w.InsertDelivery(ctx, delivery("d5", "e1", "c1", 0)))(t), false) // that round is there
		return err
	})
	waiting := []market.DeliveryState{market.DeliveryWaiting}
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Deliveries(ctx, market.DeliveryFilter{Channel: "c1"}))(t), []market.Delivery{again, b, a})
		same(t, must(r.Deliveries(ctx, market.DeliveryFilter{Channel: "c1", States: waiting, Oldest: true}))(t), []market.Delivery{b, a, again})
		same(t, must(r.Deliveries(ctx, market.DeliveryFilter{Channel: "c1", States: waiting, Oldest: true, DueBy: now.Add(time.Second)}))(t), []market.Delivery{b})
		same(t, must(r.Deliveries(ctx, market.DeliveryFilter{Channel: "c1", Since: now.Add(time.Second)}))(t), []market.Delivery{again})
		same(t, must(r.Deliveries(ctx, market.DeliveryFilter{Events: []string{"e1"}, Oldest: true}))(t), []market.Delivery{other, a, again})
		same(t, must(r.Deliveries(ctx, market.DeliveryFilter{Channel: "c1", Grouped: true}))(t), []market.Delivery(nil))
		same(t, must(r.Delivery(ctx, "d1"))(t), a)
		_, err := r.Delivery(ctx, "d9")
		wantErr(t, err, market.ErrDeliveryNotFound)
	})
	a.State, a.Due, a.Attempts, a.Status, a.Detail, a.Took, a.Message, a.DoneAt = market.DeliveryFailed, now, 3, 500, "HTTP 500", 12345*time.Microsecond, "m1", now
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.UpdateDelivery(ctx, a) })
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Deliveries(ctx, market.DeliveryFilter{Channel: "c1", Grouped: true}))(t), []market.Delivery{a})
		same(t, must(r.Deliveries(ctx, market.DeliveryFilter{Message: "m1"}))(t), []market.Delivery{a})
		same(t, must(r.Deliveries(ctx, market.DeliveryFilter{States: []market.DeliveryState{market.DeliveryFailed, market.DeliverySent}}))(t), []market.Delivery{a})
	})
	update(t, s, func(ctx context.Context, w market.Writer) error {
		same(t, must(w.DeleteEvents(ctx, now.Add(time.Second)))(t), int64(2))
		return nil
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Deliveries(ctx, market.DeliveryFilter{}))(t), []market.Delivery(nil)) // with their events
	})
}

func eventFilters(t *testing.T, s market.Store) {
	var all []market.Event
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for i := range 4 {
			e := event(fmt.Sprintf("e%d", i), fmt.Sprintf("k%d", i))
			e.At = now.Add(time.Duration(i) * time.Minute)
			if i == 2 {
				e.Listing, e.Kind, e.Account = "other", market.EventUp, "b"
			}
			all = append(all, e)
			must(w.InsertEvent(ctx, e))(t)
		}
		return nil
	})
	for _, c := range []struct {
		f    market.EventFilter
		want []int
	}{
		{market.EventFilter{}, []int{3, 2, 1, 0}},
		{market.EventFilter{Listing: "weather"}, []int{3, 1, 0}},
		{market.EventFilter{Account: "b"}, []int{2}},
		{market.EventFilter{Kinds: []market.EventKind{market.EventUp, market.EventCert}}, []int{2}},
		{market.EventFilter{Since: now.Add(time.Minute), Before: now.Add(3 * time.Minute)}, []int{2, 1}},
		{market.EventFilter{Limit: 1}, []int{3}},
	} {
		var want []market.Event
		for _, i := range c.want {
			want = append(want, all[i])
		}
		view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.Events(ctx, c.f))(t), want) })
	}
}
