package healthcheck

import (
	"bytes"
	"encoding/json"
)

// members are those of a JSON object, in order.
type members []member

type member struct {
	name  string
	value json.RawMessage
}

// at is the value of a member, nil when there is none. Names are matched
// exactly; Go's own decoding into a struct would take "Result" for "result".
func (m members) at(name string) json.RawMessage {
	for i := range m {
		if m[i].name == name {
			return m[i].value
		}
	}
	return nil
}

// object takes an object's members apart; false for any other value. Like
// elements it copies nothing, and trusts that the text was scanned: of one
// that was not it gives pieces without sense, but ends.
func object(raw json.RawMessage) (members, bool) {
	s := splitter{raw: raw}
	if s.next() != '{' {
		return nil, false
	}
	m := make(members, 0, 8)
	for s.more('}') {
		key := s.value()
		if s.next() != ':' {
			break
		}
		name, ok := text(key)
		if !ok {
			break
		}
		m = append(m, member{name, s.value()})
	}
	return m, s.closed
}

// elements takes an array apart; false for any other value.
func elements(raw json.RawMessage) (all []json.RawMessage, ok bool) {
	s := splitter{raw: raw}
	if s.next() != '[' {
		return nil, false
	}
	for s.more(']') {
		all = append(all, s.value())
	}
	return all, s.closed
}

// splitter walks over the parts of one value.
type splitter struct {
	raw    json.RawMessage
	pos    int
	begun  bool
	closed bool
}

// next is the next byte that is no blank; 0 at the end.
func (s *splitter) next() byte {
	for ; s.pos < len(s.raw); s.pos++ {
		switch c := s.raw[s.pos]; c {
		case ' ', '\t', '\r', '\n':
		default:
			s.pos++
			return c
		}
	}
	return 0
}

// more reports whether another part follows, and stops before it.
func (s *splitter) more(end byte) bool {
	c := s.next()
	switch {
	case c == end:
		s.closed = true
		return false
	case c == 0:
		return false
	case !s.begun:
		s.begun = true
		s.pos--
		return true
	case c == ',':
		return s.pos < len(s.raw)
	}
	return false
}

// value is the next value, without blanks around it.
func (s *splitter) value() json.RawMessage {
	c := s.next()
	if c == 0 {
		return nil
	}
	from := s.pos - 1
	switch c {
	case '"':
		s.str()
	case '{', '[':
		s.nested()
	default:
		for s.pos < len(s.raw) && bytes.IndexByte([]byte(",:]} \t\r\n"), s.raw[s.pos]) < 0 {
			s.pos++
		}
	}
	return s.raw[from:s.pos:s.pos]
}

// str passes over the rest of a string.
func (s *splitter) str() {
	for s.pos < len(s.raw) {
		i := bytes.IndexByte(s.raw[s.pos:], '"')
		if i < 0 {
			s.pos = len(s.raw)
			return
		}
		from := s.pos
		s.pos += i + 1
		escapes := 0
		for j := s.pos - 2; j >= from && s.raw[j] == '\\'; j-- {
			escapes++
		}
		if escapes%2 == 0 {
			return
		}
	}
}

// nested passes over the rest of an object or array.
func (s *splitter) nested() {
	for depth := 1; depth > 0 && s.pos < len(s.raw); {
		c := s.raw[s.pos]
		s.pos++
		switch c {
		case '"':
			s.str()
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
	}
}
