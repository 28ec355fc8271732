package web

import (
	"context"
	"mime"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

const (
	maxBody      = 256 << 10 // bytes; the largest form has room to spare in it
	pageDeadline = 15 * time.Second
)

// policy lets a page load its own style sheet, script, icons and streams, and
// nothing else: no inline script, no frame, no foreign form target.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
	"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// headers sets what every answer carries.
func (s *Server) headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		h.Set("Cache-Control", "private, no-cache")
		h.Add("Vary", "Cookie, Accept-Language, Accept-Encoding")
		if s.Secure && !loopback(c.Request().Host) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		return next(c)
	}
}

// loopback reports whether the host is this machine, where a browser that
// remembers HSTS would lock out everything else that is served there.
func loopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || ip != nil && ip.IsLoopback()
}

func (s *Server) limitBody(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		limit, tooLarge := int64(maxBody), errTooLarge
		if c.Path() == "/check/tools" {
			limit, tooLarge = maxUpload, errListTooLarge
		}
		if r.ContentLength > limit {
			return tooLarge
		}
		if r.Body != nil {
			r.Body = http.MaxBytesReader(c.Response(), r.Body, limit)
		}
		return next(c)
	}
}

// sameOrigin refuses writes that another site had the browser send. Browsers
// say where a request comes from in Sec-Fetch-Site or Origin; a client that
// sends neither is no browser, and its cookies are SameSite=Lax besides.
func (s *Server) sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err := s.origin.Check(c.Request()); err != nil {
			return market.ErrCrossSite
		}
		return next(c)
	}
}

// formOnly refuses a body that is no form of a page: parsed as one it would be
// empty, and the answer about fields that were sent. No body is an empty form.
func formOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		sent := r.Header.Get(echo.HeaderContentType)
		kind, _, err := mime.ParseMediaType(sent)
		if sent == "" && r.ContentLength == 0 || err == nil && kind == echo.MIMEApplicationForm {
			return next(c)
		}
		return errMediaType
	}
}

// deadline bounds a page's work. Event streams live longer and bound themselves.
func (s *Server) deadline(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if strings.HasSuffix(c.Path(), "/events") {
			return next(c)
		}
		ctx, cancel := context.WithTimeout(c.Request().Context(), pageDeadline)
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}

// signedIn lets only an account pass; a visitor who asks for a page
// goes to the one for signing in and comes back.
func (s *Server) signedIn(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if _, ok := viewer(c); ok {
			return next(c)
		}
		r := c.Request()
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		if reads && !strings.HasSuffix(c.Path(), "/events") {
			return c.Redirect(http.StatusSeeOther, "/signin?next="+escape(r.URL.RequestURI()))
		}
		return market.ErrSignInRequired
	}
}

// reviewing lets only reviewing roles pass. Use it after signedIn.
func (s *Server) reviewing(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if a, _ := viewer(c); !a.Role.Reviews() {
			return market.ErrReviewersOnly
		}
		return next(c)
	}
}
