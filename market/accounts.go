package market

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// InviteFor is how long a one-time link is good.
const InviteFor = 30 * time.Minute

// Accounts signs people up and in.
type Accounts struct {
	store  Store
	hasher Hasher
	clock  Clock
	byMail *attempts // sign-ins for one e-mail from one address prefix
	byAddr *attempts // sign-ins from one address prefix
	anew   *attempts // accounts made from one address prefix
}

// NewAccounts returns an Accounts.
func NewAccounts(s Store, h Hasher, c Clock) *Accounts {
	return &Accounts{
		store: s, hasher: h, clock: c,
		byMail: newAttempts(5, time.Minute),
		byAddr: newAttempts(30, time.Minute), // a prefix is a whole office
		anew:   newAttempts(10, time.Minute),
	}
}

var (
	errSignIn = NewError(Unauthorized, "SIGN_IN_FAILED", Text{"邮箱或密码不对。", "The e-mail or the password is wrong."})
	errTries  = NewError(TooMany, "TOO_MANY_ATTEMPTS", Text{"试得太频繁了，请过一分钟再试。", "Too many attempts; try again in a minute."})
)

func tooMany(wait time.Duration) error {
	e := *errTries
	e.RetryAfter = wait
	return &e
}

// SignUpRequest is a new account's data. Password has 10 to 128 runes.
type SignUpRequest struct {
	Email    string
	Name     string
	Password string
}

// SignUp makes a developer account. Errors: Invalid with Violations (paths
// email, name, password), ErrEmailTaken, TooMany after ten in a minute from one
// address prefix.
func (a *Accounts) SignUp(ctx context.Context, actor Actor, req SignUpRequest) (Account, error) {
	if wait := a.anew.begin(actor.IP, a.clock.Now()); wait > 0 {
		return Account{}, tooMany(wait)
	}
	account, err := a.prepare(ctx, req, RoleDeveloper)
	if err != nil {
		return Account{}, err
	}
	actor.Account = account.ID
	err = a.store.Update(ctx, func(w Writer) error { return a.insert(ctx, w, actor, account) })
	return account, err
}

// Create makes an account of any role, for the command line and the demo.
func (a *Accounts) Create(ctx context.Context, req SignUpRequest, role Role) (Account, error) {
	account, err := a.prepare(ctx, req, role)
	if err != nil {
		return Account{}, err
	}
	err = a.store.Update(ctx, func(w Writer) error { return a.insert(ctx, w, Actor{}, account) })
	return account, err
}

// SignIn checks a password. One error for every failure: Unauthorized
// SIGN_IN_FAILED, in the same time for unknown e-mails; TooMany after five
// failures in a minute for one e-mail from one address prefix (so that nobody
// is locked out by a stranger elsewhere), or thirty from the prefix.
func (a *Accounts) SignIn(ctx context.Context, actor Actor, email, password string) (Account, error) {
	email = normalEmail(email)
	now := a.clock.Now()
	who := actor.IP + " " + email
	wait := a.byAddr.begin(actor.IP, now)
	if wait == 0 {
		wait = a.byMail.begin(who, now)
	}
	if wait > 0 {
		return Account{}, tooMany(wait)
	}
	account, err := a.verify(ctx, email, password)
	if errors.Is(err, errSignIn) {
		// Told to the log without saying whether the account exists.
		if logErr := a.audit(ctx, Act{At: now, Action: ActSignInFailed, Object: "sign-in", IP: actor.IP}); logErr != nil {
			return Account{}, logErr
		}
	}
	if err != nil {
		return Account{}, err
	}
	a.byMail.forget(who)
	a.byAddr.undo(actor.IP)
	return account, a.audit(ctx, Act{At: now, Actor: account.ID, Action: ActSignedIn, Object: "account/" + account.ID, IP: actor.IP})
}

// verify finds the account and checks the password. An unknown e-mail costs a
// hash too, so that time tells nothing.
func (a *Accounts) verify(ctx context.Context, email, password string) (Account, error) {
	var account Account
	err := a.store.View(ctx, func(r Reader) (err error) {
		account, err = r.AccountByEmail(ctx, email)
		return err
	})
	if errors.Is(err, ErrAccountNotFound) {
		if _, hashErr := a.hasher.Hash(ctx, password); hashErr != nil {
			return Account{}, hashErr
		}
		return Account{}, errSignIn
	}
	if err != nil {
		return Account{}, err
	}
	ok, renew, err := a.hasher.Verify(ctx, password, account.Password)
	if err != nil {
		return Account{}, err
	}
	if !ok || account.Disabled {
		return Account{}, errSignIn
	}
	if !renew {
		return account, nil
	}
	account.Password, err = a.renew(ctx, account.ID, account.Password, password)
	return account, err
}

// renew stores the password under the present parameters, unless it was
// changed meanwhile; nothing else of the account is touched. It returns what is
// stored now.
func (a *Accounts) renew(ctx context.Context, id, old, password string) (stored string, err error) {
	hash, err := a.hasher.Hash(ctx, password)
	if err != nil {
		return "", err
	}
	err = a.store.Update(ctx, func(w Writer) error {
		account, err := w.Account(ctx, id)
		if stored = account.Password; err != nil || stored != old {
			return err
		}
		account.Password, stored = hash, hash
		return w.UpdateAccount(ctx, account)
	})
	return stored, err
}

// Account finds an account that may sign in.
func (a *Accounts) Account(ctx context.Context, id string) (Account, error) {
	var account Account
	err := a.store.View(ctx, func(r Reader) (err error) {
		account, err = r.Account(ctx, id)
		return err
	})
	if err == nil && account.Disabled {
		return Account{}, ErrAccountNotFound
	}
	return account, err
}

// NeedsAdmin reports whether there is no admin yet.
func (a *Accounts) NeedsAdmin(ctx context.Context) (bool, error) {
	var admins []Account
	err := a.store.View(ctx, func(r Reader) (err error) {
		admins, err = r.Accounts(ctx, RoleAdmin)
		return err
	})
	return len(admins) == 0, err
}

// Invite makes a one-time secret that lets its bearer make an account of the
// role within [InviteFor].
func (a *Accounts) Invite(ctx context.Context, role Role) (secret string, err error) {
	secret = rand.Text()
	invite := Invite{Hash: hashSecret(secret), Role: role, ExpiresAt: a.clock.Now().Add(InviteFor)}
	err = a.store.Update(ctx, func(w Writer) error { return w.InsertInvite(ctx, invite) })
	return secret, err
}

// InviteGood reports whether the secret would be accepted now. It takes nothing.
func (a *Accounts) InviteGood(ctx context.Context, secret string) (bool, error) {
	err := a.store.View(ctx, func(r Reader) error {
		_, err := r.Invite(ctx, hashSecret(secret), a.clock.Now())
		return err
	})
	if errors.Is(err, ErrInviteInvalid) {
		return false, nil
	}
	return err == nil, err
}

// Accept makes the account that an invite promises. ErrInviteInvalid. An
// account that cannot be made leaves the invite good. Limited as SignUp is.
func (a *Accounts) Accept(ctx context.Context, actor Actor, secret string, req SignUpRequest) (Account, error) {
	if wait := a.anew.begin(actor.IP, a.clock.Now()); wait > 0 {
		return Account{}, tooMany(wait)
	}
	account, err := a.prepare(ctx, req, RoleDeveloper)
	if err != nil {
		return Account{}, err
	}
	err = a.store.Update(ctx, func(w Writer) error {
		invite, err := w.TakeInvite(ctx, hashSecret(secret), account.CreatedAt)
		if err != nil {
			return err
		}
		account.Role, actor.Account = invite.Role, account.ID
		return a.insert(ctx, w, actor, account)
	})
	return account, err
}

func (a *Accounts) prepare(ctx context.Context, req SignUpRequest, role Role) (Account, error) {
	req.Email, req.Name = normalEmail(req.Email), strings.TrimSpace(req.Name)
	if v := req.check(); len(v) > 0 {
		return Account{}, &Error{Kind: Invalid, Code: "ACCOUNT_INVALID", Msg: Text{"有几处要改。", "Some fields need another look."}, Violations: v}
	}
	hash, err := a.hasher.Hash(ctx, req.Password)
	if err != nil {
		return Account{}, err
	}
	now := a.clock.Now()
	return Account{ID: NewID(now), Email: req.Email, Name: req.Name, Role: role, Password: hash, CreatedAt: now}, nil
}

// insert stores a new account. Rights beyond a developer's are the market's to
// give, by an invite or the command line, and stand in the log as that.
func (a *Accounts) insert(ctx context.Context, w Writer, actor Actor, account Account) error {
	if err := w.InsertAccount(ctx, account); err != nil {
		return err
	}
	if err := w.InsertChannel(ctx, firstChannel(account)); err != nil {
		return err
	}
	act := Act{At: account.CreatedAt, Actor: actor.Account, Action: ActSignedUp, Object: "account/" + account.ID, IP: actor.IP}
	if err := w.AppendAct(ctx, act); err != nil || account.Role == RoleDeveloper {
		return err
	}
	if account.Role == RoleAdmin { // the links of the first start have done their work
		if err := w.DeleteInvites(ctx, RoleAdmin); err != nil {
			return err
		}
	}
	act.Actor, act.Action, act.Before, act.After = "", ActRoleGiven, string(RoleDeveloper), string(account.Role)
	return w.AppendAct(ctx, act)
}

func (a *Accounts) audit(ctx context.Context, act Act) error {
	return a.store.Update(ctx, func(w Writer) error { return w.AppendAct(ctx, act) })
}

func (req SignUpRequest) check() []Violation {
	var v []Violation
	if addr, err := mail.ParseAddress(req.Email); err != nil || addr.Address != req.Email || len(req.Email) > 254 {
		v = append(v, Violation{Path: "email", Message: Text{"这不像一个邮箱地址。", "This is not an e-mail address."}, Fix: Text{"写成 name@example.com 的样子。", "Write it as name@example.com."}})
	}
	if n := utf8.RuneCountInString(req.Name); n < 1 || n > 40 || strings.ContainsFunc(req.Name, unprintable) {
		v = append(v, Violation{Path: "name", Message: Text{"名字要 1 到 40 个字，不含控制字符。", "A name has 1 to 40 characters and no control characters."}, Fix: Text{"写一个别人认得你的名字。", "Write a name by which others know you."}})
	}
	if n := utf8.RuneCountInString(req.Password); n < 10 || n > 128 {
		v = append(v, Violation{Path: "password", Message: Text{"密码要 10 到 128 个字符。", "A password has 10 to 128 characters."}, Fix: Text{"几个不相干的词连起来就很好。", "A few unrelated words make a good one."}})
	}
	return v
}

func unprintable(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }

func visible(r rune) bool { return !unprintable(r) && !unicode.IsSpace(r) }

func normalEmail(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
