package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"
	"time"
)

// pingFor is how long the database may take to say that it is there.
const pingFor = time.Second

// health answers those who watch the process. It tells nothing of listings:
// their servers may all be down, and this market is well.
type health struct {
	ping     func(context.Context) error
	stopping atomic.Bool
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
	ctx, cancel := context.WithTimeout(r.Context(), pingFor)
	defer cancel()
	if h.ping(ctx) != nil {
		answer(w, http.StatusServiceUnavailable, "the database does not answer")
		return
	}
	answer(w, http.StatusOK, "ok")
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
