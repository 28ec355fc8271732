package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
)

// figures are what the command prints.
type figures struct {
	Ruleset string      `json:"ruleset"`
	Sets    []confusion `json:"sets"`
	ForText share       `json:"forText"`      // good tools that a person would see for their text alone
	Secrets share       `json:"takesSecrets"` // good tools that a person would see because an argument takes a secret
	Rules   []ruleHits  `json:"rules"`
	NoData  []string    `json:"noData"`  // rules on tools that no input here hits
	NoTools []string    `json:"noTools"` // rules that lists of tools cannot exercise: they look at entries and servers
	Stopped []stopped   `json:"stopped"` // good servers that would be refused or seen by a person
	Missed  []missed    `json:"missed"`  // bad lists of which less was found than is wanted
	Beyond  []missed    `json:"beyond"`  // the same, where no rule can see it
	Seen    []kindCount `json:"byKind"`  // what of each kind was found as wanted
}

// confusion counts good tools, or bad lists, of a set by the worst that was
// found.
type confusion struct {
	Set    string `json:"set"`
	Bad    bool   `json:"bad"`
	All    int    `json:"all"`
	Clean  int    `json:"clean"`
	Advice int    `json:"advice"` // info and warn alone
	Human  int    `json:"needsHuman"`
	Reject int    `json:"reject"`
}

type share struct {
	Tools int `json:"tools"`
	Of    int `json:"of"`
}

// ruleHits counts where a rule hits with one severity: in how many places of
// how many tools.
type ruleHits struct {
	Rule     string          `json:"rule"`
	Severity market.Severity `json:"severity"`
	Good     places          `json:"good"`
	Bad      places          `json:"bad"`
	Sets     map[string]int  `json:"sets"` // places by set: "good real"
}

type places struct {
	Places int `json:"places"`
	Tools  int `json:"tools"`
}

// stopped is why a good server, or a tool of it, would not pass unseen.
type stopped struct {
	Set      string          `json:"set"`
	Server   string          `json:"server"`
	Severity market.Severity `json:"severity"`
	Rule     string          `json:"rule"`
	Tool     string          `json:"tool,omitempty"`
	Where    string          `json:"where"`
	Message  string          `json:"message"`
	Evidence string          `json:"evidence,omitempty"`
}

// missed is a bad list of which less was found than is wanted.
type missed struct {
	Set    string          `json:"set"`
	Name   string          `json:"name"`
	Kind   string          `json:"kind"`
	Want   market.Severity `json:"want"`
	Got    market.Severity `json:"got,omitempty"`
	Beyond string          `json:"beyond,omitempty"`
	Tool   string          `json:"tool"` // the first, as listed
}

type kindCount struct {
	Kind   string `json:"kind"`
	All    int    `json:"all"`
	Found  int    `json:"found"`
	Beyond int    `json:"beyond"`
}

// checker is the whole engine, without a network.
func checker() *reviewer.Reviewer {
	return reviewer.New(reviewer.Options{Rules: rules.All(), Policy: reviewer.DefaultPolicy(), Ruleset: rules.Set})
}

// measure checks every list.
func measure(lists []list) figures {
	c := checker()
	t := tally{hits: map[string]*ruleHits{}, sets: map[string]*confusion{}, kinds: map[string]*kindCount{}, ran: map[string]bool{}}
	for _, l := range lists {
		t.add(l, c.CheckTools(l.tools, nil))
	}
	f := t.figures
	f.Missed, f.Beyond = append([]missed{}, f.Missed...), append([]missed{}, f.Beyond...)
	f.Ruleset = rules.Set
	for _, r := range rules.All() {
		switch {
		case r.Quality:
		case !t.ran[r.ID]:
			f.NoTools = append(f.NoTools, r.ID)
		case !slices.ContainsFunc(f.Rules, func(h ruleHits) bool { return h.Rule == r.ID }) && !t.hit(r.ID):
			f.NoData = append(f.NoData, r.ID)
		}
	}
	for _, h := range t.hits {
		f.Rules = append(f.Rules, *h)
	}
	slices.SortFunc(f.Rules, func(a, b ruleHits) int {
		return cmp.Or(strings.Compare(a.Rule, b.Rule), b.Severity.Weight()-a.Severity.Weight())
	})
	for _, s := range t.sets {
		f.Sets = append(f.Sets, *s)
	}
	order := []string{setReal, setBenign, setHostile, setRule, setOwn}
	slices.SortFunc(f.Sets, func(a, b confusion) int {
		return cmp.Or(strings.Compare(fmt.Sprint(a.Bad), fmt.Sprint(b.Bad)), slices.Index(order, a.Set)-slices.Index(order, b.Set))
	})
	for _, k := range t.kinds {
		f.Seen = append(f.Seen, *k)
	}
	slices.SortFunc(f.Seen, func(a, b kindCount) int { return strings.Compare(a.Kind, b.Kind) })
	return f
}
