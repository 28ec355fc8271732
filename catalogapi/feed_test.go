package catalogapi_test

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// atom is a feed as a reader reads it, with what RFC 4287 wants of it.
type atom struct {
	XMLName xml.Name  `xml:"http://www.w3.org/2005/Atom feed"`
	Lang    string    `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
	ID      string    `xml:"id"`
	Title   string    `xml:"title"`
	Updated time.Time `xml:"updated"`
	Author  struct {
		Name string `xml:"name"`
	} `xml:"author"`
	Links   []atomLink `xml:"link"`
	Entries []struct {
		ID        string     `xml:"id"`
		Title     string     `xml:"title"`
		Updated   time.Time  `xml:"updated"`
		Published time.Time  `xml:"published"`
		Summary   string     `xml:"summary"`
		Links     []atomLink `xml:"link"`
		Category  struct {
			Term string `xml:"term,attr"`
		} `xml:"category"`
	} `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

func (w *window) feed(t *testing.T, path string) atom {
	t.Helper()
	res := w.get(path)
	if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "application/atom+xml" {
		t.Fatalf("%s: %d %v", path, res.StatusCode, res.Header)
	}
	var f atom
	if err := xml.Unmarshal(res.body, &f); err != nil {
		t.Fatalf("%s: %v in %s", path, err, res.body)
	}
	if f.Title == "" || f.Author.Name == "" || f.Updated.IsZero() || !strings.HasPrefix(f.ID, "tag:market.example,2026:") {
		t.Errorf("%s: %+v", path, f)
	}
	if len(f.Links) != 2 || f.Links[0] != (atomLink{"self", "https://market.example" + path}) || f.Links[1].Rel != "alternate" {
		t.Errorf("%s links to %v", path, f.Links)
	}
	seen := map[string]bool{}
	for _, e := range f.Entries {
		if e.Title == "" || e.Updated.IsZero() || e.Updated.Before(e.Published) || seen[e.ID] || !strings.HasPrefix(e.ID, "tag:market.example,2026:") || len(e.Links) != 1 {
			t.Errorf("%s: entry %+v", path, e)
		}
		seen[e.ID] = true
	}
	return f
}

func TestFeedOfNewListings(t *testing.T) {
	t.Parallel()
	w := newWindow(t)
	for i := range 60 {
		w.list(t, listing(fmt.Sprintf("n%02d", i), w.clock.Now().Add(time.Duration(i)*time.Minute)), 0)
	}
	held := listing("held", w.clock.Now().Add(time.Hour))
	held.Hold = market.HoldQuarantined
	w.list(t, held, 0)
	f := w.feed(t, "/feed.atom?lang=en")
	if f.Lang != "en" || len(f.Entries) != 50 || f.Entries[0].Title != "天气 n59" || !f.Updated.Equal(f.Entries[0].Updated) {
		t.Errorf("%s: %d entries, first %+v", f.Lang, len(f.Entries), f.Entries[0])
	}
}

func TestFeedsOfIncidents(t *testing.T) {
	t.Parallel()
	w := newWindow(t)
	l := listing("weather-demo", w.clock.Now().Add(-40*24*time.Hour))
	l.Entry.Name = "天气 </title><b>\u202e\x00"
	w.list(t, l, 0)
	w.list(t, listing("other", w.clock.Now()), 0)
	held := listing("held", w.clock.Now())
	held.Hold = market.HoldSuspended
	w.list(t, held, 0)
	start := time.Date(2026, 11, 3, 6, 2, 0, 0, time.UTC)
	w.incident(t, market.Incident{ID: "weather-demo-3", Listing: l.ID, Start: start, End: start.Add(98 * time.Minute), Worst: market.HealthDegraded, Reason: market.ReasonTLS})
	w.incident(t, market.Incident{ID: "other-1", Listing: "other", Start: start.Add(time.Hour), Worst: market.HealthDown, Reason: market.ReasonConnect})
	w.incident(t, market.Incident{ID: "held-1", Listing: "held", Start: start, Worst: market.HealthDown, Reason: market.ReasonConnect})
	w.write(t, func(tx market.Writer) error {
		return tx.PutMaintenance(t.Context(), market.Maintenance{ID: "m1", Listing: l.ID, From: start.Add(24 * time.Hour), Until: start.Add(26 * time.Hour), Text: "换机房 <i>", AnnouncedAt: start})
	})

	all := w.feed(t, "/incidents.atom")
	if len(all.Entries) != 2 || all.Lang != "zh-CN" {
		t.Fatalf("%+v", all.Entries)
	}
	if got := all.Entries[0].Summary; got != "11 月 3 日 14:02 到 15:40：证书或加密有问题，持续 1 小时 38 分" {
		t.Errorf("an incident that is over: %q", got)
	}
	if got := all.Entries[1]; got.Summary != "11 月 3 日 15:02 起：连接不上，尚未恢复" || got.Links[0].Href != "https://market.example/listings/other/health#incidents" {
		t.Errorf("one that lasts: %+v", got)
	}
	if got := all.Entries[0].Title; got != "天气 </title><b>⟦U+202E⟧⟦U+0000⟧ · 曾不稳" {
		t.Errorf("a hostile name: %q", got)
	}

	one := w.feed(t, "/listings/weather-demo/feed.atom?lang=en")
	var kinds []string
	for _, e := range one.Entries {
		kinds = append(kinds, e.Category.Term)
	}
	if fmt.Sprint(kinds) != "[incident tools maintenance]" || !strings.HasSuffix(one.Entries[2].Summary, "2 h in all 换机房 <i>") {
		t.Errorf("%v %+v", kinds, one.Entries)
	}
	if theirs := w.feed(t, "/publishers/other.example.com/feed.atom"); len(theirs.Entries) != 2 {
		t.Errorf("a publisher's: %+v", theirs.Entries)
	}
	for path, code := range map[string]string{"/publishers/nobody.example/feed.atom": "PUBLISHER_NOT_FOUND", "/listings/nobody/feed.atom": "LISTING_NOT_FOUND"} {
		if res := w.get(path); res.StatusCode != http.StatusNotFound || problem(t, res).Code != code {
			t.Errorf("%s: %s", path, res.body)
		}
	}
}
