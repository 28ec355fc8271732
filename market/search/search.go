// Package search finds listings by words, in Chinese and English alike: an
// inverted index with Han bigrams and word prefixes over weighted fields. It
// knows nothing of listings; a document is a number and its fields.
package search

// Field is a piece of a document's text and its weight in the ranking.
type Field struct {
	Text   string
	Weight float64
}

// Index is an immutable index. The zero Index finds nothing.
type Index struct{}

// New indexes documents; a document's number is its place in docs.
func New(docs [][]Field) *Index { panic("being written") }

// Search returns the numbers of the documents that match every word of the
// query, best first. An empty query matches nothing.
func (x *Index) Search(query string) []int { panic("being written") }
