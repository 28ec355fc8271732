package strictjson

import (
	"bytes"
	"encoding/json"
)

// Decode reads one value under the limits: objects as map[string]any, lists as
// []any, numbers as json.Number. Errors are those of [Scan]. The strings are
// parts of one copy of data and keep it alive.
func Decode(data []byte, l Limits) (any, error) {
	var v any
	s := scanner{data: data, text: string(data), limits: l.orDefault()}
	err := s.whole(func() (err error) {
		v, err = s.read(false)
		return err
	})
	if err != nil {
		return nil, err
	}
	return v, nil
}

// Members is [Decode] for an object. It gives its members' values as they are
// written too, as parts of data. An object has at least an empty map; any other
// value has no members, and the maps are nil.
func Members(data []byte, l Limits) (values map[string]any, raw map[string]json.RawMessage, err error) {
	s := scanner{data: data, text: string(data), limits: l.orDefault()}
	err = s.whole(func() error {
		if s.peek() != '{' {
			return s.value(false)
		}
		if err := s.token(); err != nil {
			return err
		}
		values, raw = map[string]any{}, map[string]json.RawMessage{}
		return s.object(false, func(name string, free bool) (err error) {
			from := s.pos
			values[name], err = s.read(free)
			raw[name] = data[from:s.pos:s.pos]
			return err
		})
	})
	if err != nil {
		return nil, nil, err
	}
	return values, raw, nil
}

// read scans one value, as [scanner.value] does, and gives it.
func (s *scanner) read(free bool) (any, error) {
	if err := s.token(); err != nil {
		return nil, err
	}
	from := s.pos
	switch s.peek() {
	case '{':
		m := map[string]any{}
		return m, s.object(free, func(name string, free bool) (err error) {
			m[name], err = s.read(free)
			return err
		})
	case '[':
		list := []any{}
		err := s.array(func() error {
			v, err := s.read(false)
			list = append(list, v)
			return err
		})
		return list, err
	case '"':
		raw, err := s.str()
		return s.string(raw, from+1), err
	}
	if err := s.plain(); err != nil {
		return nil, err
	}
	switch s.text[from] {
	case 't', 'f':
		return s.text[from] == 't', nil
	case 'n':
		return nil, nil
	}
	return json.Number(s.text[from:s.pos]), nil
}

// string is the text of a string that is written as raw, which begins at from.
func (s *scanner) string(raw []byte, from int) string {
	if s.text == "" || bytes.IndexByte(raw, '\\') >= 0 {
		return unescape(raw)
	}
	return s.text[from : from+len(raw)]
}
