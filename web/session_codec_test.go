package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/gob"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSessionCodec(t *testing.T) {
	t.Parallel()
	deadline := time.Date(2026, 11, 30, 18, 0, 0, 1, time.UTC)
	values := map[string]any{sessionAccount: "a1", sessionSeen: deadline.Unix(), sessionSaid: ""}
	b, err := sessionCodec{}.Encode(deadline, values)
	if err != nil {
		t.Fatal(err)
	}
	gotDeadline, got, err := sessionCodec{}.Decode(b)
	if err != nil || !gotDeadline.Equal(deadline) {
		t.Errorf("deadline %v, %v", gotDeadline, err)
	}
	if diff := cmp.Diff(values, got); diff != "" {
		t.Errorf("values (-put +got):\n%s", diff)
	}
	if _, err := (sessionCodec{}).Encode(deadline, map[string]any{"x": 1.5}); err == nil {
		t.Error("a number that is not whole is stored, and would come back as another type")
	}
}

// A session of an older marketd has ended, and its visitor can sign in anew.
func TestSessionOfAnOlderProgram(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.signedIn(devEmail)
	var old bytes.Buffer
	if err := gob.NewEncoder(&old).Encode(struct {
		Deadline time.Time
		Values   map[string]any
	}{time.Now().Add(time.Hour), map[string]any{sessionAccount: "someone"}}); err != nil {
		t.Fatal(err)
	}
	store := w.web.Sessions
	token := cookieOf(t, b.post("/signin", "email", devEmail, "password", password), "session").Value
	sum := sha256.Sum256([]byte(token))
	hashed := base64.RawURLEncoding.EncodeToString(sum[:])
	if _, found, err := store.Find(hashed); err != nil || !found {
		t.Fatalf("the session is not in the store: %v", err)
	}
	if err := store.Commit(hashed, old.Bytes(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if b.isSignedIn() {
		t.Error("still signed in")
	}
	if a := b.post("/signin", "email", devEmail, "password", password); a.status != http.StatusSeeOther || !b.isSignedIn() {
		t.Errorf("sign in anew: %d", a.status)
	}
}
