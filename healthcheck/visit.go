package healthcheck

import (
	"context"
	"net/url"
	"strings"
	"sync"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// Bounds of a visit (rules META-003 and META-004).
const (
	visitTotal = 10 * time.Second // of all addresses together
	visitHops  = 5                // redirects of one address
	visitBody  = 64 << 10         // bytes of a page; nothing is made of them
)

// Visitor implements [market.Visitor]. It is safe for concurrent use and keeps
// nothing between visits.
type Visitor struct {
	pages, icons *netguard.Client
	clock        market.Clock
	redact       func(string) string
	total        time.Duration // of a visit; shorter in tests
	drawing      chan struct{} // a place for each icon that is being decoded
}

var _ market.Visitor = (*Visitor)(nil)

// NewVisitor returns a Visitor that goes where the policy lets it, within
// limits of its own. redact takes secrets out of an address that is kept as
// evidence; nil keeps addresses as they are.
func NewVisitor(policy netguard.Policy, clock market.Clock, redact func(string) string) *Visitor {
	if redact == nil {
		redact = func(s string) string { return s }
	}
	client := func(body int64) *netguard.Client {
		policy.Limits = netguard.Limits{Connect: 5 * time.Second, Header: 8 * time.Second, Total: visitTotal, Raw: body, Decoded: body}
		return netguard.New(policy)
	}
	return &Visitor{
		pages: client(visitBody), icons: client(market.IconBytes), clock: clock, redact: redact, total: visitTotal,
		drawing: make(chan struct{}, 2), // a picture at the limits takes some 20 MB while it is drawn
	}
}

// Visit looks at the links and the icon that the entry names, each once: nobody
// is asked twice within a second but for a link that failed.
func (v *Visitor) Visit(ctx context.Context, e market.Entry) market.Visits {
	ctx, cancel := context.WithTimeout(ctx, v.total)
	defer cancel()
	var visits market.Visits
	for _, l := range e.Links() {
		if isPage(l.URL) {
			visits.Links = append(visits.Links, market.LinkVisit{Member: l.Member, URL: l.URL})
		}
	}
	var wg sync.WaitGroup
	for i := range visits.Links {
		wg.Go(func() { v.link(ctx, &visits.Links[i]) })
	}
	if e.Icon != "" {
		visits.Icon = &market.IconFacts{}
		wg.Go(func() { *visits.Icon = v.icon(ctx, e.Icon) })
	}
	wg.Wait()
	return visits
}

// isPage reports whether an address is one to ask for by HTTP. Whatever else is
// wrong with it the guard finds.
func isPage(raw string) bool {
	u, err := url.Parse(raw)
	return err == nil && strings.EqualFold(u.Scheme, "https") && u.Host != ""
}
