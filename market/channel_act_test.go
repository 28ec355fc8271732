package market_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"marketd/market"
)

// What becomes of a channel is in the log, where it sends is not.
func TestChannelsAreNoted(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	c := n.channel(t, n.dev, market.ChannelSettings{})
	object := "channel/" + c.ID
	_, err := n.notices.Change(ctx, n.dev, c.ID, c.Version, market.ChannelSettings{Name: "Office", Target: "https://hook.test/other-secret"})
	must(err)
	_, err = n.notices.RenewSecret(ctx, n.dev, c.ID)
	must(err)
	_, err = n.notices.Disable(ctx, n.dev, c.ID)
	must(err)
	_, err = n.notices.Enable(ctx, n.dev, c.ID)
	must(err)
	n.sinks.answers[c.ID] = market.Sent{Status: 410, Gone: true}
	n.happen(t, market.EventDegraded, n.dev.Account, "a", 0)
	n.deliver(t, c)
	must(n.notices.Delete(ctx, n.dev, c.ID))
	want := []string{
		market.ActChannelAdded, market.ActChannelChanged, market.ActChannelSecret, market.ActChannelDisabled, market.ActChannelEnabled,
		market.ActChannelDisabled, market.ActChannelDeleted,
	}
	if got := n.actions(t, object); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}

	mail, _, err := n.notices.Add(ctx, n.dev, market.NewChannel{Kind: market.ChannelEmail, ChannelSettings: market.ChannelSettings{Target: "home@example.net"}})
	must(err)
	must(n.notices.SendVerification(ctx, n.dev, mail.ID))
	link := n.sinks.sent[len(n.sinks.sent)-1].Link
	_, err = n.notices.Verify(ctx, link[strings.LastIndex(link, "/")+1:])
	must(err)
	if got := n.actions(t, "channel/"+mail.ID); !slices.Equal(got, []string{market.ActChannelAdded, market.ActChannelVerified}) {
		t.Errorf("an address: %v", got)
	}
	acts, _, err := n.desk.Audit(ctx, n.reviewer, market.AuditFilter{})
	must(err)
	all, _ := json.Marshal(acts)
	for _, secret := range []string{"hook.test", "hook-", "other-secret", "home@"} {
		if strings.Contains(string(all), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}
