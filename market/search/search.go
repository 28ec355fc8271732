// Package search finds listings by words, in Chinese and English alike: an
// inverted index with Han bigrams and word prefixes over weighted fields. It
// knows nothing of listings; a document is a number and its fields.
package search

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
)

// Field is a piece of a document's text and its weight in the ranking.
type Field struct {
	Text   string
	Weight float64
}

// Index is an immutable index. The zero Index finds nothing.
type Index struct {
	docs  int
	words []term         // by text
	grams map[gram][]hit // one or two neighbouring runes of a script without spaces
}

// term is a word and the documents that have it.
type term struct {
	text string
	hits []hit
}

// hit says how much a term weighs in a document. The hits of a term are in the
// order of the documents.
type hit struct {
	doc    uint32
	weight float32
}

// partOfWord is what a word that only begins with the query's word counts,
// against the word itself.
const partOfWord = 0.5

// New indexes documents; a document's number is its place in docs. Of a field
// only the first 64 KiB are indexed, of a word its first 64 runes.
func New(docs [][]Field) *Index {
	b := newBuilder()
	for i, fields := range docs {
		b.add(uint32(i), fields)
	}
	return b.index(len(docs))
}

// Search returns the numbers of the documents that match every word of the
// query, best first. An empty query matches nothing. A word matches the words
// that begin with it; of a query only the first 512 bytes count. Documents
// that match equally well stay in their order.
func (x *Index) Search(query string) []int {
	words, grams := parseQuery(query)
	if x.docs == 0 || len(words)+len(grams) == 0 {
		return nil
	}
	r := newRanking(x.docs)
	for _, g := range grams {
		hits := x.grams[g]
		r.begin()
		r.take(hits, rarity(x.docs, len(hits)))
	}
	for _, w := range words {
		r.begin()
		for _, t := range x.withPrefix(w) {
			share := rarity(x.docs, len(t.hits))
			if t.text != w {
				share *= partOfWord
			}
			r.take(t.hits, share)
		}
	}
	return r.best()
}

// withPrefix returns the terms that begin with the word.
func (x *Index) withPrefix(word string) []term {
	from := sort.Search(len(x.words), func(i int) bool { return x.words[i].text >= word })
	n := sort.Search(len(x.words)-from, func(i int) bool {
		return !strings.HasPrefix(x.words[from+i].text, word)
	})
	return x.words[from : from+n]
}

// rarity is the weight of a term by how many of the documents have it.
func rarity(docs, having int) float32 {
	return float32(math.Log1p(float64(docs) / float64(having+1)))
}

// builder collects the hits of an index.
type builder struct {
	words map[string]*[]hit
	grams map[gram]*[]hit
	// Of the field at hand: what occurred in it, so that repeating a word in a
	// field gains nothing.
	tokens tokens
}

func newBuilder() *builder {
	return &builder{words: map[string]*[]hit{}, grams: map[gram]*[]hit{}}
}

func (b *builder) add(doc uint32, fields []Field) {
	for _, f := range fields {
		b.tokens.read(f.Text)
		weight := float32(f.Weight / lengthPenalty(b.tokens.count))
		for _, w := range b.tokens.words {
			p, ok := b.words[string(w)]
			if !ok {
				p = new([]hit)
				b.words[string(w)] = p
			}
			*p = raise(*p, doc, weight)
		}
		for _, g := range b.tokens.grams {
			p, ok := b.grams[g]
			if !ok {
				p = new([]hit)
				b.grams[g] = p
			}
			*p = raise(*p, doc, weight)
		}
	}
}

// lengthPenalty makes a word weigh less in a long text than in a short one,
// gently: a name of one word is a better match than a name of five.
func lengthPenalty(tokens int) float64 { return 1 + math.Log1p(float64(tokens))/4 }

// raise adds weight to the document's hit, which is the last one if there is any.
func raise(hits []hit, doc uint32, weight float32) []hit {
	if n := len(hits); n > 0 && hits[n-1].doc == doc {
		hits[n-1].weight += weight
		return hits
	}
	return append(hits, hit{doc, weight})
}

func (b *builder) index(docs int) *Index {
	x := &Index{docs: docs, words: make([]term, 0, len(b.words)), grams: make(map[gram][]hit, len(b.grams))}
	for text, hits := range b.words {
		x.words = append(x.words, term{text, slices.Clip(*hits)})
	}
	slices.SortFunc(x.words, func(a, b term) int { return cmp.Compare(a.text, b.text) })
	for g, hits := range b.grams {
		x.grams[g] = slices.Clip(*hits)
	}
	return x
}
