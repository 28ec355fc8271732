package similar

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Item is what is compared: an entry with its tools.
type Item struct {
	ID, Name string
	Owner    string // "" is nobody's
	Host     string
	Tag      string   // the middle of its tools' mounted names, in any case
	Tools    []string // names
	Digests  []string // per tool
	Digest   string   // of the set
}

// Index finds items that resemble one, in time that hardly grows with their
// number. Nobody changes it; many may ask at once.
type Index struct {
	items []Item
	keys  []keys
	table []uint64 // hash << idBits | item, sorted
	seed  maphash.Seed
	owner map[string]int32
	names map[string]int // of tools that several items have: how many
}

// keys are what an item is compared by, made once.
type keys struct {
	id, name string
	owner    int32 // its owner's number from 1; 0 is nobody's
}

// idBits is how much of a word of the table is the item's number.
const (
	idBits   = 24
	maxItems = 1<<idBits - 1
)

// maxTools bounds how much of a list of tools is compared.
const maxTools = 1000

// kind sets apart what is looked up in the table.
type kind byte

const (
	kindID kind = iota
	kindName
	kindHost
	kindTag
	kindMounted
	kindDigest
	kindSet
)

// fewNames is from how many items on a tool's name is one that servers share
// (rule NAM-007).
const fewNames = 3

// New makes an index of the items, which it keeps. More than 16 million are not
// compared.
func New(items []Item) *Index {
	items = items[:min(len(items), maxItems)]
	x := &Index{items: items, keys: make([]keys, len(items)), seed: maphash.MakeSeed(), owner: map[string]int32{}, names: map[string]int{}}
	for i, it := range items {
		if _, ok := x.owner[it.Owner]; !ok && it.Owner != "" {
			x.owner[it.Owner] = int32(len(x.owner) + 1)
		}
		x.keys[i] = keys{Key(it.ID), Key(it.Name), x.owner[it.Owner]}
		put := func(k kind, head, tail string) {
			if head != "" || tail != "" {
				x.table = append(x.table, x.hash(k, head, tail)|uint64(i))
			}
		}
		add := func(k kind, s string) { put(k, s, "") }
		each(kindID, it.ID, x.keys[i].id, put)
		each(kindName, it.Name, x.keys[i].name, put)
		add(kindHost, Host(it.Host))
		add(kindTag, fold(it.Tag))
		add(kindSet, it.Digest)
		for _, name := range distinct(it.Tools) {
			add(kindMounted, fold(it.Tag)+"."+name)
			x.names[name]++
		}
		for _, d := range distinct(it.Digests) {
			add(kindDigest, d)
		}
	}
	slices.Sort(x.table)
	x.table = slices.Clone(slices.Compact(x.table)) // to its size
	names := map[string]int{}
	for name, n := range x.names {
		if n >= fewNames {
			names[strings.Clone(name)] = n
		}
	}
	x.names = names
	return x
}

// Size is the index's memory in bytes, without its items.
func (x *Index) Size() int {
	n := 8*cap(x.table) + 40*cap(x.keys) + 32*len(x.owner)
	for _, k := range x.keys {
		n += len(k.id) + len(k.name)
	}
	for name := range x.names {
		n += len(name) + 32
	}
	return n
}

// each calls f with everything under which a text is kept, in two pieces: its
// key, the key without any one of its letters, its shape and its stem. Two keys
// that are one slip apart have one of these in common, but for the slips of
// [swaps].
func each(k kind, text, key string, f func(k kind, head, tail string)) {
	f(k, key, "")
	if width(key) >= minNear {
		for i, r := range key {
			if !unicode.Is(unicode.Han, r) {
				f(k, key[:i], key[i+utf8.RuneLen(r):])
			}
		}
	}
	if s := shape(key); s != key {
		f(k, s, "")
	}
	if s := Stem(text); s != key {
		f(k, s, "")
	}
}

// swaps calls f with the key with two Chinese characters changed, for any two
// that stand side by side.
func swaps(key string, f func(string)) {
	rs := []rune(key)
	for i := 1; i < len(rs); i++ {
		if a, b := rs[i-1], rs[i]; a != b && unicode.Is(unicode.Han, a) && unicode.Is(unicode.Han, b) {
			rs[i-1], rs[i] = b, a
			f(string(rs))
			rs[i-1], rs[i] = a, b
		}
	}
}

// hash is the beginning of a word of the table, for a text in two pieces.
func (x *Index) hash(k kind, head, tail string) uint64 {
	var h maphash.Hash
	h.SetSeed(x.seed)
	_, _ = h.WriteString(head) // never fails
	_, _ = h.WriteString(tail)
	return (h.Sum64() ^ uint64(k+1)*0x9E3779B97F4A7C15) &^ maxItems
}

// find adds the items under a text to those found.
func (x *Index) find(found []int32, k kind, s string) []int32 { return x.findIn(found, k, s, "") }

// findIn is find of a text in two pieces.
func (x *Index) findIn(found []int32, k kind, head, tail string) []int32 {
	if head == "" && tail == "" {
		return found
	}
	h := x.hash(k, head, tail)
	i, _ := slices.BinarySearch(x.table, h)
	for ; i < len(x.table) && x.table[i]&^maxItems == h; i++ {
		found = append(found, int32(x.table[i]&maxItems))
	}
	return found
}

// fold is a tag in the form in which tags are compared; tags are ASCII.
func fold(tag string) string { return strings.ToLower(tag) }

// distinct are the members of a list in their order, without blank ones, what
// comes again, and those after the first thousand: longer lists are not compared.
func distinct(list []string) []string {
	list = list[:min(len(list), maxTools)]
	out := make([]string, 0, len(list))
	var seen map[string]bool
	if len(list) > 16 {
		seen = make(map[string]bool, len(list))
	}
	for _, s := range list {
		if s == "" || seen[s] || seen == nil && slices.Contains(out, s) {
			continue
		}
		if out = append(out, s); seen != nil {
			seen[s] = true
		}
	}
	return out
}
