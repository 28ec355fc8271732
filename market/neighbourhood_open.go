package market

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"marketd/market/similar"
)

// maxWaiting bounds the open submissions that are compared, the newest first.
const maxWaiting = 500

// openStages are those of a submission that waits for something.
func openStages() []Stage { return []Stage{StageChecking, StageInReview, StageChangesRequested} }

// waiting are the open submissions as they are compared, in the order of their
// listings' ids: to a submission that waits itself those before it, and to the
// update of a listing none, for it was there before them all.
func (n *Lookalikes) waiting(ctx context.Context, asker similar.Item) ([]similar.Item, error) {
	if m, ok := n.listed.Load().members[asker.ID]; ok && m.item.Owner == asker.Owner {
		return nil, nil
	}
	var items []similar.Item
	err := n.store.View(ctx, func(r Reader) error {
		open, err := r.Submissions(ctx, SubmissionFilter{Stages: openStages(), Limit: maxWaiting})
		if err != nil {
			return err
		}
		items, err = n.items(ctx, r, asker, before(open, asker))
		return err
	})
	return items, err
}

// before are the open submissions without the asker's, and without those that
// came after it. They come newest first.
func before(open []Submission, asker similar.Item) []Submission {
	for i, s := range open {
		if s.ListingID == asker.ID && s.Owner == asker.Owner {
			return open[i+1:]
		}
	}
	return open
}

// items are the submissions as they are compared, by their listings' ids.
func (n *Lookalikes) items(ctx context.Context, r Reader, asker similar.Item, open []Submission) ([]similar.Item, error) {
	items := make([]similar.Item, len(open))
	for i, s := range open {
		it := similar.Item{ID: s.ListingID, Name: s.Entry.Name, Owner: s.Owner, Host: s.Entry.Host(), Tag: s.Entry.Tag(), Digest: s.Digest}
		if strings.EqualFold(it.Tag, asker.Tag) && s.ToolCount > 0 { // else its tools' names do not matter
			var err error
			if it.Tools, err = n.toolsOf(ctx, r, s); err != nil {
				return nil, err
			}
		}
		items[i] = it
	}
	slices.SortFunc(items, compareItems)
	return items, nil
}

func compareItems(a, b similar.Item) int { return strings.Compare(a.ID, b.ID) }

// toolsOf are the names of the tools that the last pass over the submission saw.
// What a pass saw is large, so it is read once.
func (n *Lookalikes) toolsOf(ctx context.Context, r Reader, s Submission) ([]string, error) {
	key := s.ID + "/" + strconv.Itoa(s.Pass)
	n.mu.Lock()
	names, ok := n.tools[key]
	n.mu.Unlock()
	if ok {
		return names, nil
	}
	passes, err := r.Examinations(ctx, s.ID)
	if err != nil || len(passes) == 0 {
		return nil, err
	}
	names = toolNames(passes[len(passes)-1].Tools)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.tools == nil || len(n.tools) > 2*maxWaiting { // most of them have ended
		n.tools = map[string][]string{}
	}
	n.tools[key] = names
	return names, nil
}
