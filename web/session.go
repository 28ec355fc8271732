package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"

	"marketd/market"
)

// How long a sign-in lasts: without a request, and at all. A reviewer's ends
// sooner, since it can do more.
const (
	idleLimit         = 12 * time.Hour
	absoluteLimit     = 7 * 24 * time.Hour
	idleReviewer      = 30 * time.Minute
	absoluteReviewer  = 8 * time.Hour
	touchEvery        = time.Minute // a session is written at most so often for its idle time
	idleVisitor       = time.Hour   // a session without an account, which remembers whose check is whose
	sessionAccount    = "account"
	sessionSeen       = "seen"
	sessionPassword   = "password" // a mark of the one that it was begun with
	sessionSaid       = "said"
	secureCookiePlace = "__Host-" // prefix that ties a cookie to this host and to HTTPS
)

// newSessions makes the manager by hand: scs.New starts a goroutine for a store
// in memory that we do not use, and that cannot be stopped safely.
func (s *Server) newSessions() *scs.SessionManager {
	return &scs.SessionManager{
		Store: s.Sessions, Codec: sessionCodec{}, HashTokenInStore: true, Lifetime: absoluteLimit,
		Cookie: scs.SessionCookie{
			Name: s.cookieName("session"), Path: "/", HttpOnly: true, Persist: true, Secure: s.Secure, SameSite: http.SameSiteLaxMode,
		},
	}
}

func (s *Server) cookieName(name string) string {
	if s.Secure {
		return secureCookiePlace + name
	}
	return name // a browser takes the prefix over HTTPS only
}

type viewerKey struct{}

// session loads the session and the account that is signed in, and stores what
// the handler changed just before the answer's header goes out.
func (s *Server) session(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, account, err := s.load(c.Request().Context(), c.Request())
		if err != nil {
			return err
		}
		if account.ID != "" || s.sessions.Exists(ctx, sessionVisitor) {
			s.touch(ctx)
		}
		ctx = context.WithValue(ctx, viewerKey{}, account)
		c.SetRequest(c.Request().WithContext(ctx))
		c.Response().Before(func() { s.commit(c) })
		return next(c)
	}
}

// load reads a request's session. The account is zero for a visitor, and for
// one whose session has idled out or whose account is no more.
func (s *Server) load(ctx context.Context, r *http.Request) (context.Context, market.Account, error) {
	token := ""
	if cookie, err := r.Cookie(s.sessions.Cookie.Name); err == nil {
		token = cookie.Value
	}
	ctx, err := s.sessions.Load(ctx, token)
	if err != nil {
		return nil, market.Account{}, fmt.Errorf("load the session: %w", err)
	}
	id := s.sessions.GetString(ctx, sessionAccount)
	if id == "" {
		return ctx, market.Account{}, nil
	}
	account, err := s.Accounts.Account(ctx, id)
	switch {
	case errors.Is(err, market.ErrAccountNotFound):
		return ctx, market.Account{}, s.sessions.Destroy(ctx)
	case err != nil:
		return nil, market.Account{}, err
	}
	if s.sessions.GetString(ctx, sessionPassword) != passwordMark(account) { // changed meanwhile: whoever knew the old one is out
		return ctx, market.Account{}, s.sessions.Destroy(ctx)
	}
	limit := idleLimit
	if account.Role.Reviews() {
		limit = idleReviewer
	}
	seen := time.Unix(s.sessions.GetInt64(ctx, sessionSeen), 0)
	if s.Clock.Now().Sub(seen) > limit {
		return ctx, market.Account{}, s.sessions.Destroy(ctx)
	}
	return ctx, account, nil
}

func (s *Server) touch(ctx context.Context) {
	now := s.Clock.Now().Unix()
	if now-s.sessions.GetInt64(ctx, sessionSeen) >= int64(touchEvery.Seconds()) {
		s.sessions.Put(ctx, sessionSeen, now)
	}
}

// commit stores a changed session and sends its cookie.
func (s *Server) commit(c echo.Context) {
	// A client that has gone away must not undo what the handler did.
	ctx := context.WithoutCancel(c.Request().Context())
	switch s.sessions.Status(ctx) {
	case scs.Modified:
		if !s.sessions.Exists(ctx, sessionAccount) {
			s.sessions.SetDeadline(ctx, time.Now().Add(idleVisitor).UTC())
		}
		token, expiry, err := s.sessions.Commit(ctx)
		if err != nil {
			s.Log.ErrorContext(ctx, "session not stored", slog.Any("error", err))
			return
		}
		s.sessions.WriteSessionCookie(ctx, c.Response(), token, expiry)
	case scs.Destroyed:
		s.sessions.WriteSessionCookie(ctx, c.Response(), "", time.Time{})
	case scs.Unmodified:
	}
}

// signIn begins a session for the account under a new token (against session fixation).
func (s *Server) signIn(ctx context.Context, account market.Account) error {
	if err := s.sessions.RenewToken(ctx); err != nil {
		return err
	}
	if account.Role.Reviews() {
		s.sessions.SetDeadline(ctx, time.Now().Add(absoluteReviewer).UTC()) // the session store measures by the wall clock
	}
	s.sessions.Put(ctx, sessionAccount, account.ID)
	s.sessions.Put(ctx, sessionPassword, passwordMark(account))
	s.sessions.Put(ctx, sessionSeen, s.Clock.Now().Unix())
	return nil
}

// passwordMark tells an account's passwords apart: a digest of the salted hash.
func passwordMark(a market.Account) string {
	sum := sha256.Sum256([]byte(a.Password))
	return hex.EncodeToString(sum[:8])
}

// viewer is the account that is signed in; false for a visitor.
func viewer(c echo.Context) (market.Account, bool) {
	a, _ := c.Request().Context().Value(viewerKey{}).(market.Account)
	return a, a.ID != ""
}

// actor is who acts by a page's request.
func (s *Server) actor(c echo.Context) market.Actor {
	a, _ := viewer(c)
	return market.Actor{Account: a.ID, Role: a.Role, IP: prefix(s.ClientIP(c.Request()))}
}

// Actor is who acts by any request, for handlers outside of this package: the
// account of the session cookie, or nobody. A session that cannot be read is nobody's.
func (s *Server) Actor(r *http.Request) market.Actor {
	actor := market.Actor{IP: prefix(s.ClientIP(r))}
	if _, err := r.Cookie(s.sessions.Cookie.Name); err != nil {
		return actor
	}
	_, account, err := s.load(r.Context(), r)
	if err != nil {
		s.Log.ErrorContext(r.Context(), "session not read", slog.Any("error", err))
		return actor
	}
	actor.Account, actor.Role = account.ID, account.Role
	return actor
}

// still reports whether the request's session, read anew, is still the account's.
// A request that lasts must not outlive a sign-out.
func (s *Server) still(ctx context.Context, r *http.Request, account string) (bool, error) {
	_, now, err := s.load(bare{ctx}, r)
	return now.ID == account, err
}

// bare is a context without its values: the session manager takes a session
// that it finds there for the present one.
type bare struct{ context.Context }

func (bare) Value(any) any { return nil }

// prefix shortens an address to what tells a network, not a person: /24 or /48.
func prefix(ip string) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return ""
	}
	addr = addr.Unmap().WithZone("")
	bits := 48
	if addr.Is4() {
		bits = 24
	}
	p, _ := addr.Prefix(bits) // fails only for bits out of range
	return p.String()
}

func peerIP(r *http.Request) string {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	return ap.Addr().String()
}
