package toollist

import (
	"bytes"
	"unicode/utf8"
)

// body is the JSON text within the data, and where it begins: after a byte
// order mark, or the data of the event in a captured stream (text/event-stream)
// that has the list. An event whose data is split over lines is put together;
// places in it are then those of its first line.
func body(data []byte) ([]byte, int) {
	rest := bytes.TrimPrefix(data, []byte("\ufeff"))
	from := len(data) - len(rest)
	if !stream(rest) {
		return rest, from
	}
	all := events(data, from)
	for _, e := range all {
		if bytes.Contains(e.data, []byte(`"tools"`)) {
			return e.data, e.from
		}
	}
	if len(all) > 0 {
		return all[0].data, all[0].from
	}
	return rest, from
}

// event is the data of one event, and where it begins.
type event struct {
	data []byte
	from int
}

// events are those of a captured stream that have data (WHATWG HTML, 9.2.6). A
// last one without its blank line counts: captures are cut.
func events(data []byte, from int) []event {
	var all []event
	open := false
	for pos := from; pos < len(data); {
		line, next := cut(data, pos)
		value, ok := field(line)
		switch {
		case len(line) == 0:
			open = false
		case ok && open:
			last := &all[len(all)-1]
			last.data = append(append(last.data, '\n'), value...)
		case ok:
			all = append(all, event{bytes.Clone(value), pos + len(line) - len(value)})
			open = true
		}
		pos = next
	}
	return all
}

// cut is the line that begins at pos, without its end, and where the next begins.
func cut(data []byte, pos int) ([]byte, int) {
	i := bytes.IndexAny(data[pos:], "\r\n")
	if i < 0 {
		return data[pos:], len(data)
	}
	next := pos + i + 1
	if data[pos+i] == '\r' && next < len(data) && data[next] == '\n' {
		next++
	}
	return data[pos : pos+i], next
}

// field is the value of a data line.
func field(line []byte) ([]byte, bool) {
	value, ok := bytes.CutPrefix(line, []byte("data:"))
	return bytes.TrimPrefix(value, []byte(" ")), ok
}

// stream reports whether the text begins as an event stream does. No JSON text
// begins like one.
func stream(text []byte) bool {
	for _, name := range []string{"data:", "event:", "id:", "retry:", ":"} {
		if bytes.HasPrefix(text, []byte(name)) {
			return true
		}
	}
	return false
}

// At is the line and the column of an offset, both from 1. Columns count
// characters (code points); a line ends with LF, CR or both.
func At(data []byte, offset int) (line, column int) {
	offset = min(max(offset, 0), len(data))
	start := 0
	for line = 1; ; line++ {
		text, next := cut(data, start)
		if end := start + len(text); offset <= end || offset < next {
			return line, 1 + utf8.RuneCount(data[start:min(offset, end)])
		}
		start = next
	}
}
