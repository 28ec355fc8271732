package web

import (
	"strings"
	"unicode/utf8"

	"marketd/templates"
	"marketd/web/diff"
)

const (
	sameKept    = 160  // runes of unchanged text beside a change
	changedKept = 4000 // runes of one change
	spansKept   = 400  // pieces of one text
	island      = 2    // runes of unchanged text that part no changes
)

// sides are the two columns of a comparison: what was, with what went marked,
// and what is, with what came. Long unchanged text is left out, and said to be.
func sides(p *templates.Page, spans []diff.Span) (before, after []templates.SpanView) {
	spans = coherent(spans)
	for i, s := range spans {
		if i == spansKept {
			gap := gapOf(p, runesOf(spans[i:]))
			return append(before, gap), append(after, gap)
		}
		switch s.Op {
		case diff.Same:
			kept := around(p, s.Text, i == 0, i == len(spans)-1)
			before, after = append(before, kept...), append(after, kept...)
		case diff.Deleted:
			before = append(before, cut(p, "del", s.Text)...)
		case diff.Inserted:
			after = append(after, cut(p, "ins", s.Text)...)
		}
	}
	return before, after
}

// coherent makes one change of changes that only a letter or two part, so that a
// reader has phrases to read and no confetti.
func coherent(spans []diff.Span) []diff.Span {
	var (
		out      []diff.Span
		was, now strings.Builder
	)
	flush := func() {
		for _, s := range []diff.Span{{Op: diff.Deleted, Text: was.String()}, {Op: diff.Inserted, Text: now.String()}} {
			if s.Text != "" {
				out = append(out, s)
			}
		}
		was.Reset()
		now.Reset()
	}
	for i, s := range spans {
		switch {
		case s.Op == diff.Deleted:
			was.WriteString(s.Text)
		case s.Op == diff.Inserted:
			now.WriteString(s.Text)
		case utf8.RuneCountInString(s.Text) <= island && i > 0 && i < len(spans)-1:
			was.WriteString(s.Text)
			now.WriteString(s.Text)
		default:
			flush()
			out = append(out, s)
		}
	}
	flush()
	return out
}

// around is unchanged text: what stands right beside a change.
func around(p *templates.Page, text string, first, last bool) []templates.SpanView {
	runes := []rune(text)
	head, tail := sameKept, sameKept
	if first {
		head = 0
	}
	if last {
		tail = 0
	}
	left := len(runes) - head - tail
	if left <= sameKept || first && last {
		return cut(p, "same", text)
	}
	return append(append(cut(p, "same", string(runes[:head])), gapOf(p, left)), cut(p, "same", string(runes[len(runes)-tail:]))...)
}

// cut is a piece of text as far as it is shown.
func cut(p *templates.Page, op, text string) []templates.SpanView {
	if text == "" {
		return nil
	}
	if n := utf8.RuneCountInString(text); n > changedKept {
		return []templates.SpanView{{Op: op, Text: string([]rune(text)[:changedKept])}, gapOf(p, n-changedKept)}
	}
	return []templates.SpanView{{Op: op, Text: text}}
}

func gapOf(p *templates.Page, runes int) templates.SpanView {
	return templates.SpanView{Op: "gap", Text: p.N("drift.gap", runes)}
}

func runesOf(spans []diff.Span) int {
	n := 0
	for _, s := range spans {
		n += utf8.RuneCountInString(s.Text)
	}
	return n
}
