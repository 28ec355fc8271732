package signing

import (
	"context"
	"fmt"

	"github.com/alexedwards/argon2id"
	"golang.org/x/sync/semaphore"
)

// cost is OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
var cost = argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// limit is the dearest hash that Verify computes; a PHC string that asks for
// more was not made here and would be a way to eat the machine's memory.
var limit = argon2id.Params{Memory: 256 * 1024, Iterations: 16, Parallelism: 16}

// Passwords hashes passwords with argon2id as PHC strings. It implements
// market.Hasher and is safe for concurrent use.
type Passwords struct {
	slots *semaphore.Weighted
}

// NewPasswords returns a Passwords that computes at most parallel hashes at
// once (19 MiB each); the others wait for their turn, or their context's end.
func NewPasswords(parallel int) *Passwords {
	return &Passwords{semaphore.NewWeighted(int64(max(1, parallel)))}
}

// Hash returns the PHC string of the password under a new salt.
func (p *Passwords) Hash(ctx context.Context, password string) (string, error) {
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	defer p.slots.Release(1)
	c := cost
	phc, err := argon2id.CreateHash(password, &c)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return phc, nil
}

// Verify reports whether the password is right, and whether the hash wants
// renewing because its parameters are not today's. An unreadable hash is an error.
func (p *Passwords) Verify(ctx context.Context, password, hash string) (ok, renew bool, err error) {
	params, _, _, err := argon2id.DecodeHash(hash)
	if err != nil {
		return false, false, fmt.Errorf("verify password: %w", err)
	}
	if !sane(params) {
		return false, false, fmt.Errorf("verify password: refused the parameters %+v", *params)
	}
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return false, false, fmt.Errorf("verify password: %w", err)
	}
	defer p.slots.Release(1)
	ok, _, err = argon2id.CheckHash(password, hash)
	if err != nil {
		return false, false, fmt.Errorf("verify password: %w", err)
	}
	return ok, ok && *params != cost, nil
}

// sane reports whether computing with the parameters neither panics (argon2
// does on zero passes or lanes) nor matches everything (an empty key would)
// nor costs more than the limit.
func sane(p *argon2id.Params) bool {
	return p.Iterations >= 1 && p.Parallelism >= 1 && p.KeyLength >= 16 && p.SaltLength >= 8 &&
		p.Memory <= limit.Memory && p.Iterations <= limit.Iterations && p.Parallelism <= limit.Parallelism &&
		p.KeyLength <= 1024
}
