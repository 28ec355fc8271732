package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"marketd/i18n"
	"marketd/market"
	"marketd/market/report"
	"marketd/templates"
)

// requestText is a request as it went out.
func requestText(e *market.Exchange) string {
	var b strings.Builder
	host, target := "", e.URL
	if u, err := url.Parse(e.URL); err == nil {
		host, target = u.Host, u.RequestURI()
	}
	fmt.Fprintf(&b, "%s %s HTTP/1.1\n", e.Method, target)
	if host != "" && !slices.ContainsFunc(e.ReqHeader, func(h market.Header) bool { return strings.EqualFold(h.Name, "Host") }) {
		fmt.Fprintf(&b, "Host: %s\n", host)
	}
	writeHeader(&b, e.ReqHeader)
	b.WriteString("\n" + e.ReqBody)
	return b.String()
}

// responseText is an answer as it came; without one, why.
func responseText(e *market.Exchange) string {
	if e.Status == 0 {
		return templates.Or(e.Err, "—")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "HTTP %s\n", statusLine(e.Status))
	writeHeader(&b, e.RespHeader)
	b.WriteString("\n" + e.RespBody)
	if e.Cut {
		b.WriteString("\n…")
	}
	if e.Err != "" {
		b.WriteString("\n\n" + e.Err)
	}
	return b.String()
}

func writeHeader(b *strings.Builder, h []market.Header) {
	for _, line := range h {
		b.WriteString(line.Name + ": " + line.Value + "\n")
	}
}

func statusLine(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

func exchangeViews(p *templates.Page, exchanges []market.Exchange) (views []templates.ExchangeView, said string) {
	var bytes int64
	for i := range exchanges {
		e := &exchanges[i]
		bytes += e.RespBytes
		v := templates.ExchangeView{
			Step: stepLabel(p, e.Step), Line: e.Method + " " + pathOf(e.URL), Status: statusLine(e.Status),
			Bad:   e.Status == 0 || e.Status >= 400 && e.Status != http.StatusMethodNotAllowed,
			Times: times(p, e), Remote: e.Remote, Sent: requestText(e), Got: responseText(e),
			Size: sizeText(e.RespBytes), Curl: report.Curl(*e),
		}
		if e.Status == 0 {
			v.Status = templates.Or(e.Err, p.T("desk.noAnswer"))
		}
		if e.Cut {
			v.Size = p.T("desk.cut", v.Size)
		}
		views = append(views, v)
	}
	return views, p.N("desk.exchanges", len(exchanges), sizeText(bytes))
}

// stepLabel names an exchange; "list/2" and "mcp/list/2" are the second page of a list.
func stepLabel(p *templates.Page, step string) string {
	rest, standard := strings.CutPrefix(step, "mcp/")
	kind, page, more := strings.Cut(rest, "/")
	if standard {
		kind = "mcp-" + kind
	}
	name := step
	if key := "desk.step_" + kind; p.Has(key) {
		name = p.T(key)
		if more {
			name += " " + page
		}
	}
	return name
}

func pathOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	return u.RequestURI()
}

func times(p *templates.Page, e *market.Exchange) string {
	parts := []string{p.T("desk.took", i18n.Duration(e.Took))}
	for _, t := range []struct {
		name string
		d    time.Duration
	}{{"DNS", e.DNS}, {"TCP", e.Connect}, {"TLS", e.TLS}, {p.T("desk.firstByte"), e.FirstByte}} {
		if t.d > 0 {
			parts = append(parts, t.name+" "+i18n.Duration(t.d))
		}
	}
	return strings.Join(parts, " · ")
}

// sizeText writes a number of bytes as people read it.
func sizeText(n int64) string {
	switch {
	case n < 1<<10:
		return strconv.FormatInt(n, 10) + " B"
	case n < 1<<20:
		return strconv.FormatFloat(float64(n)/(1<<10), 'f', 1, 64) + " KiB"
	}
	return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MiB"
}
