package market_test

import (
	"errors"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marketd/market"
)

func TestSignUpRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	good := market.SignUpRequest{Email: "new@example.com", Name: "新人", Password: "correct horse battery"}
	for name, c := range map[string]struct {
		change func(*market.SignUpRequest)
		path   string
	}{
		"no e-mail":         {func(r *market.SignUpRequest) { r.Email = "" }, "email"},
		"a display name":    {func(r *market.SignUpRequest) { r.Email = "New <new@example.com>" }, "email"},
		"no name":           {func(r *market.SignUpRequest) { r.Name = " " }, "name"},
		"a hidden name":     {func(r *market.SignUpRequest) { r.Name = "a\u202eb" }, "name"},
		"a short password":  {func(r *market.SignUpRequest) { r.Password = "九个字符不够长啊吧" }, "password"},
		"an endless one":    {func(r *market.SignUpRequest) { r.Password = strings.Repeat("x", 129) }, "password"},
		"a megabyte a name": {func(r *market.SignUpRequest) { r.Name = strings.Repeat("名", 1<<18) }, "name"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := good
			c.change(&req)
			_, err := w.accounts.SignUp(t.Context(), market.Actor{}, req)
			e, ok := errors.AsType[*market.Error](err)
			if !ok || e.Kind != market.Invalid || len(e.Violations) != 1 || e.Violations[0].Path != c.path {
				t.Errorf("error %v, want one violation of %s", err, c.path)
			}
		})
	}
	_, err := w.accounts.SignUp(t.Context(), market.Actor{}, market.SignUpRequest{Email: "DEV@example.com ", Name: "x", Password: good.Password})
	wantCode(t, err, "EMAIL_TAKEN")
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	who := market.Actor{IP: "198.51.100.0"}
	a, err := w.accounts.SignIn(t.Context(), who, " Dev@Example.com", "correct horse battery")
	if err != nil || a.Role != market.RoleDeveloper {
		t.Fatalf("signed in as %+v, %v", a, err)
	}
	for range 5 {
		_, err = w.accounts.SignIn(t.Context(), who, "dev@example.com", "wrong")
		wantCode(t, err, "SIGN_IN_FAILED")
	}
	_, err = w.accounts.SignIn(t.Context(), who, "dev@example.com", "correct horse battery")
	wantCode(t, err, "TOO_MANY_ATTEMPTS")
	w.clock.pass(time.Minute)
	if _, err = w.accounts.SignIn(t.Context(), who, "dev@example.com", "correct horse battery"); err != nil {
		t.Errorf("a minute later: %v", err)
	}
	_, err = w.accounts.SignIn(t.Context(), market.Actor{}, "nobody@example.com", "wrong")
	wantCode(t, err, "SIGN_IN_FAILED")
}

// A burst of guesses meets the same limit as a row of them.
func TestSignInLimitHoldsAgainstABurst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var (
		wg     sync.WaitGroup
		judged atomic.Int32
	)
	for range 50 {
		wg.Go(func() {
			_, err := w.accounts.SignIn(t.Context(), market.Actor{IP: "198.51.100.0"}, "dev@example.com", "wrong")
			if errors.Is(err, &market.Error{Code: "SIGN_IN_FAILED"}) {
				judged.Add(1)
			}
		})
	}
	wg.Wait()
	if n := judged.Load(); n != 5 {
		t.Errorf("%d of 50 guesses at once were judged, want 5", n)
	}
}

// Renewing a hash touches nothing else that changed meanwhile.
func TestRenewedPasswordKeepsTheRest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	change := func(f func(*market.Account)) {
		t.Helper()
		err := w.store.Update(t.Context(), func(tx market.Writer) error {
			a, err := tx.Account(t.Context(), w.dev.Account)
			if err != nil {
				return err
			}
			f(&a)
			return tx.UpdateAccount(t.Context(), a)
		})
		if err != nil {
			t.Error(err)
		}
	}
	change(func(a *market.Account) { a.Password = "old:correct horse battery" })
	w.hasher.hashing = func() { change(func(a *market.Account) { a.Disabled = true }) }
	if _, err := w.accounts.SignIn(t.Context(), market.Actor{}, "dev@example.com", "correct horse battery"); err != nil {
		t.Fatal(err)
	}
	_, err := w.accounts.Account(t.Context(), w.dev.Account)
	if !errors.Is(err, market.ErrAccountNotFound) {
		t.Errorf("the ban was undone by a renewed hash: %v", err)
	}
}

// Rights beyond a developer's are given, and the log says by whom: not by their bearer.
func TestRolesAreGivenInTheLog(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	acts, _, err := w.desk.Audit(t.Context(), w.reviewer, market.AuditFilter{Object: "account/" + w.reviewer.Account, Oldest: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(acts) != 2 || acts[1].Action != market.ActRoleGiven || acts[1].Actor != "" || acts[1].After != "reviewer" {
		t.Errorf("acts %+v", acts)
	}
}

// A stranger's wrong guesses do not lock the owner out.
func TestSignInLimitIsNotALockOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 6 {
		_, err := w.accounts.SignIn(t.Context(), market.Actor{IP: "203.0.113.0"}, "dev@example.com", "wrong")
		if err == nil {
			t.Fatal("a wrong password was right")
		}
	}
	if _, err := w.accounts.SignIn(t.Context(), market.Actor{IP: "198.51.100.0"}, "dev@example.com", "correct horse battery"); err != nil {
		t.Errorf("the owner, elsewhere: %v", err)
	}
}

// Hashing is dear: nobody makes the market do it without end.
func TestSignUpIsLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	who := market.Actor{IP: "203.0.113.0"}
	for i := range 11 {
		req := market.SignUpRequest{Email: "new" + strconv.Itoa(i) + "@example.com", Name: "New", Password: "correct horse battery"}
		_, err := w.accounts.SignUp(t.Context(), who, req)
		if i < 10 && err != nil {
			t.Fatal(err)
		}
		if i == 10 {
			wantCode(t, err, "TOO_MANY_ATTEMPTS")
		}
	}
	_, err := w.accounts.Accept(t.Context(), who, "guess", market.SignUpRequest{Email: "x@example.com", Name: "New", Password: "correct horse battery"})
	wantCode(t, err, "TOO_MANY_ATTEMPTS")
}

func TestInviteWorksOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	need, err := w.accounts.NeedsAdmin(t.Context())
	if err != nil || !need {
		t.Fatalf("a market without an admin needs none? %v", err)
	}
	secret, err := w.accounts.Invite(t.Context(), market.RoleAdmin)
	if err != nil {
		t.Fatal(err)
	}
	req := market.SignUpRequest{Email: "admin@example.com", Name: "Admin", Password: "short"}
	if _, err := w.accounts.Accept(t.Context(), market.Actor{}, secret, req); err == nil {
		t.Fatal("a short password was accepted")
	}
	good := func(secret string, want bool) {
		t.Helper()
		if got, err := w.accounts.InviteGood(t.Context(), secret); err != nil || got != want {
			t.Errorf("good %v (%v), want %v", got, err, want)
		}
	}
	good(secret, true)
	good("nobody's", false)
	req.Password = "correct horse battery"
	a, err := w.accounts.Accept(t.Context(), market.Actor{}, secret, req)
	if err != nil || a.Role != market.RoleAdmin {
		t.Fatalf("accepted as %+v, %v", a, err)
	}
	good(secret, false)
	req.Email = "second@example.com"
	_, err = w.accounts.Accept(t.Context(), market.Actor{}, secret, req)
	wantCode(t, err, "INVITE_INVALID")

	// The account's maker gone, its other links are void: a log may still hold them.
	older, err := w.accounts.Invite(t.Context(), market.RoleAdmin)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.accounts.Create(t.Context(), market.SignUpRequest{Email: "cli@example.com", Name: "CLI", Password: req.Password}, market.RoleAdmin); err != nil {
		t.Fatal(err)
	}
	_, err = w.accounts.Accept(t.Context(), market.Actor{}, older, req)
	wantCode(t, err, "INVITE_INVALID")

	late, err := w.accounts.Invite(t.Context(), market.RoleAdmin)
	if err != nil {
		t.Fatal(err)
	}
	good(late, true)
	w.clock.pass(market.InviteFor)
	good(late, false)
	_, err = w.accounts.Accept(t.Context(), market.Actor{}, late, req)
	wantCode(t, err, "INVITE_INVALID")
}
