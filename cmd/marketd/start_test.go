package main

import (
	"context"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"marketd/cmd/marketd/config"
)

// A market whose queue cannot start says so and ends; it does not wait for the
// parts that have started.
func TestServeEndsWhenTheQueueCannotStart(t *testing.T) {
	t.Parallel()
	cfg, err := config.Read([]string{"--listen=127.0.0.1:0", "--data=" + dataFolder(t)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := listen(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	s, err := open(t.Context(), cfg, ln, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	sqlOn(t, cfg.Data, "DROP TABLE job_worker") // without which the queue does not start
	ended := make(chan error, 1)
	go func() { ended <- s.run(context.Background(), io.Discard, io.Discard) }()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "job_worker") {
			t.Errorf("it ends with %v", err)
		}
	case <-time.After(patience):
		t.Fatal("it neither serves nor ends")
	}
	c, err := new(net.Dialer).DialContext(t.Context(), "tcp", ln.Addr().String())
	if err == nil {
		_ = c.Close()
		t.Error("the port is still held")
	}
}
