package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"marketd/market"
)

const (
	pingFor    = time.Second     // how long the database may take to say that it is there
	writeEvery = 5 * time.Second // how long it is believed that it takes writes, or does not
)

// health answers those who watch the process. It tells nothing of listings:
// their servers may all be down, and this market is well.
type health struct {
	ping     func(context.Context) error
	write    func(context.Context) error // asked at most once in writeEvery
	clock    market.Clock
	stopping atomic.Bool

	mu    sync.Mutex
	asked time.Time // when write was
	fault error     // what it said
}

// routes mounts the answers outside everything else: no session, no
// middleware, no log line.
func (h *health) routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /readyz", h.ready)
	mux.HandleFunc("GET /version", func(w http.ResponseWriter, _ *http.Request) {
		head(w, "application/json")
		_ = json.NewEncoder(w).Encode(thisBuild()) // a client that went away needs no answer
	})
}

func (h *health) ready(w http.ResponseWriter, r *http.Request) {
	if h.stopping.Load() {
		answer(w, http.StatusServiceUnavailable, "stopping")
		return
	}
	// The answer to the next who asks must not hang on this one's patience.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), pingFor)
	defer cancel()
	switch {
	case h.ping(ctx) != nil:
		answer(w, http.StatusServiceUnavailable, "the database does not answer")
	case h.writes(ctx) != nil:
		answer(w, http.StatusServiceUnavailable, "the database takes no writes: look at its disk")
	default:
		answer(w, http.StatusOK, "ok")
	}
}

// writes is the last answer of write, or a new one when that is old.
func (h *health) writes(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := h.clock.Now(); h.asked.IsZero() || now.Sub(h.asked) >= writeEvery {
		h.asked, h.fault = now, h.write(ctx)
	}
	return h.fault
}

func answer(w http.ResponseWriter, status int, text string) {
	head(w, "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(text + "\n")) // a client that went away needs no answer
}

func head(w http.ResponseWriter, media string) {
	w.Header().Set("Content-Type", media)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
}
