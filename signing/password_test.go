package signing_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/signing"
)

var _ market.Hasher = (*signing.Passwords)(nil)

func hash(t *testing.T, p *signing.Passwords, password string) string {
	t.Helper()
	h, err := p.Hash(t.Context(), password)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestPasswords(t *testing.T) {
	t.Parallel()
	p := signing.NewPasswords(2)
	h := hash(t, p, "密码 correct horse")
	if !strings.HasPrefix(h, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash = %s, want argon2id with m=19 MiB, t=2, p=1", h)
	}
	if h == hash(t, p, "密码 correct horse") {
		t.Error("two hashes of one password are equal: the salt is not random")
	}
	for password, want := range map[string]bool{"密码 correct horse": true, "密码 correct horsf": false, "": false} {
		ok, renew, err := p.Verify(t.Context(), password, h)
		if ok != want || renew || err != nil {
			t.Errorf("Verify(%q) = %v, %v, %v; want %v, false, nil", password, ok, renew, err, want)
		}
	}
}

func TestPasswordsRenewOldParameters(t *testing.T) {
	t.Parallel()
	// "pässword" under the salt "somesaltsomesalt", m=8 MiB, t=1, p=1.
	const old = "$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$"
	p := signing.NewPasswords(1)
	weak := old + "uec2fzdciZM+CBiiUAXQEF7ZKz42iQUTDNtOs7UWxG4"
	ok, renew, err := p.Verify(t.Context(), "pässword", weak)
	if !ok || !renew || err != nil {
		t.Errorf("Verify = %v, %v, %v; want true, true, nil", ok, renew, err)
	}
	if ok, renew, _ := p.Verify(t.Context(), "wrong", weak); ok || renew {
		t.Errorf("a wrong password asks for renewal: %v, %v", ok, renew)
	}
}

func TestPasswordsRefuseHashes(t *testing.T) {
	t.Parallel()
	p := signing.NewPasswords(1)
	const salt, key = "c29tZXNhbHRzb21lc2FsdA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	for _, h := range []string{
		"", "plain", "$2a$10$abc",
		"$argon2i$v=19$m=19456,t=2,p=1$" + salt + "$" + key,
		"$argon2id$v=16$m=19456,t=2,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=4194304,t=2,p=1$" + salt + "$" + key, // 4 GiB
		"$argon2id$v=19$m=19456,t=4000000,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=0,p=1$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=2,p=0$" + salt + "$" + key,
		"$argon2id$v=19$m=19456,t=2,p=1$" + salt + "$",
		"$argon2id$v=19$m=19456,t=2,p=1$$" + key,
	} {
		if ok, _, err := p.Verify(t.Context(), "", h); ok || err == nil {
			t.Errorf("Verify against %q = %v, %v; want an error", h, ok, err)
		}
	}
}

func TestPasswordsGiveUpWithTheContext(t *testing.T) {
	t.Parallel()
	p := signing.NewPasswords(1)
	h := hash(t, p, "a long password")
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	if _, err := p.Hash(ctx, "x"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Hash with a dead context: %v", err)
	}
	if ok, _, err := p.Verify(ctx, "a long password", h); ok || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Verify with a dead context: %v, %v", ok, err)
	}
}

func FuzzVerify(f *testing.F) {
	f.Add("$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Add("$argon2id$v=19$m=,t=,p=$$")
	p := signing.NewPasswords(1)
	f.Fuzz(func(t *testing.T, h string) {
		if ok, _, _ := p.Verify(t.Context(), "guess", h); ok {
			t.Errorf("a made-up hash accepts a guess: %q", h)
		}
	})
}
