package market

import "context"

// Accounts signs people up and in.
type Accounts struct {
	store  Store
	hasher Hasher
	clock  Clock
}

// NewAccounts returns an Accounts.
func NewAccounts(s Store, h Hasher, c Clock) *Accounts { return &Accounts{s, h, c} }

// SignUpRequest is a new account's data. Password has 10 to 128 runes.
type SignUpRequest struct {
	Email    string
	Name     string
	Password string
}

// SignUp makes a developer account. Errors: Invalid with Violations (paths
// email, name, password), ErrEmailTaken.
func (a *Accounts) SignUp(ctx context.Context, actor Actor, req SignUpRequest) (Account, error) {
	panic("being written")
}

// SignIn checks a password. One error for every failure: Unauthorized
// SIGN_IN_FAILED, in the same time for unknown e-mails; TooMany after five
// failures in a minute for one e-mail or address.
func (a *Accounts) SignIn(ctx context.Context, actor Actor, email, password string) (Account, error) {
	panic("being written")
}

// Account finds an account that may sign in.
func (a *Accounts) Account(ctx context.Context, id string) (Account, error) {
	panic("being written")
}

// Create makes an account of any role, for the command line and the demo.
func (a *Accounts) Create(ctx context.Context, req SignUpRequest, role Role) (Account, error) {
	panic("being written")
}

// NeedsAdmin reports whether there is no admin yet.
func (a *Accounts) NeedsAdmin(ctx context.Context) (bool, error) { panic("being written") }

// Invite makes a one-time secret that lets its bearer make an account of the
// role within 30 minutes.
func (a *Accounts) Invite(ctx context.Context, role Role) (secret string, err error) {
	panic("being written")
}

// Accept makes the account that an invite promises. ErrInviteInvalid.
func (a *Accounts) Accept(ctx context.Context, actor Actor, secret string, req SignUpRequest) (Account, error) {
	panic("being written")
}
