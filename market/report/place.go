package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"marketd/market/strictjson"
)

// placesOf finds where in a file the findings' pointers lead, by pointer. What
// is not there is found at the nearest thing around it.
func placesOf(s Subject) map[string]sarifRegion {
	if s.File == nil {
		return nil
	}
	found := map[string]sarifRegion{}
	if f := s.File.Fault; f != nil {
		for _, hit := range s.Report.Findings {
			found[hit.Where] = sarifRegion{StartLine: f.Line, StartColumn: f.Column}
		}
		return found
	}
	list := s.File.List
	if list.Offset+len(list.Text) > len(s.File.Data) || !bytes.Equal(s.File.Data[list.Offset:list.Offset+len(list.Text)], list.Text) {
		return nil // put together of several lines of a stream
	}
	wanted := map[string]bool{}
	for _, hit := range s.Report.Findings {
		wanted[inFile(list.Base, hit.Where)] = true
	}
	spans := locate(list.Text, wanted)
	var ends []int
	for _, span := range spans {
		ends = append(ends, list.Offset+span.from, list.Offset+span.to)
	}
	at := positions(s.File.Data, ends)
	for _, hit := range s.Report.Findings {
		if span, ok := nearest(spans, inFile(list.Base, hit.Where)); ok {
			from, to := at[list.Offset+span.from], at[list.Offset+span.to]
			found[hit.Where] = sarifRegion{from.line, from.column, to.line, to.column}
		}
	}
	return found
}

// nearest is what is at the pointer, or at the nearest one above it.
func nearest(spans map[string]span, pointer string) (span, bool) {
	for {
		if s, ok := spans[pointer]; ok {
			return s, true
		}
		i := strings.LastIndexByte(pointer, '/')
		if i < 0 {
			return span{}, false
		}
		pointer = pointer[:i]
	}
}

// inFile makes a report's pointer into one of the file's text.
func inFile(base, where string) string {
	if rest, ok := strings.CutPrefix(where, "/tools"); ok && (rest == "" || rest[0] == '/') {
		return base + rest
	}
	return base
}

// span is a part of a text, in bytes.
type span struct{ from, to int }

// locate finds the values at the wanted pointers, and at every pointer above
// them, in a text that is strict JSON.
func locate(text []byte, wanted map[string]bool) map[string]span {
	keep := map[string]bool{"": true}
	for p := range wanted {
		for ; p != ""; p = p[:strings.LastIndexByte(p, '/')] {
			keep[p] = true
		}
	}
	l := &locator{text: text, dec: json.NewDecoder(bytes.NewReader(text)), keep: keep, found: map[string]span{}}
	l.dec.UseNumber()
	if err := l.value(""); err != nil && !errors.Is(err, io.EOF) {
		return nil
	}
	return l.found
}

type locator struct {
	text  []byte
	dec   *json.Decoder
	keep  map[string]bool
	found map[string]span
}

// value reads one value, whose pointer is at. What nobody wants a part of is
// passed over whole.
func (l *locator) value(at string) error {
	from := int(l.dec.InputOffset())
	for from < len(l.text) && strings.IndexByte(" \t\r\n,:", l.text[from]) >= 0 {
		from++
	}
	if !l.keep[at] {
		var skipped json.RawMessage
		return l.dec.Decode(&skipped)
	}
	tok, err := l.dec.Token()
	if err != nil {
		return err
	}
	switch tok {
	case json.Delim('{'):
		err = l.members(at)
	case json.Delim('['):
		for i := 0; l.dec.More() && err == nil; i++ {
			err = l.value(at + "/" + strconv.Itoa(i))
		}
		err = l.end(err)
	}
	if err == nil {
		l.found[at] = span{from, int(l.dec.InputOffset())}
	}
	return err
}

func (l *locator) members(at string) error {
	for l.dec.More() {
		key, err := l.dec.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if err := l.value(at + "/" + strictjson.PointerToken(name)); err != nil {
			return err
		}
	}
	return l.end(nil)
}

// end takes the closing bracket.
func (l *locator) end(err error) error {
	if err != nil {
		return err
	}
	_, err = l.dec.Token()
	return err
}

// positions are the lines and columns of offsets, found in one pass however
// many there are and however long a line is.
func positions(data []byte, offsets []int) map[int]place {
	slices.Sort(offsets)
	found := make(map[int]place, len(offsets))
	at, p := 0, place{1, 1}
	for _, o := range offsets {
		for at < o {
			c, n := utf8.DecodeRune(data[at:])
			at += n
			switch {
			case c == '\n', c == '\r' && (at == len(data) || data[at] != '\n'):
				p = place{p.line + 1, 1}
			default:
				p.column++
			}
		}
		found[o] = p
	}
	return found
}

// place is a place in a text for people, from 1; the column in characters.
type place struct{ line, column int }
