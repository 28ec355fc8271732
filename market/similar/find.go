package similar

import (
	"cmp"
	"slices"
	"strings"
)

// Like is in what two items resemble each other.
type Like uint8

// The likenesses.
const (
	SameID    Like   = iota // equal keys
	SameName                // equal keys
	NearID                  // one slip apart, of one shape, or of one stem
	NearName                // the same
	SameTag                 // equal but for case; Shared are the tools with equal names
	LikeHost                // other hosts of one look, under other domains
	SameTools               // equal or nearly equal tools; Shared are the equal ones' names
	Likes     = iota        // how many there are
)

// Match is an item that resembles the one that was asked for.
type Match struct {
	Like   Like
	Item   *Item    // the index's own: to read only
	Mine   bool     // of one owner
	Shared []string // SameTag and SameTools, in the order in which they were asked
	Share  float64  // SameTools: of the smaller set, 0 to 1
}

// most is how many matches are told of each likeness.
const most = 20

// What makes two sets of tools nearly equal (rule SIM-004).
const (
	minTools = 3
	minShare = 0.8
)

// Find returns what resembles the item: by likeness, other owners' before its
// owner's, the most alike first, then by id; at most 20 of each likeness. An item
// of the same id is the item itself.
func (x *Index) Find(q Item) []Match {
	var found []Match
	found = append(found, x.texts(q, kindID)...)
	found = append(found, x.texts(q, kindName)...)
	found = append(found, x.tags(q)...)
	found = append(found, x.hosts(q)...)
	found = append(found, x.tools(q)...)
	return Best(found)
}

// Best puts matches in the order of [Index.Find] and drops those over the limit.
func Best(found []Match) []Match {
	slices.SortStableFunc(found, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Like, b.Like), side(a)-side(b),
			-cmp.Compare(a.Share, b.Share), -cmp.Compare(len(a.Shared), len(b.Shared)), strings.Compare(a.Item.ID, b.Item.ID))
	})
	var n [Likes]int
	return slices.DeleteFunc(found, func(m Match) bool {
		n[m.Like]++
		return n[m.Like] > most
	})
}

func side(m Match) int {
	if m.Mine {
		return 1
	}
	return 0
}

// match is the match with the item, and false when it is the asker itself.
func (x *Index) match(q Item, like Like, item int32) (Match, bool) {
	it := &x.items[item]
	return Match{Like: like, Item: it, Mine: x.mine(q, item)}, it.ID != q.ID
}

// mine reports whether the item is of the asker's owner.
func (x *Index) mine(q Item, item int32) bool {
	o := x.owner[q.Owner]
	return o > 0 && x.keys[item].owner == o
}

// texts finds equal and near ids or names.
func (x *Index) texts(q Item, k kind) []Match {
	text, same, near := q.ID, SameID, NearID
	if k == kindName {
		text, same, near = q.Name, SameName, NearName
	}
	key := Key(text)
	if key == "" {
		return nil
	}
	var items []int32
	each(k, text, key, func(k kind, head, tail string) { items = x.findIn(items, k, head, tail) })
	swaps(key, func(s string) { items = x.find(items, k, s) })
	slices.Sort(items)
	var found []Match
	for _, i := range slices.Compact(items) {
		other, theirs := x.items[i].ID, x.keys[i].id
		if k == kindName {
			other, theirs = x.items[i].Name, x.keys[i].name
		}
		like := same
		if theirs != key {
			if like = near; !Near(text, other) {
				continue
			}
		}
		if m, ok := x.match(q, like, i); ok {
			found = append(found, m)
		}
	}
	return found
}

// tags finds equal tags: those that share tools' names before those that share
// none.
func (x *Index) tags(q Item) []Match {
	tag, tools := fold(q.Tag), distinct(q.Tools)
	shares := make([]uint16, len(x.items)) // very many may have one tag, those of purely Chinese names above all
	for _, name := range tools {
		for _, i := range x.find(nil, kindMounted, tag+"."+name) {
			shares[i]++
		}
	}
	var best [2][]Match // others', one's own
	owner := x.owner[q.Owner]
	for _, i := range x.find(nil, kindTag, tag) {
		side := &best[0]
		if owner > 0 && x.keys[i].owner == owner {
			side = &best[1]
		}
		if len(*side) == most && float64(shares[i]) <= (*side)[most-1].Share {
			continue
		}
		at, _ := slices.BinarySearchFunc(*side, shares[i], func(m Match, n uint16) int { return cmp.Or(int(n)-int(m.Share), -1) })
		if m, ok := x.match(q, SameTag, i); ok {
			m.Share = float64(shares[i])
			*side = slices.Insert((*side)[:min(len(*side), most-1)], at, m)
		}
	}
	found := slices.Concat(best[0], best[1])
	for i := range found {
		found[i].Share, found[i].Shared = 0, common(tools, found[i].Item.Tools)
	}
	return found
}

// common are the members of a that b has too.
func common(a, b []string) []string {
	var both []string
	for _, s := range a {
		if slices.Contains(b, s) {
			both = append(both, s)
		}
	}
	return both
}

// hosts finds other hosts of one look under other domains: under one domain
// they are one's who has the domain.
func (x *Index) hosts(q Item) []Match {
	host := hostName(q.Host)
	var found []Match
	for _, i := range x.find(nil, kindHost, Host(host)) {
		if other := hostName(x.items[i].Host); other == host || Domain(other) == Domain(host) {
			continue
		}
		if m, ok := x.match(q, LikeHost, i); ok {
			found = append(found, m)
		}
	}
	return found
}

// tools finds equal and nearly equal sets of tools.
func (x *Index) tools(q Item) []Match {
	digests := distinct(q.Digests)
	var items []int32
	for _, d := range digests {
		items = x.find(items, kindDigest, d)
	}
	items = x.find(items, kindSet, q.Digest)
	slices.Sort(items)
	var found []Match
	var next int
	for i := 0; i < len(items); i = next {
		for next = i + 1; next < len(items) && items[next] == items[i]; next++ {
		}
		m, ok := x.match(q, SameTools, items[i])
		if !ok || m.Item.Digest != q.Digest && next-i < minTools {
			continue
		}
		m.Shared, m.Share = equal(q, *m.Item, digests)
		if m.Share >= minShare {
			found = append(found, m)
		}
	}
	return found
}

// equal are the names of the tools of q that the item has too, and how much of
// the smaller set they are; 0 where the sets are too small to tell.
func equal(q, item Item, digests []string) ([]string, float64) {
	if q.Digest != "" && q.Digest == item.Digest {
		return q.Tools, 1
	}
	theirs := distinct(item.Digests)
	both := common(digests, theirs)
	n := min(len(digests), len(theirs))
	if n < minTools {
		return nil, 0
	}
	names := make([]string, len(both))
	for i, d := range both {
		if at := slices.Index(q.Digests, d); at < len(q.Tools) {
			names[i] = q.Tools[at]
		}
	}
	return names, float64(len(both)) / float64(n)
}

// Common are the names of the item's tools that three others or more have.
func (x *Index) Common(q Item) []string {
	itself := map[string]bool{}
	for _, i := range x.find(nil, kindID, Key(q.ID)) {
		if x.items[i].ID == q.ID {
			for _, name := range x.items[i].Tools {
				itself[name] = true
			}
		}
	}
	var names []string
	for _, name := range distinct(q.Tools) {
		n := x.names[name]
		if itself[name] {
			n--
		}
		if n >= fewNames {
			names = append(names, name)
		}
	}
	return names
}
