package market_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"marketd/market"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// sights are of listings "0", "1", … each on a site of its own: o answered,
// f failed with an answer, x cut off, g failing before and failing with an
// answer, y failing before and cut off.
func sights(letters string) []market.Sight {
	var all []market.Sight
	for i, c := range letters {
		s := market.Sight{Listing: fmt.Sprint(i), Site: fmt.Sprint("site-", i), Answered: c == 'o' || c == 'f' || c == 'g'}
		s.Bad, s.Cut, s.Ill = c != 'o', c == 'x' || c == 'y', c == 'g' || c == 'y'
		all = append(all, s)
	}
	return all
}

func voids(b *market.Breaker, at time.Time, batch []market.Sight, canaries bool) int {
	n := 0
	for i, v := range b.Judge(at, batch, canaries) {
		if v && !batch[i].Bad {
			panic("a good result is void")
		}
		if v {
			n++
		}
	}
	return n
}

// TestCRN004 judges single batches.
func TestCRN004(t *testing.T) {
	t.Parallel()
	repeat := func(c string, n int) (s string) {
		for range n {
			s += c
		}
		return s
	}
	for _, c := range []struct {
		why, batch string
		canaries   bool
		want       int
	}{
		{"12 of 50 at once", repeat("o", 38) + repeat("f", 12), false, 12},
		{"10 of 50 are no more than a fifth", repeat("o", 40) + repeat("f", 10), false, 0},
		{"3 of 10", repeat("o", 7) + repeat("f", 3), false, 3},
		{"of 9 all may fail", repeat("f", 9), false, 0},
		{"1 of 4 counts", "ooof", false, 0},
		{"what failed before is not counted", repeat("o", 12) + repeat("g", 30), false, 0},
		{"but is void with the rest", repeat("o", 7) + "fff" + "g", false, 4},
		{"two are cut off and nobody answers", "xx", false, 0},
		{"three are", "xxx", false, 3},
		{"somebody answers", "xxxo", false, 0},
		{"somebody answers wrongly", "xxxf", false, 0},
		{"before anybody was heard the ill ones say it too", "yyy", false, 3},
		{"no canary answers", "of", true, 1},
		{"nothing failed", "ooo", true, 0},
		{"nothing at all", "", false, 0},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			b := market.NewBreaker(30 * time.Minute)
			if got := voids(b, noon, sights(c.batch), c.canaries); got != c.want {
				t.Errorf("%d of %q are void, want %d", got, c.batch, c.want)
			}
			if since, why := b.Doubt(); since.IsZero() != (c.want == 0) || (why == "") != (c.want == 0) {
				t.Errorf("doubt since %v: %q", since, why)
			}
		})
	}
}

// A hundred listings of one site are one site.
func TestCRN004CountsSites(t *testing.T) {
	t.Parallel()
	batch := sights("oooooooooofffff")
	for i := range batch {
		if batch[i].Bad {
			batch[i].Site = "one"
		}
	}
	if n := voids(market.NewBreaker(time.Hour), noon, batch, false); n != 0 {
		t.Errorf("%d are void though one site of eleven fails", n)
	}
}

// A small market's listings come due one by one.
func TestCRN004RemembersWhoAnswered(t *testing.T) {
	t.Parallel()
	b := market.NewBreaker(30 * time.Minute)
	all := sights("oxxxyx")
	one := func(i, minute int) int {
		return voids(b, noon.Add(time.Duration(minute)*time.Minute), all[i:i+1], false)
	}
	got := []int{
		one(0, 0),            // it answers
		one(1, 1), one(2, 2), // two are cut off: their fault, as far as is known
		one(4, 3),            // failing before: says nothing
		one(3, 4), one(1, 5), // a third one: nobody's fault any more
		one(0, 6), one(1, 7), // somebody answers: it is theirs
	}
	if want := []int{0, 0, 0, 0, 1, 1, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("void %v, want %v", got, want)
	}
	if since, _ := b.Doubt(); !since.IsZero() {
		t.Errorf("in doubt since %v though servers answer", since)
	}
}

// What really fails is not hidden for ever: not while others answer.
func TestCRN004EndsWhenOthersAnswer(t *testing.T) {
	t.Parallel()
	b := market.NewBreaker(30 * time.Minute)
	batch := sights("ooooooofff")
	for minute := 0; minute < 30; minute += 5 {
		if n := voids(b, noon.Add(time.Duration(minute)*time.Minute), batch, false); n != 3 {
			t.Fatalf("after %d minutes %d are void, want 3", minute, n)
		}
	}
	if n := voids(b, noon.Add(30*time.Minute), batch, false); n != 0 {
		t.Errorf("after half an hour %d are void, want none", n)
	}
	dark := market.NewBreaker(30 * time.Minute)
	for hour := range 100 {
		if n := voids(dark, noon.Add(time.Duration(hour)*time.Hour), sights("xxxxxxxxxxxx"), false); n != 12 {
			t.Fatalf("after %d hours without anybody %d are void, want 12", hour, n)
		}
	}
	if n := voids(dark, noon.Add(100*time.Hour), sights("oooooooooooo"), false); n != 0 {
		t.Errorf("%d are void when all answer", n)
	}
	if since, _ := dark.Doubt(); !since.IsZero() {
		t.Error("the doubt stays when all answer")
	}
}

// What comes due one by one is seen together: a fifth of the sites that were
// probed within the hour is a fifth, though no batch has ten.
func TestCRN004SeesWhatCameLately(t *testing.T) {
	t.Parallel()
	b := market.NewBreaker(time.Hour)
	all := sights("oooooooofff")
	var got []int
	for i := range all {
		got = append(got, voids(b, noon.Add(time.Duration(i)*time.Minute), all[i:i+1], false))
	}
	if want := []int{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("void %v, want %v: the third of eleven", got, want)
	}
}

// Where only one is not heard, others have to be; where nobody else ever was,
// there is nobody to ask. A canary that answers ends a silence.
func TestCRN004AsksWhoElseIsHeard(t *testing.T) {
	t.Parallel()
	b := market.NewBreaker(time.Hour)
	all := sights("ox")
	voids(b, noon, all[1:], false)
	if b.Unheard("site-1", noon) {
		t.Error("the only one is not given up")
	}
	voids(b, noon.Add(time.Minute), all[:1], false)
	if b.Unheard("site-1", noon) || !b.Unheard("site-1", noon.Add(2*time.Minute)) {
		t.Error("somebody answered a minute after it, and nobody since")
	}
	silent := noon.Add(time.Hour)
	b.Hear(silent)
	if b.Unheard("site-1", noon.Add(2*time.Minute)) || voids(b, silent, sights("xxx"), false) != 0 {
		t.Error("silence though a canary answers")
	}
}
