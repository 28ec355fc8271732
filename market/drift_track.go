package market

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"marketd/market/digest"
)

// The numbers of rules DRF-004 to DRF-006.
const (
	cosmeticADay   = 3  // taken over by the rules in 24 hours
	cosmeticAMonth = 10 // and in 30 days
	flapTurns      = 3  // in 24 hours, among
	flapSets       = 3  // sets at most
	goneFor        = 24 * time.Hour
)

// seenTools is what a probe showed of a listing's tools, judged against the set
// that was approved when the probe was made. The zero value: nothing to judge.
type seenTools struct {
	against string // digest of the approved set
	digest  string // of what was seen
	tools   []json.RawMessage
	digests []string
	verdict DriftVerdict
}

// seenDigest is the digest of a set of tools that a server showed. One that has
// none, since a tool cannot be pinned, is named by its bytes: not to be pinned is
// no way to change unseen.
func seenDigest(tools []json.RawMessage) (set string, each []string) {
	if set, each = digest.List(tools); set != "" {
		return set, each
	}
	sums := make([]string, len(tools))
	for i, t := range tools {
		sum := sha256.Sum256(t)
		sums[i] = hex.EncodeToString(sum[:])
	}
	slices.Sort(sums)
	sum := sha256.Sum256([]byte(strings.Join(sums, "\n")))
	return "unpinned:sha256:" + hex.EncodeToString(sum[:]), each
}

// judgeDrift compares what a probe saw with what is approved, outside any
// transaction: it takes milliseconds. What was judged before, and waits, was
// dismissed or refused, is not judged again.
func (w *Watch) judgeDrift(ctx context.Context, l Listing, p Probe) (seenTools, error) {
	list, ok := p.Tools()
	if !ok || w.Drift == nil {
		return seenTools{}, nil
	}
	s := seenTools{against: l.Digest, tools: list.Tools}
	if s.digest, s.digests = seenDigest(list.Tools); s.digest == l.Digest {
		return seenTools{}, nil
	}
	c, known := DriftCase{Listing: l, Seen: list.Tools}, false
	err := w.Store.View(ctx, func(r Reader) (err error) {
		if known, err = knownDrift(ctx, r, l, s.digest); err != nil || known {
			return err
		}
		human, err := r.ApprovedTools(ctx, l.ID)
		if err != nil && KindOf(err) != NotFound {
			return err
		}
		if human.Digest != l.Digest {
			c.Human = human.Tools
		}
		c.Settings, err = ruleSettings(ctx, r)
		return err
	})
	if err != nil || known {
		return seenTools{}, err
	}
	s.verdict, err = w.Drift.JudgeDrift(ctx, c)
	return s, err
}

// judgePart is judgeDrift for a list that broke off: an app reads what came before.
// That tools are missing says nothing then, and neither does a change that waits for
// a person; a dangerous one counts, or an endless list would hide it.
func (w *Watch) judgePart(ctx context.Context, l Listing, p Probe) (seenTools, error) {
	part := p.List
	if len(part.Tools) == 0 {
		part = p.MCP.List
	}
	if len(part.Tools) == 0 {
		return seenTools{}, nil
	}
	part.Fault, part.Pages = Note{}, max(1, part.Pages)
	p.List = part
	s, err := w.judgeDrift(ctx, l, p)
	if s.verdict.Class != DriftDangerous {
		return seenTools{}, err
	}
	return s, err
}

// knownDrift reports whether what was seen waits, was dismissed or refused already,
// against what is approved now. What was refused, or is dangerous, is judged again
// when the hold for it is over: to go back, be listed again and show it once more
// is no way around the hold.
func knownDrift(ctx context.Context, r Reader, l Listing, digest string) (bool, error) {
	same, err := r.Drifts(ctx, DriftFilter{Listing: l.ID, After: digest, States: []DriftState{DriftOpen, DriftDismissed, DriftRefused}})
	return slices.ContainsFunc(same, func(d Drift) bool {
		holds := d.State == DriftRefused || d.State == DriftOpen && d.Class == DriftDangerous
		return d.Before == l.Digest && (!holds || l.Hold != HoldNone)
	}), err
}

// trackDrift follows a listing's tools in the transaction that folds a probe:
// it opens, moves or ends the listing's drift, takes a cosmetic change over and
// quarantines after a dangerous one. It reports whether the catalog changed.
// after is the health that will be saved; l is without its tools.
func (w *Watch) trackDrift(ctx context.Context, tx Writer, l Listing, after *Health, r ProbeRecord, seen seenTools) (bool, error) {
	moved := l.Health.Digest != after.Digest
	if w.Drift == nil || r.Digest == "" || r.Digest != after.Digest || !moved && r.Digest == l.Digest {
		return false, nil
	}
	t := tracking{ctx: ctx, tx: tx, l: l, r: r, seen: seen}
	if err := t.look(moved); err != nil {
		return false, err
	}
	switch {
	case r.Digest == l.Digest:
		return false, t.back()
	case seen.digest != r.Digest || seen.against != l.Digest: // judged already, or against what is approved no more
		return false, nil
	}
	return t.differs()
}

// tracking is one call of trackDrift.
type tracking struct {
	ctx       context.Context //nolint:containedctx // of the one call
	tx        Writer
	l         Listing
	r         ProbeRecord
	seen      seenTools
	open      *Drift // with its tools; nil when none waits
	sightings []Sighting
}

// look reads what is known and keeps the sighting.
func (t *tracking) look(moved bool) error {
	open, err := openDrift(t.ctx, t.tx, t.l.ID)
	if t.open = open; err != nil {
		return err
	}
	if moved {
		s := Sighting{Listing: t.l.ID, At: t.r.At, Digest: t.r.Digest, Class: DriftNone}
		switch {
		case t.r.Digest == t.l.Digest:
		case t.seen.digest == t.r.Digest:
			s.Class = t.seen.verdict.Class
		case open != nil && open.After == t.r.Digest:
			s.Class = open.Class
		default:
			s.Class = DriftMaterial // dismissed or refused
		}
		if err := t.tx.InsertSighting(t.ctx, s); err != nil {
			return err
		}
	}
	t.sightings, err = t.tx.Sightings(t.ctx, t.l.ID, t.r.At.Add(-24*time.Hour))
	return err
}

// openDrift is the listing's drift that waits for a person, nil without one.
func openDrift(ctx context.Context, r Reader, listing string) (*Drift, error) {
	found, err := r.Drifts(ctx, DriftFilter{Listing: listing, States: []DriftState{DriftOpen}, Limit: 1})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	d, err := r.Drift(ctx, found[0].ID)
	return &d, err
}

// flaps reports whether few sets alternate (rule DRF-005): several back ends
// behind one name.
func (t *tracking) flaps() bool {
	if len(t.sightings) < flapTurns {
		return false
	}
	sets, again := map[string]bool{t.l.Digest: true}, t.r.Digest == t.l.Digest
	for i, s := range t.sightings { // the newest is this one
		sets[s.Digest] = true
		again = again || i > 0 && s.Digest == t.r.Digest
	}
	return again && len(sets) <= flapSets
}

// returned reports whether the server was away for a day before this (rule DRF-006).
func (t *tracking) returned() bool {
	h := t.l.Health
	return h.State.Away() || !h.FailedAt.IsZero() && t.r.At.Sub(h.FailedAt) >= goneFor
}

// back is the server showing the approved tools again. That ends the drift, unless
// the listing is held for it, or sets alternate: then a person says what comes of it.
func (t *tracking) back() error {
	if t.open == nil {
		return t.reopen()
	}
	d := *t.open
	d.After, d.MovedAt = d.Before, t.r.At
	if flaps := t.flaps(); flaps && !slices.Contains(d.Rules, "DRF-005") {
		d.flag("DRF-005", driftFlaps)
	} else if !flaps && !d.Held && !slices.Contains(d.Rules, "DRF-005") {
		d.State, d.After = DriftReverted, t.open.After
		if err := t.tx.AppendAct(t.ctx, t.act(ActDriftReverted, d)); err != nil {
			return err
		}
	}
	return t.tx.UpdateDrift(t.ctx, d)
}

// reopen brings a refused change to the reviewers once more: the server of the
// listing that is held for it shows the approved tools again, and a person has to
// lift the hold.
func (t *tracking) reopen() error {
	last, err := lastDrift(t.ctx, t.tx, t.l.ID)
	if err != nil || t.l.Hold != HoldQuarantined || last.State != DriftRefused || !last.Held || last.Back() || last.Before != t.l.Digest {
		return err
	}
	d, err := t.tx.Drift(t.ctx, last.ID)
	if err != nil {
		return err
	}
	d.State, d.After, d.MovedAt, d.SecondedBy = DriftOpen, d.Before, t.r.At, ""
	if err := d.save(t.ctx, t.tx, t.act(ActDriftBack, d)); err != nil {
		return err
	}
	e := driftEvent(EventDriftMaterial, "back/"+d.DecidedAt.UTC().Format(time.RFC3339Nano), t.l, d, t.r.At)
	e.Data.Decision, e.Data.Detail = DriftIsBack, ""
	return announce(t.ctx, t.tx, e)
}

// DriftIsBack is [EventData].Decision of a refused change whose server shows the
// approved tools again.
const DriftIsBack = "back"

func (t *tracking) act(action string, d Drift) Act {
	return Act{At: t.r.At, Action: action, Object: listingObject(t.l.ID), Before: d.Before, After: d.After, Rules: d.Rules}
}
