package healthcheck

import (
	"context"
	"net/http"
	"time"

	"marketd/market"
)

const sessionHeader = "Mcp-Session-Id"

// session is one that the server opened for us, asked or not.
type session struct {
	id      string
	version string // protocol version agreed on; "" when none was
}

// Bounds of tidying up after a probe (rule PRO-017).
const (
	maxSessions = 64 // more than a probe makes exchanges
	closeTime   = 3 * time.Second
)

// remember keeps a session to be closed.
func (r *run) remember(id string) {
	if !sendable(id) || len(r.sessions) == maxSessions {
		return
	}
	for _, s := range r.sessions {
		if s.id == id {
			return
		}
	}
	r.sessions = append(r.sessions, session{id: id})
}

// agreed notes the version of a session.
func (r *run) agreed(id, version string) {
	for i := range r.sessions {
		if r.sessions[i].id == id {
			r.sessions[i].version = version
		}
	}
}

// sendable reports whether an id can be sent back as a header: if not, that is
// the server's own loss.
func sendable(id string) bool {
	for i := range len(id) {
		if id[i] < 0x21 || id[i] > 0x7e { // the characters that MCP allows
			return false
		}
	}
	return id != "" && len(id) <= maxHeader
}

// closeSessions ends every session that the probe opened, in whichever way it
// ended: a checker that does not fills its servers' memory. Any answer will do.
func (r *run) closeSessions(ctx context.Context) {
	if len(r.sessions) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), min(closeTime, r.client.Limits().Total))
	defer cancel()
	open := r.sessions
	for _, s := range open {
		c := call{step: "close", method: http.MethodDelete, header: []market.Header{{Name: sessionHeader, Value: s.id}}}
		if s.version != "" {
			c.header = append(c.header, market.Header{Name: versionHeader, Value: s.version})
		}
		_ = r.send(ctx, c)
	}
}
