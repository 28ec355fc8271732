package web

import (
	"context"
	"sync"
	"time"

	"marketd/market"
	"marketd/templates"
)

// cardFor is how long a card tells the same history: it is of days, and a page of
// cards then reads the database once a minute at most.
const cardFor = time.Minute

// cardHistories keeps what cards tell of history; a zero one is ready.
type cardHistories struct {
	mu   sync.Mutex
	kept map[string]keptHistory
}

type keptHistory struct {
	read time.Time
	card market.CardHistory
}

// maxKept bounds the memory: some kilobytes a listing.
const maxKept = 5000

// of returns the histories of the listings, reading those that are missing or
// old in one go.
func (k *cardHistories) of(ctx context.Context, h *market.History, ids []string, now time.Time) (map[string]market.CardHistory, error) {
	out := make(map[string]market.CardHistory, len(ids))
	var missing []string
	k.mu.Lock()
	for _, id := range ids {
		if x, ok := k.kept[id]; ok && now.Sub(x.read) < cardFor {
			out[id] = x.card
		} else {
			missing = append(missing, id)
		}
	}
	k.mu.Unlock()
	if len(missing) == 0 {
		return out, nil
	}
	read, err := h.Summaries(ctx, missing)
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil || len(k.kept)+len(read) > maxKept {
		k.kept = make(map[string]keptHistory, len(read))
	}
	for id, card := range read {
		k.kept[id] = keptHistory{now, card}
		out[id] = card
	}
	return out, nil
}

// tellHistory puts the last 30 days on cards.
func (s *Server) tellHistory(ctx context.Context, p *templates.Page, cards []templates.CardView) error {
	ids := make([]string, len(cards))
	for i := range cards {
		ids[i] = cards[i].ID
	}
	histories, err := s.histories.of(ctx, s.History, ids, s.Clock.Now())
	if err != nil {
		return err
	}
	for i := range cards {
		cards[i].Share, cards[i].Days = cardDays(p, histories[cards[i].ID])
	}
	return nil
}

// cardDays are a listing's last 30 days in small: the share that was answered,
// and a bar a day. Nothing is told before something counted.
func cardDays(p *templates.Page, h market.CardHistory) (share string, bars templates.BarsView) {
	if h.Month.Counted() == 0 {
		return "", bars
	}
	share = percent(h.Month.Answered(), h.Month.Counted())
	bars.Title = p.T("card.uptime", share)
	bars.Bars = make([]templates.BarView, len(h.Days))
	for i := range h.Days {
		bars.Bars[i].Kind = kind(h.Days[i].ProbeCounts)
	}
	return share, bars
}
