package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

const (
	pageSize = 30
	maxQuery = 200 // runes of a search that are looked at
)

func (s *Server) home(c echo.Context) error {
	p := s.page(c, "home.title", "home")
	p.Lead = p.T("home.lead")
	p.Feed = "/feed.atom?lang=" + p.Tag()
	h := s.shelves.of(s.Catalog.Current())
	b := browseOf(c)
	f := h.find(b)
	p.NoIndex = b != browse{}
	v := s.homeView(p, h, b, f, pageNumber(c))
	if err := s.tellHistory(c.Request().Context(), p, v.Cards); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, templates.Home(p, v))
}

func browseOf(c echo.Context) browse {
	q := c.QueryParams()
	query := []rune(strings.TrimSpace(q.Get("q")))
	return browse{
		query: string(query[:min(len(query), maxQuery)]),
		cat:   q.Get("cat"), health: q.Get("health"), auth: q.Get("auth"), sort: q.Get("sort"),
	}
}

// pageNumber is the page asked for, from 1.
func pageNumber(c echo.Context) int {
	n, err := strconv.Atoi(c.QueryParam("page"))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, 1_000_000)
}

// url is the address of the catalog page that answers b.
func (b browse) url(page int) string {
	number := ""
	if page > 1 {
		number = strconv.Itoa(page)
	}
	return pathWith("/", "q", b.query, "cat", b.cat, "health", b.health, "auth", b.auth, "sort", b.sort, "page", number)
}

func (s *Server) homeView(p *templates.Page, h *shelf, b browse, f found, page int) templates.HomeView {
	total := len(f.places)
	page = min(page, max(1, (total+pageSize-1)/pageSize))
	from, to := (page-1)*pageSize, min(page*pageSize, total)
	v := templates.HomeView{
		Query: b.query, Cat: b.cat, Health: b.health, Auth: b.auth, Sort: b.sort,
		Total: total, Listings: len(h.marks), Tools: h.tools, From: from + 1, To: to,
		Facets: s.facets(p, b, f), Sorts: sorts(p, b.sort), Clear: browse{sort: b.sort}.url(1),
	}
	for _, i := range f.places[from:to] {
		v.Cards = append(v.Cards, cardOf(p, &h.snapshot.Listings[i]))
	}
	if page > 1 {
		v.Before = b.url(page - 1)
	}
	if to < total {
		v.After = b.url(page + 1)
	}
	if total == 0 {
		v.Advice = advice(p, b, f)
	}
	return v
}

func sorts(p *templates.Page, now string) []templates.Option {
	out := []templates.Option{{Value: "", Label: p.T("home.sortBest")}, {Value: sortNew, Label: p.T("home.sortNew")}, {Value: sortName, Label: p.T("home.sortName")}}
	for i := range out {
		out[i].Selected = out[i].Value == now
	}
	return out
}

// facets are the groups of links that narrow the catalog.
func (s *Server) facets(p *templates.Page, b browse, f found) []templates.Facet {
	cats := slices.Clone(s.Categories)
	var more []string
	for id := range f.cat.by {
		if !slices.Contains(cats, id) {
			more = append(more, id)
		}
	}
	slices.Sort(more)
	cat := facet(p.T("home.cat"), b.cat, f.cat, append(cats, more...), func(id string) (string, browse) {
		n := b
		n.cat = id
		return categoryLabel(p, id), n
	})
	var states []string
	for _, h := range healths {
		states = append(states, string(h))
	}
	health := facet(p.T("home.health"), b.health, f.health, states, func(id string) (string, browse) {
		n := b
		n.health = id
		return p.T("state." + id), n
	})
	auth := facet(p.T("home.auth"), b.auth, f.auth, []string{"none", "token"}, func(id string) (string, browse) {
		n := b
		n.auth = id
		return p.T("auth." + id), n
	})
	facets := []templates.Facet{cat, health, auth}
	for i := range facets {
		facets[i].Values[0].Label = p.T("home.all")
	}
	return facets
}

// facet lists "all", then each value that has listings or is chosen.
func facet(title, chosen string, t tally, values []string, of func(string) (string, browse)) templates.Facet {
	_, all := of("")
	f := templates.Facet{Title: title, Values: []templates.FacetValue{{Count: t.all, URL: all.url(1), Current: chosen == ""}}}
	for _, id := range values {
		if t.by[id] == 0 && id != chosen {
			continue
		}
		label, b := of(id)
		f.Values = append(f.Values, templates.FacetValue{Label: label, Count: t.by[id], URL: b.url(1), Current: chosen == id})
	}
	return f
}

// advice says what to drop when nothing matches: each filter without which
// there would be something.
func advice(p *templates.Page, b browse, f found) []templates.Advice {
	var out []templates.Advice
	add := func(chosen, label string, without int, next browse) {
		if chosen != "" && without > 0 {
			out = append(out, templates.Advice{Label: label, Count: without, URL: next.url(1)})
		}
	}
	noCat, noHealth, noAuth := b, b, b
	noCat.cat, noHealth.health, noAuth.auth = "", "", ""
	add(b.cat, categoryLabel(p, b.cat), f.cat.all, noCat)
	add(b.health, label(p, "state.", b.health), f.health.all, noHealth)
	add(b.auth, label(p, "auth.", b.auth), f.auth.all, noAuth)
	return out
}

// label is the message prefix+id, or the id itself when there is none: ids
// come from the address bar.
func label(p *templates.Page, prefix, id string) string {
	if p.Has(prefix + id) {
		return p.T(prefix + id)
	}
	return id
}

// near is the public listing whose id is closest to one that does not exist.
func (s *Server) near(id string) *templates.Link {
	best, distance := (*market.Listing)(nil), 3 // more than two slips is another id
	all := s.Catalog.Current().Listings
	for i := range all {
		if d := slips(id, all[i].ID, distance); d < distance {
			best, distance = &all[i], d
		}
	}
	if best == nil {
		return nil
	}
	return &templates.Link{Label: best.ID + " " + best.Entry.Name, URL: "/listings/" + best.ID}
}
