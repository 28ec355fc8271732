package storage

import (
	"context"
	"errors"
	"fmt"
)

// Purpose is what a database is for. Its first opening for a purpose settles
// that for good: a demo's accounts have passwords that everyone knows.
type Purpose string

// The purposes.
const (
	AnyPurpose Purpose = "" // of an opening that takes it as it is
	ForMarket  Purpose = "market"
	ForDemo    Purpose = "demo"
)

// PurposeError says that a database is for something else than it was opened for.
type PurposeError struct{ Is, Wanted Purpose }

func (e *PurposeError) Error() string {
	return fmt.Sprintf("the database is a %s's and was opened for a %s", e.Is, e.Wanted)
}

// purposeSetting is the name under which the purpose is noted.
const purposeSetting = "purpose"

// admits refuses an opening for another purpose. It changes nothing.
func (db *DB) admits(ctx context.Context, want Purpose) error {
	return db.view(ctx, func(t *tx) error {
		_, err := t.fits(ctx, want)
		return err
	})
}

// claim admits the opening and settles an open purpose.
func (db *DB) claim(ctx context.Context, want Purpose) error {
	if want == AnyPurpose {
		return nil
	}
	settled := false
	err := db.view(ctx, func(t *tx) (err error) {
		settled, err = t.fits(ctx, want)
		return err
	})
	if err != nil || settled {
		return err
	}
	return db.update(ctx, func(t *tx) error {
		if _, err := t.fits(ctx, want); err != nil { // another process may have been first
			return err
		}
		return t.putSetting(ctx, purposeSetting, string(want))
	})
}

// fits reports whether the wanted purpose is settled; a *PurposeError when
// another is. What holds anything and was never claimed is a market's.
func (t *tx) fits(ctx context.Context, want Purpose) (settled bool, err error) {
	noted, err := t.setting(ctx, purposeSetting)
	is := Purpose(noted)
	switch {
	case errors.Is(err, errNoSetting):
		used, err := t.used(ctx)
		if err != nil {
			return false, err
		}
		if used {
			is = ForMarket
		}
	case err != nil:
		return false, err
	}
	if is != AnyPurpose && want != AnyPurpose && is != want {
		return false, &PurposeError{is, want}
	}
	return noted != "", nil
}

// used reports whether anybody has left anything in the database.
func (t *tx) used(ctx context.Context) (bool, error) {
	return one(ctx, t, errNoRow, func(r row) (used bool, err error) { return used, r.Scan(&used) },
		`SELECT EXISTS (SELECT 1 FROM account) OR EXISTS (SELECT 1 FROM invite)
			OR EXISTS (SELECT 1 FROM submission) OR EXISTS (SELECT 1 FROM listing) OR EXISTS (SELECT 1 FROM act)`)
}
