package notify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"marketd/market"
	"marketd/notify"
	"marketd/storage"
	"marketd/storage/jobs"
)

// openSeal keeps what it is given, bound to its place.
type openSeal struct{}

func (openSeal) Seal(plain []byte, context string) ([]byte, error) {
	return []byte(context + "\x00" + string(plain)), nil
}

func (openSeal) Open(sealed []byte, context string) ([]byte, error) {
	prefix := context + "\x00"
	if len(sealed) < len(prefix) || string(sealed[:len(prefix)]) != prefix {
		return nil, fmt.Errorf("sealed elsewhere")
	}
	return sealed[len(prefix):], nil
}

// announce does what the market does when something happens.
func announce(t *testing.T, db *storage.DB, e market.Event) {
	t.Helper()
	raw, err := json.Marshal(market.NotifyArgs{Event: e.ID})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(t.Context(), func(w market.Writer) error {
		if _, err := w.InsertEvent(t.Context(), e); err != nil {
			return err
		}
		return w.Enqueue(t.Context(), market.Job{Kind: market.JobNotify, Args: raw, Key: e.ID})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDeadSinkDelaysNobody has one sink that never answers, one that fails, and
// one that works, on the real queue.
func TestDeadSinkDelaysNobody(t *testing.T) {
	t.Parallel()
	db, err := storage.Open(t.Context(), storage.Options{Path: filepath.Join(t.TempDir(), "market.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	account := market.Account{ID: "owner", Email: "dev@example.com", Role: market.RoleDeveloper, CreatedAt: then}
	if err := db.Update(t.Context(), func(w market.Writer) error { return w.InsertAccount(t.Context(), account) }); err != nil {
		t.Fatal(err)
	}

	hanging, release, arrived := make(chan struct{}, 100), make(chan struct{}), make(chan string, 100)
	dead := newSink(t, func(http.ResponseWriter, *http.Request) { hanging <- struct{}{}; <-release })
	broken := newSink(t, answer(500, ""))
	well := newSink(t, func(_ http.ResponseWriter, r *http.Request) { arrived <- r.Header.Get("Webhook-Id") })
	t.Cleanup(func() { close(release) })

	n := market.NewNotices(market.NoticeOptions{
		Store: db, Clock: market.SystemClock{}, Sealer: openSeal{}, BaseURL: "https://market.example.com",
		Sender: notify.New(notify.Options{Guard: guard(dead, broken, well), BaseURL: "https://market.example.com", Clock: market.SystemClock{}}),
	})
	actor := market.Actor{Account: account.ID, Role: account.Role}
	for _, target := range []string{dead.URL + "/1", dead.URL + "/2", dead.URL + "/3", broken.URL, well.URL} {
		if _, _, err := n.Add(t.Context(), actor, market.NewChannel{Kind: market.ChannelWebhook, ChannelSettings: market.ChannelSettings{Target: target}}); err != nil {
			t.Fatal(err)
		}
	}
	queue, err := jobs.New(db, jobs.Options{
		Handlers: map[string]market.JobHandler{market.JobNotify: handler(n.Notify), market.JobDeliver: handler(n.Deliver)},
		Workers:  map[string]int{market.JobDeliver: 4}, // fewer than there are channels
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := queue.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
		defer cancel()
		if err := queue.Stop(ctx); err != nil {
			t.Error(err)
		}
	}()

	start := time.Now()
	announce(t, db, market.Event{ID: "1", Key: "1", At: start.UTC(), Kind: market.EventHeld, Listing: "a", Account: account.ID})
	first := <-arrived
	<-hanging
	announce(t, db, market.Event{ID: "2", Key: "2", At: start.UTC(), Kind: market.EventRestored, Listing: "a", Account: account.ID})
	if second := <-arrived; second == first {
		t.Error("both messages have one id")
	}
	if took := time.Since(start); took > 8*time.Second {
		t.Errorf("a dead sink delayed another's message: %v", took)
	}
	dead.mu.Lock()
	defer dead.mu.Unlock()
	if len(dead.seen) > 2 {
		t.Errorf("%d messages on their way to one host at once", len(dead.seen))
	}
}

func handler[A any](do func(context.Context, A) error) market.JobHandler {
	return func(ctx context.Context, raw json.RawMessage) error {
		var args A
		if err := json.Unmarshal(raw, &args); err != nil {
			return err
		}
		return do(ctx, args)
	}
}
