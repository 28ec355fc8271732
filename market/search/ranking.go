package search

import (
	"math"
	"slices"
)

// ranking scores documents against the terms of a query, one term at a time.
// Only documents that matched every term before are considered.
type ranking struct {
	terms  uint8
	scores []score // by document
}

// score is how a document does. Matched is the number of terms matched so far,
// last what the latest of them gave.
type score struct {
	matched uint8
	last    float32
	total   float32
}

func newRanking(docs int) *ranking { return &ranking{scores: make([]score, docs)} }

// begin starts the next term of the query; a query has fewer than 256.
func (r *ranking) begin() { r.terms++ }

// take scores one of the index's terms that stand for the query's term at
// hand. Of several in one document the best counts.
func (r *ranking) take(hits []hit, share float32) {
	for _, h := range hits {
		s := &r.scores[h.doc]
		w := h.weight * share
		switch {
		case s.matched == r.terms-1:
			s.matched, s.last = r.terms, w
			s.total += w
		case s.matched == r.terms && w > s.last:
			s.total += w - s.last
			s.last = w
		}
	}
}

// best returns the documents that matched every term, best first, equal ones
// in their order.
func (r *ranking) best() []int {
	n := 0
	for i := range r.scores {
		if r.scores[i].matched == r.terms {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	// The score's bits inverted above the number: weights are not negative, so
	// their bits order as they do, and one integer sort does it all.
	keys := make([]uint64, 0, n)
	for i := range r.scores {
		if s := &r.scores[i]; s.matched == r.terms {
			keys = append(keys, uint64(^math.Float32bits(s.total))<<32|uint64(uint32(i)))
		}
	}
	slices.Sort(keys)
	docs := make([]int, n)
	for i, k := range keys {
		docs[i] = int(k & math.MaxUint32)
	}
	return docs
}
