package storage_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// at is the instant of the tests.
var at = time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)

// hands is a clock that a test moves.
type hands struct{ now time.Time }

func (h *hands) Now() time.Time { return h.now }

func TestSessions(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		clock := &hands{at}
		s := storage.NewSessions(db, clock)
		ctx := t.Context()
		find := func(token, want string) {
			t.Helper()
			got, found, err := s.FindCtx(ctx, token)
			if err != nil || string(got) != want || found != (want != "") {
				t.Errorf("find %q: %q, %t, %v; want %q", token, got, found, err, want)
			}
		}
		find("t", "")
		for _, data := range []string{"\x00\xffone", "two"} { // the second replaces the first
			if err := s.CommitCtx(ctx, "t", []byte(data), clock.now.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			find("t", data)
		}
		if err := s.CommitCtx(ctx, "other", []byte("x"), clock.now.Add(2*time.Hour)); err != nil {
			t.Fatal(err)
		}
		find("bad \x00\xff", "")

		clock.now = clock.now.Add(time.Hour)
		find("t", "")
		find("other", "x")
		if n, err := db.Expire(ctx, clock.now); n != 1 || err != nil {
			t.Errorf("expired %d, %v; want 1", n, err)
		}
		find("other", "x")
		for range 2 {
			if err := s.DeleteCtx(ctx, "other"); err != nil {
				t.Fatal(err)
			}
		}
		find("other", "")

		if err := s.Commit("plain", []byte("y"), clock.now.Add(time.Hour)); err != nil { // what scs's Store asks for
			t.Fatal(err)
		}
		if got, found, err := s.Find("plain"); string(got) != "y" || !found || err != nil {
			t.Errorf("find: %q, %t, %v", got, found, err)
		}
		if err := s.Delete("plain"); err != nil {
			t.Fatal(err)
		}
		find("plain", "")
	})
}

func TestExpireRemovesInvites(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		err := db.Update(t.Context(), func(w market.Writer) error {
			return errors.Join(
				w.InsertInvite(t.Context(), market.Invite{Hash: "old", ExpiresAt: at}),
				w.InsertInvite(t.Context(), market.Invite{Hash: "new", ExpiresAt: at.Add(time.Second)}))
		})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := db.Expire(t.Context(), at); n != 1 || err != nil {
			t.Errorf("expired %d, %v; want 1", n, err)
		}
	})
}

func TestExpireRemovesSharedReports(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		err := db.Update(t.Context(), func(w market.Writer) error {
			return errors.Join(
				w.InsertSharedReport(t.Context(), market.SharedReport{ID: "old", Expires: at}),
				w.InsertSharedReport(t.Context(), market.SharedReport{ID: "new", Expires: at.Add(time.Second)}))
		})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := db.Expire(t.Context(), at); n != 1 || err != nil {
			t.Errorf("expired %d, %v; want 1", n, err)
		}
	})
}

func TestPing(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		if err := db.Ping(t.Context()); err != nil {
			t.Errorf("ping: %v", err)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := db.Ping(ended); err == nil {
			t.Error("a ping without time succeeded")
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if err := db.Ping(t.Context()); err == nil {
			t.Error("a closed database answers")
		}
	})
}
