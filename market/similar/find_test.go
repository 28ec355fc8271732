package similar_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"marketd/market/similar"
)

// distance is Damerau and Levenshtein's (optimal string alignment), as written
// in books.
func distance(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

// Words of letters without stems, shapes and digits are near when they are one
// slip apart, and no others are.
func TestNearIsDistanceOne(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	near := 0
	for range 50_000 {
		a := word(r, 5+r.IntN(4))
		b := slices.Clone(a)
		for range 1 + r.IntN(2) {
			b = slipped(r, b)
		}
		if len(b) < 5 {
			continue
		}
		want := distance(a, b) == 1
		if want {
			near++
		}
		if got := similar.Near(string(a), string(b)); got != want {
			t.Fatalf("Near(%q, %q) = %v, their distance is %d", string(a), string(b), got, distance(a, b))
		}
	}
	if near < 5_000 {
		t.Errorf("only %d pairs were near", near)
	}
}

// word is made of letters that form no affix and no pair that looks like another
// letter; some are of other scripts.
func word(r *rand.Rand, n int) []rune {
	letters := []rune("abgдцשかф")
	w := make([]rune, n)
	for i := range w {
		w[i] = letters[r.IntN(len(letters))]
	}
	return w
}

func slipped(r *rand.Rand, w []rune) []rune {
	w = slices.Clone(w)
	i := r.IntN(len(w))
	switch r.IntN(4) {
	case 0:
		return slices.Delete(w, i, i+1)
	case 1:
		return slices.Insert(w, i, word(r, 1)[0])
	case 2:
		w[i] = word(r, 1)[0]
	default:
		j := max(i, 1)
		w[j-1], w[j] = w[j], w[j-1]
	}
	return w
}

// What the index finds is what comparing each with each finds.
func TestFindMissesNothing(t *testing.T) {
	t.Parallel()
	items := crowd(1000, 7)
	x := similar.New(items)
	r := rand.New(rand.NewPCG(5, 6))
	seen := map[similar.Like]int{}
	for n := range 100 {
		q := items[r.IntN(len(items))]
		q.ID, q.Name, q.Owner = vary(r, q.ID), vary(r, q.Name), fmt.Sprint("owner", n)
		if n%3 == 0 {
			q.Digest, q.Digests = "", slices.Clone(q.Digests)
			q.Digests[0] = "another"
		}
		if n%5 == 0 {
			q.Host = strings.Replace(q.Host, "example", "examp1e", 1)
		}
		want := slowly(items, q)
		got := x.Find(q)
		for like := range similar.Like(similar.Likes) {
			found := idsOf(got, like)
			seen[like] += len(found)
			if len(want[like]) > 20 {
				if len(found) != 20 {
					t.Fatalf("%d of %d told", len(found), len(want[like]))
				}
				continue
			}
			slices.Sort(found)
			slices.Sort(want[like])
			if !slices.Equal(found, want[like]) {
				t.Fatalf("likeness %d of %+v: found %q, want %q", like, q, found, want[like])
			}
		}
	}
	for like := range similar.Like(similar.Likes) {
		if seen[like] == 0 {
			t.Errorf("likeness %d was never found", like)
		}
	}
}

func idsOf(ms []similar.Match, like similar.Like) []string {
	var ids []string
	for _, m := range ms {
		if m.Like == like {
			ids = append(ids, m.Item.ID)
		}
	}
	return ids
}

// slowly compares q with each item.
func slowly(items []similar.Item, q similar.Item) map[similar.Like][]string {
	found := map[similar.Like][]string{}
	for _, it := range items {
		if it.ID == q.ID {
			continue
		}
		yes := func(like similar.Like, is bool) {
			if is {
				found[like] = append(found[like], it.ID)
			}
		}
		yes(similar.SameID, similar.Key(it.ID) == similar.Key(q.ID))
		yes(similar.SameName, similar.Key(it.Name) == similar.Key(q.Name))
		yes(similar.NearID, similar.Near(it.ID, q.ID))
		yes(similar.NearName, similar.Near(it.Name, q.Name))
		yes(similar.SameTag, strings.EqualFold(it.Tag, q.Tag))
		yes(similar.LikeHost, it.Host != q.Host && similar.Host(it.Host) == similar.Host(q.Host) && similar.Domain(it.Host) != similar.Domain(q.Host))
		mine, theirs := set(q.Digests), set(it.Digests)
		equal := 0
		for d := range mine {
			if theirs[d] {
				equal++
			}
		}
		n := min(len(mine), len(theirs))
		yes(similar.SameTools, it.Digest == q.Digest || n >= 3 && equal*5 >= n*4)
	}
	return found
}

func set(list []string) map[string]bool {
	m := map[string]bool{}
	for _, s := range list {
		m[s] = true
	}
	return m
}

// vary makes a text another in one of the ways of those who imitate.
func vary(r *rand.Rand, s string) string {
	rs := []rune(s)
	i := r.IntN(len(rs))
	switch r.IntN(7) {
	case 0:
		return strings.ToUpper(strings.ReplaceAll(s, "-", "_"))
	case 1:
		return strings.ReplaceAll(strings.ReplaceAll(s, "o", "0"), "l", "1")
	case 2:
		return s + "-mcp"
	case 3:
		return "官方" + s
	case 4:
		return string(slices.Delete(rs, i, i+1))
	case 5:
		if unicode.IsLetter(rs[i]) {
			rs[i] = 'q'
		}
		return string(rs)
	}
	j := max(i, 1)
	rs[j-1], rs[j] = rs[j], rs[j-1]
	return string(rs)
}

func TestFindPutsOthersAndTheMostAlikeFirst(t *testing.T) {
	t.Parallel()
	tools := []string{"query", "list", "watch", "rank", "count"}
	digests := []string{"d1", "d2", "d3", "d4", "d5"}
	item := func(id, owner string, n int) similar.Item {
		return similar.Item{ID: id, Owner: owner, Tag: "____", Tools: tools[:n], Digests: digests[:n], Digest: fmt.Sprint(n)}
	}
	items := []similar.Item{item("a", "me", 5), item("b", "you", 3), item("c", "you", 4), item("d", "them", 0), item("e", "me", 0), item("q", "you", 5)}
	q := item("q", "me", 5)
	q.Tag = "____"
	x := similar.New(items)
	if got, want := idsOf(x.Find(q), similar.SameTag), []string{"c", "b", "d", "a", "e"}; !slices.Equal(got, want) {
		t.Errorf("tags: %q, want %q", got, want)
	}
	got := x.Find(q)
	if ids, want := idsOf(got, similar.SameTools), []string{"c", "b", "a"}; !slices.Equal(ids, want) {
		t.Errorf("tools: %q, want %q", ids, want)
	}
	for _, m := range got {
		if m.Mine != (m.Item.Owner == "me") {
			t.Errorf("%s: mine is %v", m.Item.ID, m.Mine)
		}
		if m.Like == similar.SameTag && !slices.Equal(m.Shared, m.Item.Tools) {
			t.Errorf("%s shares %q", m.Item.ID, m.Shared)
		}
		if m.Like == similar.SameTools && m.Share != 1 {
			t.Errorf("%s: a share of %v", m.Item.ID, m.Share)
		}
	}
	q.Owner = ""
	for _, m := range x.Find(q) {
		if m.Mine {
			t.Errorf("%s is nobody's own", m.Item.ID)
		}
	}
}

func TestFindTakesWhatComes(t *testing.T) {
	t.Parallel()
	x := similar.New(nil)
	if got := x.Find(similar.Item{}); len(got) > 0 {
		t.Errorf("found %v in nothing", got)
	}
	blank := make([]similar.Item, 50)
	for i := range blank {
		blank[i] = similar.Item{ID: fmt.Sprint("id", i*i)}
	}
	if got := similar.New(blank).Find(similar.Item{ID: "other", Digests: []string{"", "", "x"}}); len(got) > 0 {
		t.Errorf("blank members are alike: %v", got)
	}
	long := similar.Item{ID: "a", Tag: "t"}
	for i := range 100_000 {
		long.Tools, long.Digests = append(long.Tools, fmt.Sprint("tool", i)), append(long.Digests, fmt.Sprint("digest", i))
	}
	x = similar.New([]similar.Item{long})
	long.ID = "b"
	if got := x.Find(long); len(got) != 2 || len(got[0].Shared) != 1000 || got[1].Share != 1 {
		t.Errorf("found %d in a long list", len(got))
	}
}
