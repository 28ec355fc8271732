package strictjson

import (
	"encoding/json"
	"strings"
)

// Decode reads one value under the limits: objects as map[string]any, lists as
// []any, numbers as json.Number. Errors are those of [Scan]. The strings are
// parts of one copy of data and keep it alive.
func Decode(data []byte, l Limits) (any, error) {
	if err := Scan(data, l); err != nil {
		return nil, err
	}
	r := reader{text: string(data)}
	return r.value(), nil
}

// Members is [Decode] for an object. It gives its members' values as they are
// written too, as parts of data. An object has at least an empty map; of any
// other value there are no members, and the maps are nil.
func Members(data []byte, l Limits) (map[string]any, map[string]json.RawMessage, error) {
	if err := Scan(data, l); err != nil {
		return nil, nil, err
	}
	r := reader{text: string(data)}
	if r.next() != '{' {
		return nil, nil, nil
	}
	raw := map[string]json.RawMessage{}
	return r.object(func(name string, from, to int) { raw[name] = data[from:to:to] }), raw, nil
}

// reader builds values of a text that was scanned: it looks for no faults.
type reader struct {
	text string
	pos  int
}

// next is the byte with which the next token begins.
func (r *reader) next() byte {
	for {
		switch c := r.text[r.pos]; c {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return c
		}
	}
}

func (r *reader) value() any {
	switch r.next() {
	case '{':
		return r.object(nil)
	case '[':
		return r.array()
	case '"':
		return r.str()
	case 't':
		r.pos += len("true")
		return true
	case 'f':
		r.pos += len("false")
		return false
	case 'n':
		r.pos += len("null")
		return nil
	}
	return r.number()
}

// object reads an object and tells of each member where its value stands.
func (r *reader) object(member func(name string, from, to int)) map[string]any {
	m := map[string]any{}
	r.pos++
	for r.next() != '}' {
		name := r.str()
		r.next()
		r.pos++ // the colon
		r.next()
		from := r.pos
		m[name] = r.value()
		if member != nil {
			member(name, from, r.pos)
		}
		if r.next() == ',' {
			r.pos++
		}
	}
	r.pos++
	return m
}

func (r *reader) array() []any {
	list := []any{}
	r.pos++
	for r.next() != ']' {
		list = append(list, r.value())
		if r.next() == ',' {
			r.pos++
		}
	}
	r.pos++
	return list
}

func (r *reader) str() string {
	r.pos++
	from, escaped := r.pos, false
	for {
		i := strings.IndexAny(r.text[r.pos:], `"\`)
		r.pos += i + 1
		if r.text[r.pos-1] == '"' {
			break
		}
		escaped = true
		r.pos++
	}
	s := r.text[from : r.pos-1]
	if escaped {
		return unescape([]byte(s))
	}
	return s
}

func (r *reader) number() json.Number {
	from := r.pos
	for r.pos < len(r.text) && strings.IndexByte("+-.0123456789Ee", r.text[r.pos]) >= 0 {
		r.pos++
	}
	return json.Number(r.text[from:r.pos])
}
