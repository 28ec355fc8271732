// Package keyword tells in one pass over a text which of many groups of words
// occur in it, so that costly expressions run only where they can match.
package keyword

import "strings"

// Bits is a set of groups, by their index.
type Bits [2]uint64

// MaxGroups is how many groups there can be.
const MaxGroups = len(Bits{}) * 64

// Has reports whether the group is in the set.
func (b Bits) Has(group int) bool { return b[group>>6]&(1<<(group&63)) != 0 }

// Add puts the group into the set.
func (b *Bits) Add(group int) { b[group>>6] |= 1 << (group & 63) }

// All reports whether every group of other is in the set.
func (b Bits) All(other Bits) bool { return b[0]&other[0] == other[0] && b[1]&other[1] == other[1] }

// Any reports whether a group of other is in the set.
func (b Bits) Any(other Bits) bool { return b[0]&other[0]|b[1]&other[1] != 0 }

// least is the length in bytes of the shortest keyword; a Han character has three.
const least = 3

// slots is the size of the table of first three bytes, a power of two.
const slots = 1 << 13

// Set is a set of keywords in groups. A keyword is found anywhere in a text,
// inside words too, and whatever the case of its ASCII letters.
type Set struct {
	heads   [slots]uint16 // index into entries plus one, by the hash of three bytes
	entries []entry
}

type entry struct {
	gram  uint32
	next  uint16
	group uint8
	word  string
}

// New makes a set of the groups' keywords, given in lower case. It panics when
// there are more groups than fit or a keyword is too short: both are slips in
// a table of the program's own.
func New(groups [][]string) *Set {
	if len(groups) > MaxGroups {
		panic("keyword: too many groups")
	}
	s := &Set{}
	for g, words := range groups {
		for _, w := range words {
			if len(w) < least || w != strings.ToLower(w) {
				panic("keyword: " + w)
			}
			gram := uint32(w[0]|fold)<<16 | uint32(w[1]|fold)<<8 | uint32(w[2]|fold)
			h := hash(gram)
			s.entries = append(s.entries, entry{gram: gram, word: w, group: uint8(g), next: s.heads[h]})
			s.heads[h] = uint16(len(s.entries))
		}
	}
	return s
}

// fold makes ASCII letters small. It blurs other bytes too, which costs a
// comparison now and then and no branch.
const fold = 0x20

func hash(gram uint32) uint32 { return gram * 0x9E3779B1 >> (32 - 13) }

// In returns the groups of which a keyword occurs in the text.
func (s *Set) In(text string) Bits {
	var found Bits
	var gram uint32
	for i := range len(text) {
		gram = gram<<8&0xFFFF00 | uint32(text[i]|fold)
		if at := s.heads[hash(gram)]; at != 0 && i+1 >= least {
			s.follow(at, gram, text[i+1-least:], &found)
		}
	}
	return found
}

// follow adds the groups of the keywords with the gram with which the text begins.
func (s *Set) follow(at uint16, gram uint32, text string, found *Bits) {
	for ; at != 0; at = s.entries[at-1].next {
		e := &s.entries[at-1]
		if e.gram == gram && !found.Has(int(e.group)) && begins(text, e.word) {
			found.Add(int(e.group))
		}
	}
}

func begins(text, prefix string) bool {
	if len(text) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if lower(text[i]) != prefix[i] {
			return false
		}
	}
	return true
}

// lower is the small letter of an ASCII capital, and any other byte itself.
func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b | 0x20
	}
	return b
}
