package market_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"marketd/market"
)

const iconURL = "https://weather-demo.example.com/icon.png"

// saw is a clean pass whose visit found the icon: as drawn, at fault (nil), or
// not looked at ("").
func saw(icon *market.IconFacts) market.Examined {
	x := clean()
	x.Probe.Visits.Icon = icon
	return x
}

// revision brings a revision with the icon into the catalog; its review makes
// these passes.
func (w *world) revision(t *testing.T, icon string, passes ...market.Examined) market.Listing {
	t.Helper()
	e := entry("weather-demo")
	e.Icon = icon
	for i := range passes[:len(passes)-1] {
		passes[i].Again = 1
	}
	w.examiner.answers = passes
	s, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: e, Confirm: true})
	if err != nil {
		t.Fatal(err)
	}
	w.clock.pass(21e9)
	for i := range passes {
		w.review(t, s.ID, i+1)
	}
	s = w.submission(t, s.ID)
	if _, err := w.desk.Decide(t.Context(), w.reviewer, market.DecideRequest{ID: s.ID, Version: s.Version, Digest: s.Digest, Kind: market.DecideApprove}); err != nil {
		t.Fatal(err)
	}
	return w.listing(t, "weather-demo")
}

func TestListingKeepsTheIconThatWasReviewed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	has := func(l market.Listing, want []byte) {
		t.Helper()
		if want == nil {
			if l.Icon != "" {
				t.Errorf("the listing has icon %q, want none", l.Icon)
			}
			return
		}
		got, err := w.catalog.Icon(t.Context(), l.Icon)
		if l.Icon != market.IconHash(want) || err != nil || !bytes.Equal(got, want) {
			t.Errorf("icon %q: %q, %v; want %q", l.Icon, got, err, want)
		}
	}
	gone := func(png []byte) {
		t.Helper()
		if _, err := w.catalog.Icon(t.Context(), market.IconHash(png)); !errors.Is(err, market.ErrIconNotFound) {
			t.Errorf("%q is kept though no listing has it: %v", png, err)
		}
	}
	first, second := []byte("first"), []byte("second")
	has(w.revision(t, "", clean()), nil)
	has(w.revision(t, iconURL, saw(&market.IconFacts{PNG: first}), clean()), first) // the second pass had no need to look
	has(w.revision(t, iconURL, saw(&market.IconFacts{Fault: market.IconUnreachable})), first)
	has(w.revision(t, iconURL+"?2", saw(&market.IconFacts{Fault: market.IconUnreachable})), nil)
	gone(first)
	has(w.revision(t, iconURL, saw(&market.IconFacts{Fault: market.IconUnreachable}), saw(&market.IconFacts{PNG: first})), first)
	has(w.revision(t, iconURL, saw(&market.IconFacts{PNG: second})), second)
	gone(first)
	has(w.revision(t, "", clean()), nil)
	gone(second)
}

func TestIconAsDataIsKeptInShort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	uri := "data:image/png;base64," + strings.Repeat("iVBORw0KGgo", 4000)
	l := w.revision(t, uri, saw(&market.IconFacts{PNG: []byte("drawn")}))
	if short := l.Entry.Icon; len(short) > 60 || short != market.IconSource(uri) || short != market.IconSource(short) || short == market.IconSource(uri+"A") {
		t.Errorf("the listing keeps %.80q", short)
	}
	if l.Icon != market.IconHash([]byte("drawn")) {
		t.Errorf("icon %q", l.Icon)
	}
	for _, address := range []string{"", iconURL, "https://example.com/;base64,x", "data:image/png,x"} {
		if got := market.IconSource(address); got != address {
			t.Errorf("%q in short is %q", address, got)
		}
	}
}

// A secret in an entry is not stored, whatever the rules say of it.
func TestSecretIsTakenOutBeforeStoring(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	o := w.intake.IntakeOptions
	o.Redact = func(s string) string { return strings.ReplaceAll(s, "hunter2", "⟦redacted⟧") }
	e := entry("weather-demo")
	e.Desc, e.Changes, e.Icon = "Current weather, password hunter2", "hunter2", "data:image/png;base64,hunter2"
	s, err := market.NewIntake(o).Submit(t.Context(), w.dev, market.SubmitRequest{Entry: e, Confirm: true})
	if err != nil {
		t.Fatal(err)
	}
	kept := w.submission(t, s.ID).Entry
	if kept.Desc != "Current weather, password ⟦redacted⟧" || kept.Changes != "⟦redacted⟧" || kept.Icon != e.Icon || kept.Name != e.Name || s.Entry != kept {
		t.Errorf("stored %+v", kept)
	}
}

// What an update changes is the note on its review and on its check.
func TestChangesAreTheNote(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	e := entry("weather-demo")
	e.Changes = "Adds an hourly forecast"
	if _, err := w.intake.Check(t.Context(), w.dev, market.SubmitRequest{Entry: e}, nil); err != nil {
		t.Fatal(err)
	}
	s, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: e, Confirm: true})
	if err != nil {
		t.Fatal(err)
	}
	w.review(t, s.ID, 1)
	for i, c := range w.examiner.cases {
		if c.Note != e.Changes {
			t.Errorf("case %d has note %q", i, c.Note)
		}
	}
	if len(w.examiner.cases) != 2 {
		t.Errorf("%d cases", len(w.examiner.cases))
	}
}
