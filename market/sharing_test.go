package market_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

func shareRequest() market.ShareRequest {
	return market.ShareRequest{
		Owner: "visitor/a", Client: "192.0.2.7", Token: "s3cret-token-1",
		Report: market.Report{Format: 1, URL: "https://a.example/mcp", Findings: []market.Finding{{Rule: "DSC-003", Evidence: "says s3cret-token-1"}}},
		Sent:   []market.Exchange{{Step: "list", Method: "POST", ReqBody: "{}", RespBody: `{"echo":"s3cret\u002dtoken-1"}`}},
	}
}

func TestSharedReportCanBeReadUntilItExpires(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sharing := market.NewSharing(market.SharingOptions{Store: w.store, Clock: w.clock})
	made, err := sharing.Share(t.Context(), shareRequest())
	if err != nil {
		t.Fatal(err)
	}
	if len(made.ID) < 26 || made.Expires.Sub(made.At) != market.ShareFor {
		t.Errorf("id %q, for %s", made.ID, made.Expires.Sub(made.At))
	}
	got, err := sharing.Shared(t.Context(), made.ID)
	if err != nil || got.Report.URL != "https://a.example/mcp" || len(got.Sent) != 1 {
		t.Fatalf("shared: %+v, %v", got, err)
	}
	whole, _ := json.Marshal(got)
	if s := string(whole); strings.Contains(s, "s3cret") || strings.Count(s, "⟦token⟧") != 2 {
		t.Errorf("the token is in it: %s", s)
	}
	w.clock.pass(market.ShareFor - time.Second)
	if _, err := sharing.Shared(t.Context(), made.ID); err != nil {
		t.Errorf("on the last day: %v", err)
	}
	w.clock.pass(time.Second)
	if _, err := sharing.Shared(t.Context(), made.ID); !errors.Is(err, market.ErrReportNotFound) {
		t.Errorf("after it expired: %v", err)
	}
	if _, err := sharing.Shared(t.Context(), "another"); !errors.Is(err, market.ErrReportNotFound) {
		t.Errorf("a made-up id: %v", err)
	}
}

func TestSharingIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sharing := market.NewSharing(market.SharingOptions{Store: w.store, Clock: w.clock, PerDay: 2, Each: 4000, All: 3000})
	share := func(client string, fill int) error {
		req := shareRequest()
		req.Client, req.Sent[0].RespBody = client, strings.Repeat("x", fill)
		_, err := sharing.Share(t.Context(), req)
		return err
	}
	if err := share("192.0.2.7", 5000); market.KindOf(err) != market.TooLarge {
		t.Errorf("a large report: %v", err)
	}
	for range 2 {
		if err := share("192.0.2.7", 1); err != nil {
			t.Fatal(err)
		}
	}
	err := share("192.0.2.7", 1)
	if e, ok := errors.AsType[*market.Error](err); !ok || e.Kind != market.TooMany || e.RetryAfter != 24*time.Hour {
		t.Errorf("a third in a day: %v", err)
	}
	if err := share("192.0.2.8", 2000); market.KindOf(err) != market.Unavailable {
		t.Errorf("past all that is kept: %v", err)
	}
	w.clock.pass(24 * time.Hour)
	if err := share("192.0.2.7", 1); err != nil {
		t.Errorf("the next day: %v", err)
	}
}

func TestReportIsTakenBackByWhoSharedIt(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		actor market.Actor
		owner string
		kind  market.ErrorKind
		gone  bool
	}{
		"who shared it":  {market.Actor{}, "visitor/a", 0, true},
		"somebody else":  {market.Actor{Role: market.RoleDeveloper}, "visitor/b", market.Forbidden, false},
		"nobody":         {market.Actor{}, "", market.Forbidden, false},
		"a reviewer may": {market.Actor{Account: "r", Role: market.RoleReviewer}, "account/r", 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			sharing := market.NewSharing(market.SharingOptions{Store: w.store, Clock: w.clock})
			made, err := sharing.Share(t.Context(), shareRequest())
			if err != nil {
				t.Fatal(err)
			}
			err = sharing.TakeBack(t.Context(), c.actor, c.owner, made.ID)
			if (err == nil) != c.gone || err != nil && market.KindOf(err) != c.kind {
				t.Errorf("take back: %v", err)
			}
			if _, err := sharing.Shared(t.Context(), made.ID); errors.Is(err, market.ErrReportNotFound) != c.gone {
				t.Errorf("afterwards: %v", err)
			}
			if err := sharing.TakeBack(t.Context(), c.actor, c.owner, "none"); !errors.Is(err, market.ErrReportNotFound) {
				t.Errorf("one that is not there: %v", err)
			}
		})
	}
}
