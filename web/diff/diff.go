// Package diff says in words what changed between two revisions of an entry:
// its fields, its tools, their descriptions word by word and their schemas as
// facts a person can read. It works on hostile text: everything is bounded.
package diff

import "strings"

// Op is what happened to a piece of text.
type Op uint8

// The operations.
const (
	Same Op = iota
	Deleted
	Inserted
)

// Span is a piece of text with what happened to it.
type Span struct {
	Op   Op
	Text string
}

// maxCells bounds the table of one comparison; beyond it the changed middle is
// shown as one deletion and one insertion.
const maxCells = 1 << 18

// Words compares two texts by words, and by single characters where the script
// has no spaces. The spans of Same and Deleted joined give before, those of
// Same and Inserted give after.
func Words(before, after string) []Span {
	a, b := split(before), split(after)
	head := commonPrefix(a, b)
	var out spans
	out.add(Same, a[:head]...)
	a, b = a[head:], b[head:]
	tail := commonSuffix(a, b)
	out.middle(a[:len(a)-tail], b[:len(b)-tail])
	out.add(Same, a[len(a)-tail:]...)
	return out
}

type spans []Span

func (s *spans) add(op Op, tokens ...string) {
	text := strings.Join(tokens, "")
	if text == "" {
		return
	}
	if n := len(*s); n > 0 && (*s)[n-1].Op == op {
		(*s)[n-1].Text += text
		return
	}
	*s = append(*s, Span{op, text})
}

// middle appends the comparison of what lies between the common ends, by the
// longest common subsequence.
func (s *spans) middle(a, b []string) {
	if len(a) == 0 || len(b) == 0 || (len(a)+1)*(len(b)+1) > maxCells {
		s.add(Deleted, a...)
		s.add(Inserted, b...)
		return
	}
	w := len(b) + 1
	lcs := make([]uint32, (len(a)+1)*w) // lcs[i*w+j]: of a[i:] and b[j:]
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				lcs[i*w+j] = lcs[(i+1)*w+j+1] + 1
			} else {
				lcs[i*w+j] = max(lcs[(i+1)*w+j], lcs[i*w+j+1])
			}
		}
	}
	s.walk(a, b, lcs)
}

// walk reads the table from its start. Deletions and insertions of one place
// are gathered, so that each place shows one of either at most.
func (s *spans) walk(a, b []string, lcs []uint32) {
	w := len(b) + 1
	var del, ins []string
	flush := func() {
		s.add(Deleted, del...)
		s.add(Inserted, ins...)
		del, ins = nil, nil
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			flush()
			n := commonPrefix(a[i:], b[j:])
			s.add(Same, a[i:i+n]...)
			i, j = i+n, j+n
		case lcs[(i+1)*w+j] >= lcs[i*w+j+1]:
			del = append(del, a[i])
			i++
		default:
			ins = append(ins, b[j])
			j++
		}
	}
	del, ins = append(del, a[i:]...), append(ins, b[j:]...)
	flush()
}

func commonPrefix(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}
