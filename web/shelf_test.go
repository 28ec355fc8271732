package web

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// shelfOf is a shelf without an index, for all but queries.
func shelfOf(listings ...market.Listing) *shelf {
	return newShelf(&market.Snapshot{Listings: listings})
}

func TestShelfFind(t *testing.T) {
	t.Parallel()
	of := func(id, cat string, state market.HealthState, auth string, age int) market.Listing {
		return market.Listing{
			ID: id, Entry: market.Entry{Name: id, Cat: cat}, Auth: auth,
			Health: market.Health{State: state}, ApprovedAt: epoch.Add(-time.Duration(age) * time.Hour),
		}
	}
	h := shelfOf(
		of("a", "weather", market.HealthDown, "none", 1),
		of("B", "travel", market.HealthUp, "none", 9),
		of("c", "travel", "", "token", 2),
		of("d", "travel", market.HealthUp, "token", 3),
		of("e", "other", market.HealthGone, "none", 0),
	)
	for _, c := range []struct {
		name                 string
		ask                  browse
		want                 string
		cats, healths, auths int // how many there are with "all" chosen there
	}{
		{"best first", browse{}, "d B c a e", 5, 5, 5},
		{"newest first", browse{sort: sortNew}, "e a c d B", 5, 5, 5},
		{"by name", browse{sort: sortName}, "a B c d e", 5, 5, 5},
		{"unknown sort", browse{sort: "?"}, "d B c a e", 5, 5, 5},
		{"category", browse{cat: "travel"}, "d B c", 5, 3, 3},
		{"unprobed", browse{health: "unknown"}, "c", 1, 5, 1},
		{"two facets", browse{cat: "travel", auth: "none"}, "B", 3, 1, 3},
		{"nothing", browse{cat: "weather", auth: "token"}, "", 2, 0, 1},
		{"unknown category", browse{cat: "<script>"}, "", 5, 0, 0},
	} {
		f := h.find(c.ask)
		got := ""
		for i, place := range f.places {
			if i > 0 {
				got += " "
			}
			got += h.snapshot.Listings[place].ID
		}
		if got != c.want || f.cat.all != c.cats || f.health.all != c.healths || f.auth.all != c.auths {
			t.Errorf("%s: %q, %d %d %d in all", c.name, got, f.cat.all, f.health.all, f.auth.all)
		}
	}
	if f := shelfOf().find(browse{}); len(f.places) != 0 {
		t.Error("an empty market has listings")
	}
}

func TestShelvesFollowTheCatalog(t *testing.T) {
	t.Parallel()
	var s shelves
	first, second := &market.Snapshot{Revision: 1}, &market.Snapshot{Revision: 2}
	a := s.of(first)
	if s.of(first) != a {
		t.Error("the shelf is made anew without need")
	}
	if b := s.of(second); b == a || b.snapshot != second {
		t.Error("the shelf does not follow the catalog")
	}
}

// manyListings is a market of n listings in eight categories and six states.
func manyListings(n int) []market.Listing {
	out := make([]market.Listing, n)
	for i := range out {
		out[i] = listing(fmt.Sprintf("listing-%d", i), fmt.Sprintf("条目 %d", i), fmt.Sprintf("cat%d", i%8), forecastTool)
		out[i].Health.State = healths[i%len(healths)]
		out[i].ApprovedAt = epoch.Add(-time.Duration(i*7919%n) * time.Minute)
	}
	return out
}

func TestHomePaging(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(manyListings(65)...)
	b := w.browser()
	seen := map[string]bool{}
	path := "/?sort=name"
	for range 10 {
		a := b.get(path)
		a.doc.Find("[data-testid=card] h3 a").Each(func(_ int, s *gq) { seen[s.AttrOr("href", "")] = true })
		next, ok := a.doc.Find("a[rel=next]").Attr("href")
		if !ok {
			if got := a.text(".pager span.num"); got != "61–65 of 65" {
				t.Errorf("the last page says %q", got)
			}
			break
		}
		path = next
	}
	if len(seen) != 65 {
		t.Errorf("paging shows %d of 65 listings", len(seen))
	}
	for _, path := range []string{"/?page=0", "/?page=-1", "/?page=x", "/?page=99999999999999999999"} {
		if a := b.get(path); a.status != 200 || !a.has("[data-testid=card]") {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}

func TestHomeEmptyMarket(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.browser().get("/")
	if a.text("[data-testid=empty] h2") != "Nothing is listed yet" || !a.has("[data-testid=empty] a[href='/submit']") || a.has("[data-testid=facets]") {
		t.Errorf("an empty market reads %q", a.text("main"))
	}
}

func TestHomeKeepsTheQuestion(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	a := w.browser().get("/?q=weather&cat=weather&auth=none&sort=new")
	for name, want := range map[string]string{"q": "weather", "cat": "weather", "auth": "none", "sort": "new"} {
		if got := a.doc.Find("form.find [name="+name+"]").AttrOr("value", ""); got != want {
			t.Errorf("searching again drops %s: %q", name, got)
		}
	}
	hrefs := a.doc.Find("[data-testid=facets] a").Map(func(_ int, s *gq) string { return s.AttrOr("href", "") })
	if !slices.Contains(hrefs, "/?auth=none&q=weather&sort=new") {
		t.Errorf("no link drops the category alone: %v", hrefs)
	}
}

// BenchmarkCards is a page's worth of listing cards: the aim is 0.2 ms.
func BenchmarkCards(b *testing.B) {
	p := &templates.Page{Printer: i18n.For(i18n.Chinese), Assets: templates.Assets{Icons: "/static/icons.0123456789ab.svg"}}
	all := manyListings(pageSize)
	var r renderer
	b.ReportAllocs()
	defer cpuTime(b)()
	for b.Loop() {
		buf := r.buffer()
		for i := range all {
			c := cardOf(p, &all[i])
			if err := templates.Card(p, &c).Render(b.Context(), buf); err != nil {
				b.Fatal(err)
			}
		}
		r.buffers.Put(buf)
	}
}

// cpuTime reports the processor time of an operation: on a machine with other
// work the time on the wall says little.
func cpuTime(b *testing.B) func() {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	return func() { b.ReportMetric(float64(used()-before)/float64(b.N), "cpu-ns/op") }
}

// BenchmarkShelf browses a market of 100,000 listings.
func BenchmarkShelf(b *testing.B) {
	all := manyListings(100_000)
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			shelfOf(all...)
		}
	})
	h := shelfOf(all...)
	b.Run("browse", func(b *testing.B) {
		for b.Loop() {
			h.find(browse{cat: "cat3", health: "up"})
		}
	})
}

// BenchmarkHome is the whole home page of 30 cards, as the server gives it.
func BenchmarkHome(b *testing.B) {
	w := newWorld(b)
	all := manyListings(200)
	w.list(all...)
	for i := range all[:30] {
		w.lived(b, all[i].ID)
	}
	s := w.web
	h := s.shelves.of(s.Catalog.Current())
	p := &templates.Page{Printer: i18n.For(i18n.Chinese), Assets: s.links, Nav: "home", Path: "/"}
	b.ReportAllocs()
	defer cpuTime(b)()
	for b.Loop() {
		buf := s.pool.buffer()
		ask := browse{}
		v := s.homeView(p, h, ask, h.find(ask), 1)
		if err := s.tellHistory(b.Context(), p, v.Cards); err != nil {
			b.Fatal(err)
		}
		if err := templates.Home(p, v).Render(b.Context(), buf); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(buf.Len()))
		s.pool.buffers.Put(buf)
	}
}
