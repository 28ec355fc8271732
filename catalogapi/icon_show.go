package catalogapi

import (
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

const iconRoute = "/icons/:name" // see market.Listing.IconPath

// iconShow sends an icon that we drew (rule META-004). Its address names its
// content, so nobody needs to ask for it twice.
func (s *Server) iconShow(c echo.Context) error {
	hash, ok := strings.CutSuffix(c.Param("name"), ".png")
	if raw, err := hex.DecodeString(hash); !ok || err != nil || len(raw) != 32 || hash != strings.ToLower(hash) {
		return market.ErrIconNotFound
	}
	png, err := s.Catalog.Icon(c.Request().Context(), hash)
	if err != nil {
		return err
	}
	h, tag := c.Response().Header(), `"`+hash+`"`
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("ETag", tag)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if _, have := notModified(c.Request().Header, []string{tag}, "", time.Time{}); have {
		return c.NoContent(http.StatusNotModified)
	}
	return c.Blob(http.StatusOK, "image/png", png)
}
