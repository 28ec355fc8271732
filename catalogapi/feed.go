package catalogapi

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

// feedRoutes lists the feeds: what is new, what is wrong, one listing, and the
// listings of one publisher, who goes by the host of his servers, as on cards.
func (s *Server) feedRoutes(e *echo.Echo) {
	for path, f := range map[string]feedOf{
		"/feed.atom":                  s.newListings,
		"/incidents.atom":             s.incidentFeed,
		"/listings/:id/feed.atom":     s.listingFeed,
		"/publishers/:host/feed.atom": s.publisherFeed,
	} {
		e.Match([]string{http.MethodGet, http.MethodHead}, path, func(c echo.Context) error { return s.feed(c, f) })
	}
}

// feedOf writes one feed for a request.
type feedOf func(context.Context, *scribe, echo.Context) (feed, error)

func (s *Server) feed(c echo.Context, f feedOf) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), storeLimit)
	defer cancel()
	d := s.scribe(c)
	told, err := f(ctx, d, c)
	if err != nil {
		return err
	}
	told.self, told.lang = d.base+c.Request().URL.RequestURI(), d.Tag()
	slices.SortStableFunc(told.entries, func(a, b feedEntry) int { return b.updated.Compare(a.updated) })
	if len(told.entries) > 0 {
		told.updated = told.entries[0].updated
	}
	return s.fresh(c, "application/atom+xml", told.atom(), told.updated)
}

// scribe writes the entries of a feed.
type scribe struct {
	Words
	base, authority string // of addresses, of tag URIs
	now             time.Time
	snap            *market.Snapshot
}

func (s *Server) scribe(c echo.Context) *scribe {
	d := &scribe{Words: s.words(c), base: s.base(c), now: s.Clock.Now(), snap: s.Catalog.Current(), authority: "localhost"}
	// A tag URI names its authority by a domain or an IPv4 address (RFC 4151, 2.1).
	if u, err := url.Parse(d.base); err == nil && u.Hostname() != "" && !isIPv6(u.Hostname()) {
		d.authority = u.Hostname()
	}
	return d
}

func isIPv6(host string) bool {
	ip := net.ParseIP(host)
	return ip != nil && ip.To4() == nil
}

// tag is a name that stays, whatever becomes of addresses (RFC 4151). The year
// is that of the first release, for ever.
func (d *scribe) tag(parts ...string) string {
	s := "tag:" + d.authority + ",2026:"
	for i, p := range parts {
		if i > 0 {
			s += "/"
		}
		s += url.PathEscape(p)
	}
	return s
}

func (d *scribe) page(l *market.Listing) string { return d.base + "/listings/" + url.PathEscape(l.ID) }

// newListings tells of listings as they were first approved.
func (s *Server) newListings(_ context.Context, d *scribe, _ echo.Context) (feed, error) {
	f := feed{id: d.tag("new"), title: d.T("feed.new"), subtitle: d.T("feed.newText"), page: d.base + "/?sort=new", updated: d.snap.UpdatedAt}
	f.entries = d.listings(func(*market.Listing) bool { return true })
	return f, nil
}

// publisherFeed tells of the listings whose servers are at a host, and what
// became of them.
func (s *Server) publisherFeed(ctx context.Context, d *scribe, c echo.Context) (feed, error) {
	host := c.Param("host")
	theirs := func(l *market.Listing) bool { return l.Entry.Host() == host }
	f := feed{id: d.tag("publisher", host), title: d.T("feed.publisher", host), subtitle: d.T("feed.publisherText"), page: d.base + "/?" + url.Values{"q": {host}}.Encode(), updated: d.snap.UpdatedAt}
	if f.entries = d.listings(theirs); len(f.entries) == 0 {
		return feed{}, errPublisher
	}
	incidents, err := s.History.Incidents(ctx, market.IncidentFilter{Limit: incidentsRead})
	for i := range incidents {
		if l, ok := d.snap.Listing(incidents[i].Listing); ok && theirs(&l) {
			f.entries = append(f.entries, d.incident(&l, &incidents[i]))
		}
	}
	return f, err
}

// incidentsRead is how many of the latest incidents are read to find those of a
// publisher or of public listings.
const incidentsRead = 500

var errPublisher = market.NewError(market.NotFound, "PUBLISHER_NOT_FOUND", market.Text{
	ZH: "没有哪个条目的服务器在这个主机名下。", EN: "No listing has its server at this host.",
})

// incidentFeed tells of incidents of all listings.
func (s *Server) incidentFeed(ctx context.Context, d *scribe, _ echo.Context) (feed, error) {
	f := feed{id: d.tag("incidents"), title: d.T("feed.incidents"), subtitle: d.T("feed.incidentsText"), page: d.base + "/status", updated: d.snap.UpdatedAt}
	incidents, err := s.History.Incidents(ctx, market.IncidentFilter{Limit: incidentsRead})
	for i := range incidents {
		if l, ok := d.snap.Listing(incidents[i].Listing); ok {
			f.entries = append(f.entries, d.incident(&l, &incidents[i]))
		}
	}
	return f, err
}

// listings are entries on the listings that are wanted, the newest 50.
func (d *scribe) listings(wanted func(*market.Listing) bool) []feedEntry {
	var found []*market.Listing
	for i := range d.snap.Listings {
		if l := &d.snap.Listings[i]; wanted(l) {
			found = append(found, l)
		}
	}
	slices.SortStableFunc(found, func(a, b *market.Listing) int { return b.CreatedAt.Compare(a.CreatedAt) })
	out := make([]feedEntry, 0, min(len(found), feedEntries))
	for _, l := range found[:min(len(found), feedEntries)] {
		out = append(out, feedEntry{
			id: d.tag("listing", l.ID), kind: "listing", title: l.Entry.Name, by: l.Entry.Author, link: d.page(l), text: l.Entry.Desc,
			published: l.CreatedAt, updated: l.CreatedAt,
		})
	}
	return out
}

// listingFeed tells what became of one listing: its approved revisions, changes of
// its server's tools, incidents and announced maintenance.
func (s *Server) listingFeed(ctx context.Context, d *scribe, c echo.Context) (feed, error) {
	l, ok := d.snap.Listing(c.Param("id"))
	if !ok {
		return feed{}, market.ErrListingNotFound
	}
	f := feed{
		id: d.tag("listing", l.ID, "feed"), title: d.T("feed.listing", l.Entry.Name), subtitle: l.Entry.Desc, page: d.page(&l), updated: l.CreatedAt,
	}
	revisions, err := s.Standing.Revisions(ctx, l.ID, feedEntries)
	if err != nil {
		return feed{}, err
	}
	for i := range revisions {
		f.entries = append(f.entries, d.revision(&l, &revisions[i]))
	}
	changes, err := s.Changes(ctx, l.ID, feedEntries, 0)
	if err != nil {
		return feed{}, err
	}
	for i := range changes {
		if x := &changes[i]; x.State != market.DriftRevised { // told above, with what its publisher says of it
			f.entries = append(f.entries, d.tools(&l, x))
		}
	}
	incidents, err := s.History.Incidents(ctx, market.IncidentFilter{Listing: l.ID, Limit: feedEntries})
	if err != nil {
		return feed{}, err
	}
	for i := range incidents {
		f.entries = append(f.entries, d.incident(&l, &incidents[i]))
	}
	windows, err := s.Standing.Windows(ctx, l.ID, feedEntries)
	if err != nil {
		return feed{}, err
	}
	for _, m := range windows {
		f.entries = append(f.entries, d.window(&l, m))
	}
	return f, nil
}

func (d *scribe) revision(l *market.Listing, sub *market.Submission) feedEntry {
	number := strconv.Itoa(sub.Revision)
	text := sub.Entry.Changes
	if text == "" {
		text = d.N("card.tools", sub.ToolCount)
	}
	return feedEntry{
		id: d.tag("listing", l.ID, "revision", number), kind: "revision", title: d.T("feed.revision", number), link: d.page(l), text: text,
		by: sub.Entry.Author, published: sub.Decision.At, updated: sub.Decision.At,
	}
}

// tools words a change of what the server shows; its entry changes when it is settled.
func (d *scribe) tools(l *market.Listing, x *market.ToolsChange) feedEntry {
	e := feedEntry{
		id: d.tag("drift", x.ID), kind: "tools", title: l.Entry.Name + " · " + d.T("feed.tools_"+string(x.Class)), link: d.page(l) + "/changes",
		text: d.T("changes.stateText_" + string(x.State)), published: x.At, updated: x.At,
	}
	if x.EndedAt.After(x.At) {
		e.updated = x.EndedAt
	}
	return e
}

// incident words an incident; its entry changes when it is over.
func (d *scribe) incident(l *market.Listing, i *market.Incident) feedEntry {
	e := feedEntry{id: d.tag("incident", i.ID), kind: "incident", link: d.page(l) + "/health#incidents", published: i.Start, updated: i.Start}
	when, why := d.Between(i.Start, i.End, d.now), d.T("reason."+string(i.Reason))
	if i.Lasts() {
		e.title = l.Entry.Name + " · " + d.T("incident.is_"+string(i.Worst))
		e.text = d.T("feed.incidentOpen", when, why)
		return e
	}
	e.updated = i.End
	e.title = l.Entry.Name + " · " + d.T("incident.was_"+string(i.Worst))
	e.text = d.T("incident.closed", when, why, d.Long(i.End.Sub(i.Start)))
	return e
}

func (d *scribe) window(l *market.Listing, m market.Maintenance) feedEntry {
	text := d.T("window.text", d.Between(m.From, m.Until, d.now), d.Long(m.Until.Sub(m.From)))
	if m.Text != "" {
		text += " " + m.Text
	}
	return feedEntry{
		id: d.tag("maintenance", m.ID), kind: "maintenance", title: l.Entry.Name + " · " + d.T("window.title"), link: d.page(l) + "/health", text: text,
		published: m.AnnouncedAt, updated: m.AnnouncedAt,
	}
}
