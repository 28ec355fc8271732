package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/market/report"
	"marketd/templates"
)

// transcripts are the listing's last good probe and its last bad one, as far as
// there are, the later one first.
func (s *Server) transcripts(ctx context.Context, p *templates.Page, id string) ([]templates.TranscriptView, error) {
	said, err := s.History.Transcripts(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []templates.TranscriptView
	for _, t := range said {
		v := templates.TranscriptView{Title: p.T("health.lastBad"), State: "reject", At: t.At}
		name := "bad"
		if t.Good {
			v.Title, v.State, name = p.T("health.lastGood"), "pass", "good"
		}
		v.Exchanges, v.Sent = exchangeViews(p, t.Exchanges)
		v.Curl = "/listings/" + url.PathEscape(id) + "/health/" + name + ".sh"
		v.JSON = "/listings/" + url.PathEscape(id) + "/health/" + name + ".json"
		out = append(out, v)
	}
	return out, nil
}

// transcriptShow sends what was said in the last good or the last bad probe, as
// commands that ask the same again or as JSON. It was redacted when it was kept.
func (s *Server) transcriptShow(c echo.Context) error {
	l, ok := s.Catalog.Current().Listing(c.Param("id"))
	if !ok {
		return market.ErrListingNotFound
	}
	name, form, _ := strings.Cut(c.Param("file"), ".")
	if name != "good" && name != "bad" || form != "sh" && form != "json" {
		return echo.ErrNotFound
	}
	said, err := s.History.Transcripts(c.Request().Context(), l.ID)
	if err != nil {
		return err
	}
	for _, t := range said {
		if t.Good != (name == "good") {
			continue
		}
		h := c.Response().Header()
		h.Set("Content-Disposition", `attachment; filename="`+l.ID+"-"+name+"."+form+`"`)
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
		if form == "sh" {
			return c.Blob(http.StatusOK, "text/plain; charset=utf-8", []byte(commands(t.Exchanges)))
		}
		body, err := json.MarshalIndent(map[string]any{"listing": t.Listing, "good": t.Good, "at": t.At, "exchanges": t.Exchanges}, "", "  ")
		if err != nil {
			return err
		}
		return c.Blob(http.StatusOK, "application/json", append(body, '\n'))
	}
	return echo.ErrNotFound
}

// commands are exchanges as commands for a shell, one after another.
func commands(exchanges []market.Exchange) string {
	var b strings.Builder
	for _, x := range exchanges {
		b.WriteString(strings.TrimRight(report.Curl(x), "\n") + "\n\n")
	}
	return b.String()
}
