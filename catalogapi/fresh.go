package catalogapi

import (
	"bytes"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/negotiate"
)

// Words says things in one language: a printer of i18n does.
type Words interface {
	T(key string, args ...any) string
	N(key string, n int, args ...any) string
	Tag() string // BCP 47
	Stretches
}

// Stretches words times and lengths of time.
type Stretches interface {
	Between(from, until, now time.Time) string
	Long(d time.Duration) string
}

// words are those of the language that the request's address names: zh (the
// default) or en. The header does not choose: what is shown elsewhere, in a
// README or a feed reader, is the same for everyone.
func (s *Server) words(c echo.Context) Words {
	lang := market.Chinese
	if c.QueryParam("lang") == string(market.English) {
		lang = market.English
	}
	return s.Words(lang)
}

// fresh answers with a body that everyone may have: with its entity tag, packed
// where that is wanted, or with 304 for who has it.
func (s *Server) fresh(c echo.Context, mediaType string, body []byte, updated time.Time) error {
	coding := negotiate.AcceptEncoding(c.Request().Header["Accept-Encoding"]).Best(func(k negotiate.Coding) bool {
		return k == negotiate.Identity || k == negotiate.Gzip && len(body) > smallBody
	})
	if coding != negotiate.Gzip {
		coding = negotiate.Identity
	}
	packed, err := encode(bytes.Clone(body), coding, effortFast, func() bool { return false })
	if err != nil {
		return err
	}
	modified := ""
	if !updated.IsZero() {
		modified = updated.UTC().Format(http.TimeFormat)
	}
	newVariant(coding, mediaType, packed, []string{entityTag(packed)}, modified).serve(c.Response(), c.Request(), modified, updated)
	return nil
}

// base is how the world reaches the market: "https://market.example".
func (s *Server) base(c echo.Context) string {
	if s.BaseURL != "" {
		return s.BaseURL
	}
	return c.Scheme() + "://" + c.Request().Host
}
