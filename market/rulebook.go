package market

import (
	"context"
	"maps"
	"strings"
	"time"
	"unicode/utf8"
)

// Rulebook is the rules of review as the market's admins have them weigh, and
// how each of them did. Reviewers read it, admins change it.
type Rulebook struct {
	store      Store
	clock      Clock
	docs       []RuleDoc
	configured map[string]RuleSetting
}

// NewRulebook returns the Rulebook of the rules, in catalogue order. configured
// are the settings that the operator gave to the program; what an admin sets
// wins over them.
func NewRulebook(s Store, c Clock, docs []RuleDoc, configured map[string]RuleSetting) *Rulebook {
	return &Rulebook{store: s, clock: c, docs: docs, configured: configured}
}

// SavedSetting is a setting that an admin gave a rule, with why.
type SavedSetting struct {
	Rule string
	RuleSetting
	Reason string
	By     string // account id
	At     time.Time
}

// defaultSetting is that of a rule which nobody set.
var defaultSetting = RuleSetting{Enforced: true, Required: true}

var (
	errAdminsOnly  = NewError(Forbidden, "ADMINS_ONLY", Text{"只有管理员能改规则。", "Only an admin may change the rules."})
	errNoRule      = NewError(NotFound, "RULE_NOT_FOUND", Text{"没有这条规则；也许编号打错了。", "There is no such rule; its id may be mistyped."})
	errNotSettable = NewError(Conflict, "RULE_NOT_SETTABLE", Text{"这一条不影响结论，没有可改的设置。", "This one does not bear on the verdict; there is nothing to set."})
	errSeverity    = &Error{Kind: Invalid, Code: "SEVERITY_UNKNOWN", Msg: Text{"没有这种级别。", "There is no such severity."}, Violations: []Violation{{Path: "severity", Message: Text{"没有这种级别。", "There is no such severity."}, Fix: Text{"从列表里选一个。", "Choose one from the list."}}}}
	errNoReason    = reasonError("REASON_REQUIRED", Text{"请写一句理由。", "Say why, in a sentence."}, Text{"理由会和这次改动一起记下。", "The reason is kept with what was done."})
	errLongWhy     = reasonError("REASON_TOO_LONG", Text{"理由太长，请写在 1000 字以内。", "The reason is too long; keep it within 1,000 characters."}, Text{"删短一些。", "Shorten it."})
)

func reasonError(code string, msg, fix Text) error {
	return &Error{Kind: Invalid, Code: code, Msg: msg, Violations: []Violation{{Path: "reason", Message: msg, Fix: fix}}}
}

// maxReason bounds a reason, in runes.
const maxReason = 1000

// reasonOf is the text as a reason: trimmed, with something to read in it.
func reasonOf(text string) (string, error) {
	text = strings.TrimSpace(text)
	switch {
	case !strings.ContainsFunc(text, visible):
		return "", errNoReason
	case utf8.RuneCountInString(text) > maxReason:
		return "", errLongWhy
	}
	return text, nil
}

// Settings are what admins set, by rule, as they are now: for checks that need
// no facts of an entry.
func (b *Rulebook) Settings(ctx context.Context) (map[string]RuleSetting, error) {
	var set map[string]RuleSetting
	err := b.store.View(ctx, func(r Reader) (err error) {
		set, err = ruleSettings(ctx, r)
		return err
	})
	return set, err
}

// ruleSettings are the settings that bear on every examination; nil when there are none.
func ruleSettings(ctx context.Context, r Reader) (map[string]RuleSetting, error) {
	saved, err := r.RuleSettings(ctx)
	if err != nil || len(saved) == 0 {
		return nil, err
	}
	set := make(map[string]RuleSetting, len(saved))
	for _, s := range saved {
		set[s.Rule] = s.RuleSetting
	}
	return set, nil
}

// ruleFacts begins the facts on a listing of the owner's: how the rules are set,
// and what reviewers let be. A waiver is between the market and the owner, so
// whoever else checks the same id has none.
func ruleFacts(ctx context.Context, r Reader, owner, listing string) (f Facts, err error) {
	if f.Settings, err = ruleSettings(ctx, r); err != nil || owner == "" {
		return f, err
	}
	f.Waivers, err = r.Waivers(ctx, WaiverFilter{Listing: listing, Owner: owner, Holding: true})
	return f, err
}

// Under is the setting by which the rule weighs, given what admins set.
func (b *Rulebook) Under(set map[string]RuleSetting, rule string) RuleSetting {
	if s, ok := set[rule]; ok {
		return s
	}
	if s, ok := b.configured[rule]; ok {
		return s
	}
	return defaultSetting
}

// doc is the documentation of a rule, errNoRule when there is none.
func (b *Rulebook) doc(rule string) (RuleDoc, error) {
	for _, d := range b.docs {
		if d.ID == rule {
			return d, nil
		}
	}
	return RuleDoc{}, errNoRule
}

// Settable reports whether the entry of the catalogue has something to set.
func (d RuleDoc) Settable() bool { return d.Kind == KindRule }

// SetRule is a change of one rule as the form sends it.
type SetRule struct {
	Rule   string
	Want   RuleSetting // ignored with Reset
	Reset  bool        // back to the rule's own, or what the operator configured
	Seen   RuleSetting // by which it weighed on the screen
	Reason string
}

// Set changes how a rule weighs, from the next pass on. To set what is set
// already does nothing. Errors: Forbidden ADMINS_ONLY; NotFound RULE_NOT_FOUND;
// Conflict RULE_NOT_SETTABLE, or CHANGED_SINCE_OPENED when it weighs otherwise
// than was seen; Invalid without a reason or with an unknown severity.
func (b *Rulebook) Set(ctx context.Context, actor Actor, req SetRule) error {
	if actor.Role != RoleAdmin {
		return errAdminsOnly
	}
	doc, err := b.doc(req.Rule)
	switch {
	case err != nil:
		return err
	case !doc.Settable():
		return errNotSettable
	case !req.Reset && !knownSeverity(req.Want.Severity):
		return errSeverity
	}
	if req.Reason, err = reasonOf(req.Reason); err != nil {
		return err
	}
	now := b.clock.Now()
	return b.store.Update(ctx, func(w Writer) error {
		set, err := ruleSettings(ctx, w)
		if err != nil {
			return err
		}
		is := b.Under(set, req.Rule)
		_, has := set[req.Rule]
		switch {
		case req.Reset && !has, !req.Reset && req.Want == is: // a second click
			return nil
		case is != req.Seen:
			return ErrStale
		}
		next := maps.Clone(set)
		if next == nil {
			next = map[string]RuleSetting{}
		}
		if next[req.Rule] = req.Want; req.Reset {
			delete(next, req.Rule)
		}
		return b.save(ctx, w, change{actor: actor, at: now, reason: req.Reason, before: set, after: next})
	})
}

func knownSeverity(s Severity) bool {
	switch s {
	case "", SeverityReject, SeverityNeedsHuman, SeverityWarn, SeverityInfo:
		return true
	}
	return false
}

// change is a step from one set of settings to another.
type change struct {
	actor         Actor
	at            time.Time
	reason        string
	before, after map[string]RuleSetting
}

// save stores what a change changes, each rule with its line in the log.
func (b *Rulebook) save(ctx context.Context, w Writer, c change) error {
	for _, d := range b.docs {
		was, had := c.before[d.ID]
		is, has := c.after[d.ID]
		if had == has && was == is {
			continue
		}
		var err error
		if has {
			err = w.SaveRuleSetting(ctx, SavedSetting{Rule: d.ID, RuleSetting: is, Reason: c.reason, By: c.actor.Account, At: c.at})
		} else {
			err = w.DeleteRuleSetting(ctx, d.ID)
		}
		if err != nil {
			return err
		}
		err = w.AppendAct(ctx, Act{
			At: c.at, Actor: c.actor.Account, Action: ActRuleSet, Object: "rule/" + d.ID, Rules: []string{d.ID}, Text: c.reason, IP: c.actor.IP,
			Before: b.Under(c.before, d.ID).String(), After: b.Under(c.after, d.ID).String(),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// String is the setting in the audit log: "own severity, enforced, required".
func (s RuleSetting) String() string {
	words := []string{"own severity", "monitor", "optional"}
	if s.Severity != "" {
		words[0] = string(s.Severity)
	}
	if s.Enforced {
		words[1] = "enforced"
	}
	if s.Required {
		words[2] = "required"
	}
	return strings.Join(words, ", ")
}
