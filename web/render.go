package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"marketd/i18n"
	"marketd/market"
	"marketd/negotiate"
	"marketd/templates"
)

// compressFrom is the size from which compressing a page saves a packet.
const compressFrom = 1400

// renderer lends buffers and compressors to render; a zero one is ready.
type renderer struct {
	buffers, zippers sync.Pool
}

func (r *renderer) buffer() *bytes.Buffer {
	if b, ok := r.buffers.Get().(*bytes.Buffer); ok {
		b.Reset()
		return b
	}
	return new(bytes.Buffer)
}

func (r *renderer) zipper(w io.Writer) *gzip.Writer {
	if z, ok := r.zippers.Get().(*gzip.Writer); ok {
		z.Reset(w)
		return z
	}
	z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // the level is a good one
	return z
}

// render writes a page whole or not at all.
func (s *Server) render(c echo.Context, status int, page templ.Component) error {
	b := s.pool.buffer()
	defer s.pool.buffers.Put(b)
	if err := page.Render(c.Request().Context(), b); err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, echo.MIMETextHTMLCharsetUTF8)
	coding := negotiate.AcceptEncoding(c.Request().Header["Accept-Encoding"]).Best(spoken)
	if b.Len() < compressFrom || coding != negotiate.Gzip {
		return send(c, status, b)
	}
	packed := s.pool.buffer()
	defer s.pool.buffers.Put(packed)
	z := s.pool.zipper(packed)
	defer s.pool.zippers.Put(z)
	if _, err := z.Write(b.Bytes()); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	h.Set(echo.HeaderContentEncoding, coding.String())
	return send(c, status, packed)
}

// spoken tells the codings that pages are sent in.
func spoken(c negotiate.Coding) bool { return c == negotiate.Gzip || c == negotiate.Identity }

func send(c echo.Context, status int, b *bytes.Buffer) error {
	c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(b.Len()))
	c.Response().WriteHeader(status)
	if _, err := c.Response().Write(b.Bytes()); err != nil {
		return fmt.Errorf("%w: %w", errClientLeft, err)
	}
	return nil
}

// errClientLeft is an answer that nobody waits for any more: no fault of ours.
var errClientLeft = errors.New("the client went away")

// page begins the view of a page for the visitor. title is a message key, or
// the title itself.
func (s *Server) page(c echo.Context, title, nav string) *templates.Page {
	r := c.Request()
	p := &templates.Page{
		Printer: i18n.For(language(r)), Nav: nav, Path: r.URL.RequestURI(), Theme: theme(r),
		Demo: s.Demo != nil, Ruleset: s.Ruleset, Assets: s.links, Now: s.Clock.Now(),
	}
	p.Title = p.T(title)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		p.Path = backTo(r) // an answer to a form has no address of its own to come back to
	}
	p.CatalogRevision = s.Catalog.Current().Revision
	if a, ok := viewer(c); ok {
		p.Viewer = &templates.Viewer{Name: a.Name, Role: string(a.Role), Reviews: a.Role.Reviews()}
		c.Response().Header().Set("Cache-Control", "private, no-store")
	}
	p.Notice = s.said(r, p)
	return p
}

// lang is the page's language in market's words.
func lang(p *templates.Page) market.Lang { return market.Lang(p.Tag()) }

// problems words an error's violations for a form. A violation's path is the
// field's name, or a JSON pointer whose last part is.
func problems(p *templates.Page, err error) []templates.Problem {
	e := asError(err)
	var out []templates.Problem
	for _, v := range e.Violations {
		out = append(out, templates.Problem{
			Field: fieldOf(v.Path), Rule: v.Rule, Message: v.Message.In(lang(p)), Fix: v.Fix.In(lang(p)),
		})
	}
	return out
}

func fieldOf(path string) string {
	return path[strings.LastIndexByte(path, '/')+1:]
}
