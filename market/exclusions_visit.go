package market

import (
	"context"
	"net/url"
)

// Sparing is a visitor that leaves out the links and the icon of an entry that are
// under a domain whose owner asked to be left alone. When nobody can tell which
// those are, nothing is visited.
func (x *Exclusions) Sparing(v Visitor) Visitor { return sparing{x.store, v} }

type sparing struct {
	store Store
	next  Visitor
}

func (s sparing) Visit(ctx context.Context, e Entry) Visits {
	var all []Exclusion
	err := s.store.View(ctx, func(r Reader) (err error) {
		all, err = r.Exclusions(ctx)
		return err
	})
	if err != nil {
		return Visits{}
	}
	for _, address := range []*string{&e.Homepage, &e.Privacy, &e.Support, &e.Icon} {
		u, err := url.Parse(*address)
		if err != nil || u.Host == "" {
			continue
		}
		if _, out := ExcludedBy(all, u.Host); out {
			*address = ""
		}
	}
	return s.next.Visit(ctx, e)
}
