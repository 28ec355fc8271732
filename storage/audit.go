package storage

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gowebpki/jcs"

	"marketd/market"
)

const actColumns = "seq, at, actor, action, object, before_value, after_value, rules, note, ip, prev, hash"

func scanAct(r row) (a market.Act, err error) {
	err = r.Scan(&a.Seq, instant{&a.At}, &a.Actor, &a.Action, &a.Object, &a.Before, &a.After, into{&a.Rules}, &a.Text, &a.IP,
		&a.Prev, &a.Hash)
	return a, err
}

func (t *tx) Acts(ctx context.Context, f market.AuditFilter) ([]market.Act, error) {
	c := &conditions{}
	c.equal("object", f.Object)
	c.equal("actor", f.Actor)
	if f.Before > 0 {
		c.terms = append(c.terms, "seq < "+c.arg(f.Before))
	}
	order := " ORDER BY seq DESC"
	if f.Oldest {
		order = " ORDER BY seq"
	}
	return all(ctx, t, scanAct, "SELECT "+actColumns+" FROM act"+c.where()+order+" LIMIT "+c.arg(orDefault(f.Limit, 100)), c.args...)
}

func (t *tx) CountActs(ctx context.Context, since time.Time, actions ...string) (int, error) {
	c := &conditions{}
	marks := make([]string, len(actions))
	for i, a := range actions {
		marks[i] = c.arg(a)
	}
	c.terms = append(c.terms, "action IN ("+strings.Join(marks, ", ")+")", "at >= "+c.arg(micro(since)))
	return one(ctx, t, nil, func(r row) (n int, err error) { return n, r.Scan(&n) }, "SELECT COUNT(*) FROM act"+c.where(), c.args...)
}

// AppendAct takes the head of the chain first: whoever else appends waits.
func (t *tx) AppendAct(ctx context.Context, a market.Act) error {
	prev, err := t.takeHead(ctx)
	if err != nil {
		return err
	}
	a.Seq, a.Prev = prev.Seq, prev.Hash
	a = storableAct(a)
	if a.Hash, err = ActHash(a); err != nil {
		return fmt.Errorf("storage: act: %w", err)
	}
	if _, err := t.exec(ctx, "INSERT INTO act ("+actColumns+") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
		a.Seq, micro(a.At), a.Actor, a.Action, a.Object, a.Before, a.After, document{a.Rules}, a.Text, a.IP, a.Prev, a.Hash); err != nil {
		return err
	}
	_, err = t.exec(ctx, "UPDATE act_head SET hash = $1 WHERE id = 1", a.Hash)
	return err
}

// takeHead returns the next act's place and the hash before it.
func (t *tx) takeHead(ctx context.Context) (market.Act, error) {
	return one(ctx, t, errNoRow, func(r row) (a market.Act, err error) {
		err = r.Scan(&a.Seq, &a.Hash)
		return a, err
	}, "UPDATE act_head SET seq = seq + 1 WHERE id = 1 RETURNING seq, hash")
}

// errNoRow means that one of the rows that the migrations put in is gone.
var errNoRow = errors.New("storage: a row that the schema came with is missing")

// storableAct is the act as it will be read back: the hash must be of that.
func storableAct(a market.Act) market.Act {
	a.At = fromMicro(micro(a.At))
	for _, s := range []*string{&a.Actor, &a.Action, &a.Object, &a.Before, &a.After, &a.Text, &a.IP} {
		*s = clean(*s)
	}
	rules := make([]string, len(a.Rules))
	for i, r := range a.Rules {
		rules[i] = clean(r)
	}
	if len(rules) == 0 {
		rules = nil
	}
	a.Rules = rules
	return a
}

// ActHash is the hash that chains an act to the one before: the SHA-256, in
// lower-case hex, of the act's RFC 8785 canonical JSON without its own hash.
func ActHash(a market.Act) (string, error) {
	plain, err := json.Marshal(struct {
		market.Act
		Hash string `json:"hash,omitempty"` // hides the act's own
	}{Act: a})
	if err != nil {
		return "", err
	}
	canonical, err := jcs.Transform(plain)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:]), nil
}

// AuditBrokenError says where the audit log is not what was written.
type AuditBrokenError struct {
	Seq    int64 // of the first act that does not fit
	Reason string
}

func (e *AuditBrokenError) Error() string {
	return fmt.Sprintf("the audit log is broken at act %d: %s", e.Seq, e.Reason)
}

// VerifyAudit walks the whole audit log and returns how many acts it has. The
// error is an [*AuditBrokenError] when an act was changed, removed or put in.
func (db *DB) VerifyAudit(ctx context.Context) (int64, error) {
	t, err := db.read.BeginTx(ctx, db.engine.viewOptions())
	if err != nil {
		return 0, fmt.Errorf("storage: begin view: %w", err)
	}
	defer func() { _ = t.Rollback() }()
	last, err := walkActs(ctx, &tx{db: db, tx: t})
	if err != nil {
		return 0, err
	}
	var head market.Act
	if err := t.QueryRowContext(ctx, "SELECT seq, hash FROM act_head WHERE id = 1").Scan(&head.Seq, &head.Hash); err != nil {
		return 0, fmt.Errorf("storage: audit head: %w", err)
	}
	if head.Seq != last.Seq || head.Hash != last.Hash {
		return 0, &AuditBrokenError{last.Seq + 1, "the log ends before its head"}
	}
	return last.Seq, nil
}

// walkActs checks the chain act by act, in constant memory, and returns its last link.
func walkActs(ctx context.Context, t *tx) (last market.Act, err error) {
	rows, err := t.tx.QueryContext(ctx, "SELECT "+actColumns+" FROM act ORDER BY seq")
	if err != nil {
		return last, fmt.Errorf("storage: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		a, err := scanAct(rows)
		if err != nil {
			return last, fmt.Errorf("storage: %w", err)
		}
		if a.Seq != last.Seq+1 {
			return last, &AuditBrokenError{last.Seq + 1, "this act is missing"}
		}
		if a.Prev != last.Hash {
			return last, &AuditBrokenError{a.Seq, "it does not follow from the act before it"}
		}
		if hash, err := ActHash(a); err != nil || hash != a.Hash {
			return last, &AuditBrokenError{a.Seq, "its text is not what was hashed"}
		}
		last = a
	}
	return last, rows.Err()
}
