package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/i18n"
)

const (
	languageCookie = "lang"
	themeCookie    = "theme"
	yearSeconds    = 365 * 24 * 60 * 60
)

// language is what the address asks for, else what the visitor chose, else
// what the browser prefers.
func language(r *http.Request) string {
	if r.URL.RawQuery != "" {
		if l := r.URL.Query().Get("lang"); l == i18n.English || l == i18n.Chinese {
			return l
		}
	}
	chosen := ""
	if cookie, err := r.Cookie(languageCookie); err == nil {
		chosen = cookie.Value
	}
	return i18n.Match(chosen, r.Header.Get("Accept-Language"))
}

func theme(r *http.Request) string {
	cookie, err := r.Cookie(themeCookie)
	if err != nil || cookie.Value != "light" && cookie.Value != "dark" {
		return ""
	}
	return cookie.Value
}

func (s *Server) languageSet(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	if l := f.Get("lang"); l == i18n.English || l == i18n.Chinese {
		s.remember(c, languageCookie, l)
	}
	return c.Redirect(http.StatusSeeOther, without(safePath(f.Get("back")), "lang"))
}

func (s *Server) themeSet(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	switch t := f.Get("theme"); t {
	case "light", "dark", "":
		s.remember(c, themeCookie, t)
	}
	return c.Redirect(http.StatusSeeOther, safePath(f.Get("back")))
}

// remember sets a cookie for a year; an empty value forgets it.
func (s *Server) remember(c echo.Context, name, value string) {
	cookie := &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteLaxMode, MaxAge: yearSeconds} //nolint:gosec // Secure wherever HTTPS is
	if value == "" {
		cookie.MaxAge = -1
	}
	c.SetCookie(cookie)
}

// form reads a page's form: url-encoded only, within the body limit.
func form(c echo.Context) (url.Values, error) {
	if err := c.Request().ParseForm(); err != nil {
		if e := asError(err); e == errTooLarge {
			return nil, err
		}
		return nil, errMalformed
	}
	return c.Request().PostForm, nil
}

// safePath keeps a path of this site and makes anything else "/": a redirect
// must not lead where a link from elsewhere says.
func safePath(p string) string {
	u, err := url.Parse(p)
	if err != nil || u.IsAbs() || u.Host != "" || u.User != nil || len(p) > 2000 ||
		!strings.HasPrefix(p, "/") || strings.HasPrefix(p, "//") || strings.ContainsAny(p, "\\\r\n\t\x00") {
		return "/"
	}
	// What is written back is judged again: an escape that does not survive the
	// round trip, as in "/%2f ", would make a path of two slashes, another host's.
	if p = u.RequestURI(); strings.HasPrefix(p, "//") {
		return "/"
	}
	return p
}

// without drops a parameter from a path's query.
func without(path, param string) string {
	u, err := url.Parse(path)
	if err != nil {
		return "/"
	}
	q := u.Query()
	q.Del(param)
	u.RawQuery = q.Encode()
	return safePath(u.RequestURI())
}

// backTo is the page that a form was sent from, when it is one of ours.
func backTo(r *http.Request) string {
	u, err := url.Parse(r.Referer())
	if err != nil || u.Host != r.Host {
		return "/"
	}
	return safePath(u.RequestURI())
}

func escape(s string) string { return url.QueryEscape(s) }

// pathWith is a path with those parameters (name, value, …) that are not empty.
func pathWith(path string, pairs ...string) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
