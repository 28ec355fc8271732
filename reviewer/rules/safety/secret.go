package safety

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Secret is a credential found in a text. Start and End are byte offsets of its
// value; the value itself is deliberately not carried along.
type Secret struct {
	Kind       string // "github", "url-cred", …; see the table of kinds
	Start, End int
	Generic    bool // found by its surroundings ("password = …"), not by its own form
}

// minEntropy is the floor, in bits per character, under which a value is taken
// for a made-up sample.
const minEntropy = 3.0

// Find returns the secrets in text in order of appearance, without overlaps.
// Samples of documentation are not secrets (rule SEC-030).
func Find(text string) []Secret { return find(text, -1) }

// find returns at most so many secrets of each kind; below 0 all.
func find(text string, limit int) []Secret {
	longest := longestRun(text)
	if !secretive(text, longest) {
		return nil
	}
	return disjoint(append(plain(text, longest, limit), encoded(text, longest, limit)...))
}

// plain are the secrets of a text as it stands, one kind after another.
func plain(text string, longest, limit int) []Secret {
	var found []Secret
	bits := hinted().In(text)
	for i := range kinds {
		k := &kinds[i]
		if longest < max(shortestToken, k.least) && !k.loose || len(k.hints) > 0 && !bits.Has(i) {
			continue
		}
		some := 0
		for _, m := range k.pattern().FindAllStringSubmatchIndex(text, -1) {
			if k.sample(text, m) {
				continue
			}
			found = append(found, Secret{Kind: k.name, Start: m[2], End: m[3], Generic: k.generic})
			if some++; some == limit {
				break
			}
		}
	}
	return found
}

// secretive reports whether a text can have a secret at all, given its longest run
// of token characters.
func secretive(text string, longest int) bool {
	return longest >= shortestToken || strings.Contains(text, "://") || strings.Contains(text, "PRIVATE KEY") || longest >= shortestPassword && saysPassword(text)
}

// shortestToken is the length of the shortest value of any kind that is one
// token, its prefix included.
const shortestToken = 15

// longestRun is the length of the longest run of characters of which tokens
// are made: prose has none as long as a secret.
func longestRun(text string) int {
	longest, run := 0, 0
	for i := range len(text) {
		if !tokenByte[text[i]] {
			run = 0
			continue
		}
		if run++; run > longest {
			longest = run
		}
	}
	return longest
}

// tokenByte are the bytes that tokens are made of.
var tokenByte = func() (table [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.~:") {
		table[c] = true
	}
	return table
}()

// Redact replaces the value of every secret in text by ⟦redacted: kind⟧.
func Redact(text string) string {
	found := Find(text)
	if len(found) == 0 {
		return redactParameters(text)
	}
	var b strings.Builder
	at := 0
	for _, s := range found {
		b.WriteString(text[at:s.Start])
		b.WriteString("⟦redacted: " + s.Kind + "⟧")
		at = s.End
	}
	b.WriteString(text[at:])
	return redactParameters(b.String())
}

// disjoint sorts by place and drops what lies inside an earlier or more telling
// find: of two that overlap the specific one stays.
func disjoint(found []Secret) []Secret {
	slices.SortStableFunc(found, func(a, b Secret) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), generic(a)-generic(b))
	})
	var kept []Secret
	for _, s := range found {
		if n := len(kept); n > 0 && s.Start < kept[n-1].End {
			last := &kept[n-1]
			if last.Generic && !s.Generic {
				last.Kind, last.Generic = s.Kind, false
			}
			last.End = max(last.End, s.End)
			continue
		}
		kept = append(kept, s)
	}
	return kept
}

func generic(s Secret) int {
	if s.Generic {
		return 1
	}
	return 0
}

// entropy is Shannon's, in bits per character.
func entropy(s string) float64 {
	counts := map[rune]int{}
	n := 0
	for _, r := range s {
		counts[r]++
		n++
	}
	var h float64
	for _, c := range counts {
		p := float64(c) / float64(n)
		h -= p * math.Log2(p)
	}
	return h
}

func hasLetterAndDigit(s string) bool {
	return strings.ContainsFunc(s, unicode.IsLetter) && strings.ContainsFunc(s, unicode.IsDigit)
}
