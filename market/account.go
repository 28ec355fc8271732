package market

import "time"

// Role is what an account may do; each includes the one before.
type Role string

// The roles.
const (
	RoleDeveloper Role = "developer"
	RoleReviewer  Role = "reviewer"
	RoleAdmin     Role = "admin"
)

// Reviews reports whether the role may use the desk.
func (r Role) Reviews() bool { return r == RoleReviewer || r == RoleAdmin }

// Account is a person who can sign in. Password is a PHC string.
type Account struct {
	ID        string
	Email     string // lower case
	Name      string // shown to others in place of the e-mail
	Role      Role
	Password  string
	Disabled  bool
	CreatedAt time.Time
}

// Invite is a one-time link that makes an account of the role. Hash is the
// SHA-256 of the secret in the link.
type Invite struct {
	Hash      string
	Role      Role
	ExpiresAt time.Time
}

// Actor is who acts: the account of a request, or the market itself.
type Actor struct {
	Account string // "" for the market's own jobs
	Role    Role
	IP      string // client prefix for the audit log, already shortened
}
