package strictjson

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// enter begins an array or object.
func (s *scanner) enter() error {
	if len(s.path) >= s.limits.Depth {
		return s.fault(Depth, fmt.Sprintf("nested deeper than %d", s.limits.Depth))
	}
	s.pos++
	s.space()
	return nil
}

func (s *scanner) array(element func() error) error {
	if err := s.enter(); err != nil {
		return err
	}
	if s.peek() == ']' {
		s.pos++
		return nil
	}
	s.path = append(s.path, step{})
	last := len(s.path) - 1
	for i := 0; ; i++ {
		s.path[last].index = i
		s.space()
		if err := element(); err != nil {
			return err
		}
		s.space()
		switch s.peek() {
		case ',':
			s.pos++
		case ']':
			s.pos++
			s.path = s.path[:last]
			return nil
		default:
			return s.fault(Syntax, "a comma or ] is missing")
		}
	}
}

func (s *scanner) object(free bool, member func(name string, free bool) error) error {
	if err := s.enter(); err != nil {
		return err
	}
	if s.peek() == '}' {
		s.pos++
		return nil
	}
	s.path = append(s.path, step{named: true})
	last := len(s.path) - 1
	seen := names{free: free || s.limits.AnyCase}
	for {
		s.path[last].name = ""
		s.space()
		key, err := s.name(last, &seen)
		if err != nil {
			return err
		}
		if err := member(key, !free && slices.Contains(s.limits.Maps, key)); err != nil {
			return err
		}
		s.space()
		switch s.peek() {
		case ',':
			s.pos++
		case '}':
			s.pos++
			s.path = s.path[:last]
			return nil
		default:
			return s.fault(Syntax, "a comma or } is missing")
		}
	}
}

// name scans a name and its colon and leaves pos at the value.
func (s *scanner) name(last int, seen *names) (string, error) {
	if s.peek() != '"' {
		return "", s.fault(Syntax, "a member's name is missing")
	}
	if err := s.token(); err != nil {
		return "", err
	}
	from := s.pos
	raw, err := s.str()
	if err != nil {
		return "", err
	}
	key := s.string(raw, from+1)
	s.path[last].name = key
	if strings.ContainsRune(key, 0) {
		return "", s.faultAt(from, NULInKey, "a member's name contains U+0000")
	}
	switch seen.add(key) {
	case DuplicateKey:
		return "", s.faultAt(from, DuplicateKey, "a member is given twice")
	case CaseCollidingKey:
		return "", s.faultAt(from, CaseCollidingKey, "two members differ only in case")
	}
	s.space()
	if s.peek() != ':' {
		return "", s.fault(Syntax, "a colon is missing")
	}
	s.pos++
	s.space()
	return key, nil
}

// fewNames is how many names are compared one by one before a map is made.
const fewNames = 12

// names are those of one object so far, as written and folded.
type names struct {
	free   bool
	raw    [fewNames]string // the first few
	folded [fewNames]string
	few    int
	index  map[string]string // folded → raw, once there are many
}

// add takes a name in, or says how it collides with an earlier one.
func (n *names) add(key string) Code {
	f := key
	if !n.free {
		f = fold(key)
	}
	if prev, ok := n.find(f); ok {
		if prev == key {
			return DuplicateKey
		}
		return CaseCollidingKey
	}
	switch {
	case n.index != nil:
		n.index[f] = key
	case n.few < fewNames:
		n.raw[n.few], n.folded[n.few] = key, f
		n.few++
	default:
		n.index = make(map[string]string, 2*fewNames)
		for i, g := range n.folded {
			n.index[g] = n.raw[i]
		}
		n.index[f] = key
	}
	return ""
}

func (n *names) find(f string) (string, bool) {
	if n.index != nil {
		raw, ok := n.index[f]
		return raw, ok
	}
	for i, g := range n.folded[:n.few] {
		if g == f {
			return n.raw[i], true
		}
	}
	return "", false
}

// fold maps names that differ only in case to one text, by Unicode's simple
// case folding, which is what encoding/json matches fields with: every rune
// becomes the smallest of its orbit.
func fold(s string) string {
	for i := range len(s) {
		if c := s[i]; c >= utf8.RuneSelf || c >= 'a' && c <= 'z' {
			return strings.Map(smallest, s)
		}
	}
	return s
}

func smallest(r rune) rune {
	if r < utf8.RuneSelf {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}

// unescape decodes a string that str has scanned.
func unescape(raw []byte) string {
	if !slices.Contains(raw, '\\') {
		return string(raw)
	}
	b := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			b = append(b, raw[i])
			continue
		}
		i++
		switch c := raw[i]; c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			u, _ := hex4(raw, i-1)
			r := rune(u)
			i += 4
			if utf16.IsSurrogate(r) {
				low, _ := hex4(raw, i+1)
				r = utf16.DecodeRune(r, rune(low))
				i += 6
			}
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}
