package market

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"

	"marketd/market/similar"
)

// Lookalikes finds entries that resemble one, among all listings, held ones too,
// and the open submissions. It implements [Neighbourhood].
type Lookalikes struct {
	store  Store
	listed atomic.Pointer[census]

	mu    sync.Mutex
	tools map[string][]string // names, of open submissions by id and pass
}

// census is every listing as it is compared, with the index of them all. Nobody
// changes it.
type census struct {
	index   *similar.Index
	members map[string]member // by listing id
}

// member is a listing's part in a census: what was made of it, and of which
// revision.
type member struct {
	submission string
	item       similar.Item
}

// NewLookalikes returns a Lookalikes that knows no listing. Have [Lookalikes.Learn]
// called with every snapshot of the catalog.
func NewLookalikes(s Store) *Lookalikes {
	n := &Lookalikes{store: s}
	n.listed.Store(&census{index: similar.New(nil)})
	return n
}

// Learn takes the listings of a snapshot in. It is for [Catalog.OnChange]: it
// runs where the catalog is refreshed, while queries are answered from what was
// known before. Most revisions change no listing but its health, and then it has
// nothing to do. The error is always nil.
func (n *Lookalikes) Learn(s *Snapshot) error {
	old := n.listed.Load()
	next := &census{members: make(map[string]member, len(s.Listings)+len(s.held))}
	moved := false
	for _, listings := range [][]Listing{s.Listings, s.held} {
		for _, l := range listings {
			m, ok := old.members[l.ID]
			if !ok || m.submission != l.Submission || m.item.Owner != l.Owner {
				m, moved = member{l.Submission, itemOf(l)}, true
			}
			next.members[l.ID] = m
		}
	}
	if !moved && len(next.members) == len(old.members) {
		return nil
	}
	items := make([]similar.Item, 0, len(next.members))
	for _, m := range next.members {
		items = append(items, m.item)
	}
	slices.SortFunc(items, compareItems)
	next.index = similar.New(items)
	n.listed.Store(next)
	return nil
}

// itemOf is a listing as it is compared.
func itemOf(l Listing) similar.Item {
	return similar.Item{
		ID: l.ID, Name: l.Entry.Name, Owner: l.Owner, Host: l.Entry.Host(), Tag: l.Entry.Tag(),
		Tools: toolNames(l.Tools), Digests: l.Digests, Digest: l.Digest,
	}
}

// toolNames are the names of tools as served, blank where there is none.
func toolNames(tools []json.RawMessage) []string {
	names := make([]string, len(tools))
	for i, raw := range tools {
		var t struct {
			Name string `json:"name"`
		}
		if json.Unmarshal(raw, &t) == nil {
			names[i] = t.Name
		}
	}
	return names
}

// likenesses are similar's, by their names here.
var likenesses = [similar.Likes]Likeness{
	similar.SameID: LikeID, similar.SameName: LikeName, similar.NearID: LikeNearID, similar.NearName: LikeNearName,
	similar.SameTag: LikeTag, similar.LikeHost: LikeHost, similar.SameTools: LikeTools,
}

// Neighbours implements [Neighbourhood]: from memory, and with one look at the
// open submissions. Of each likeness it tells at most 20, other owners' first,
// the most alike of them first. Of two submissions that wait, the later one has
// the earlier as its neighbour and not the other way round, and the update of a
// listing has none that waits: who comes second cannot stop who was first.
func (n *Lookalikes) Neighbours(ctx context.Context, q NeighbourQuery) ([]Neighbour, error) {
	item := similar.Item{
		ID: q.Entry.ID, Name: q.Entry.Name, Owner: q.Owner, Host: q.Entry.Host(), Tag: q.Entry.Tag(),
		Tools: q.Tools, Digests: q.Digests, Digest: q.Digest,
	}
	waiting, err := n.waiting(ctx, item)
	if err != nil {
		return nil, err
	}
	index := n.listed.Load().index
	listed := index.Find(item)
	pending := similar.New(waiting).Find(item)
	waits := map[*similar.Item]bool{}
	all := slices.Clone(listed)
	for _, m := range pending {
		// An update that waits looks like what its listing looks like.
		if !slices.ContainsFunc(listed, func(l similar.Match) bool { return l.Like == m.Like && l.Item.ID == m.Item.ID }) {
			waits[m.Item] = true
			all = append(all, m)
		}
	}
	var found []Neighbour
	for _, m := range similar.Best(all) {
		found = append(found, Neighbour{
			Like: likenesses[m.Like], Listing: m.Item.ID, Name: m.Item.Name, Host: m.Item.Host,
			Mine: m.Mine, Pending: waits[m.Item], Shared: m.Shared, Share: m.Share,
		})
	}
	if names := index.Common(item); len(names) > 0 {
		found = append(found, Neighbour{Like: LikeMany, Shared: names})
	}
	return found, nil
}
