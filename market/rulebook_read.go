package market

import (
	"context"
	"time"
)

// RuleStat is how a rule did within a span of time.
type RuleStat struct {
	Rule        string
	Submissions int       // in which it hit
	Listings    int       // ids of those
	Places      int       // places that it hit in them
	Monitored   int       // submissions in which its hits changed nothing
	Waived      int       // submissions in which a person let a place be
	Overturned  int       // submissions in which a person said it was wrong, or approved though it stood
	Last        time.Time // when it last hit
}

// RuleHit is what is recorded of a rule in one submission. A later pass, and a
// later judgement of the same evidence, take the place of it.
type RuleHit struct {
	Submission string
	Rule       string
	Listing    string
	Severity   Severity // the heaviest of what stands, or of all when nothing does; "" of a rule that costs points
	Enforced   bool
	Places     int
	Waived     int       // of Places
	Wrong      int       // of Waived: where the rule was said to be mistaken
	Approved   bool      // a person approved though it stood at reject or needs_human
	At         time.Time // when it was first recorded
	Sample     HitSample
}

// Overturned reports whether a person judged otherwise than the rule.
func (h RuleHit) Overturned() bool { return h.Approved || h.Wrong > 0 }

// HitSample is the heaviest of a hit's places.
type HitSample struct {
	Where    string `json:"where"`
	Tool     string `json:"tool,omitempty"`
	Evidence string `json:"evidence,omitempty"` // escaped; hostile
	Message  Text   `json:"message"`
}

// RuleFilter chooses hits; zero members do not restrict.
type RuleFilter struct {
	Rule   string
	Since  time.Time
	Limit  int // of hits; 0 means 50
	Offset int
}

// RuleRow is a rule in the table of all.
type RuleRow struct {
	Doc     RuleDoc
	Setting RuleSetting // by which it weighs
	Set     bool        // an admin set it
	Stat    RuleStat
}

// Rules tells every rule, in catalogue order, with how it did since the
// instant; the zero time is since ever.
func (b *Rulebook) Rules(ctx context.Context, actor Actor, since time.Time) ([]RuleRow, error) {
	if !actor.Role.Reviews() {
		return nil, ErrReviewersOnly
	}
	rows := make([]RuleRow, 0, len(b.docs))
	err := b.store.View(ctx, func(r Reader) error {
		set, err := ruleSettings(ctx, r)
		if err != nil {
			return err
		}
		stats, err := r.RuleStats(ctx, RuleFilter{Since: since})
		if err != nil {
			return err
		}
		did := make(map[string]RuleStat, len(stats))
		for _, s := range stats {
			did[s.Rule] = s
		}
		for _, d := range b.docs {
			if d.Kind != KindRule && d.Kind != KindQuality {
				continue
			}
			_, own := set[d.ID]
			rows = append(rows, RuleRow{Doc: d, Setting: b.Under(set, d.ID), Set: own, Stat: did[d.ID]})
		}
		return nil
	})
	return rows, err
}

// RuleStory is all about one rule.
type RuleStory struct {
	Doc     RuleDoc
	Setting RuleSetting      // by which it weighs
	Saved   *SavedSetting    // what an admin set; nil when nobody did
	Stats   map[int]RuleStat // by days: 30, 90, and 0 for ever
	Hits    []RuleHit        // newest first
	Waivers []Waiver         // newest first, those withdrawn among them
	Names   map[string]string
}

// StatDays are the spans over which rules are counted, in days; 0 is for ever.
func StatDays() []int { return []int{30, 90, 0} }

// Since is the instant that many days ago, the zero time for 0.
func Since(now time.Time, days int) time.Time {
	if days <= 0 {
		return time.Time{}
	}
	return now.AddDate(0, 0, -days)
}

// Rule tells all about a rule, with so many of its hits.
func (b *Rulebook) Rule(ctx context.Context, actor Actor, rule string, limit, offset int) (RuleStory, error) {
	if !actor.Role.Reviews() {
		return RuleStory{}, ErrReviewersOnly
	}
	doc, err := b.doc(rule)
	if err != nil {
		return RuleStory{}, err
	}
	story := RuleStory{Doc: doc, Setting: b.Under(nil, rule), Stats: map[int]RuleStat{}}
	err = b.store.View(ctx, func(r Reader) error {
		saved, err := r.RuleSettings(ctx)
		if err != nil {
			return err
		}
		for _, s := range saved {
			if s.Rule == rule {
				story.Saved, story.Setting = &s, s.RuleSetting
			}
		}
		for _, days := range StatDays() {
			stats, err := r.RuleStats(ctx, RuleFilter{Rule: rule, Since: Since(b.clock.Now(), days)})
			if err != nil {
				return err
			}
			for _, s := range stats {
				story.Stats[days] = s
			}
		}
		if story.Hits, err = r.RuleHits(ctx, RuleFilter{Rule: rule, Limit: limit, Offset: offset}); err != nil {
			return err
		}
		if story.Waivers, err = r.Waivers(ctx, WaiverFilter{Rule: rule}); err != nil {
			return err
		}
		story.Names, err = names(ctx, r, story.people())
		return err
	})
	return story, err
}

func (s RuleStory) people() []string {
	var ids []string
	if s.Saved != nil {
		ids = append(ids, s.Saved.By)
	}
	for _, w := range s.Waivers {
		ids = append(ids, w.By, w.WithdrawnBy)
	}
	return ids
}
