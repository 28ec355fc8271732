// Package strictjson looks through hostile JSON before anything decodes it. A
// text that passes means the same to every decoder: one value, valid Unicode,
// no member twice, no two members that a decoder blind to case would merge,
// and sizes that a decoder survives.
package strictjson

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Code says what is wrong with a text.
type Code string

// The codes of an [Error].
const (
	DuplicateKey     Code = "duplicate-key"      // one name twice in an object
	CaseCollidingKey Code = "case-colliding-key" // two names equal under simple Unicode case folding
	NULInKey         Code = "nul-in-key"         // U+0000 in a name: C decoders end the name there
	Depth            Code = "depth"              // nested deeper than the limit
	Size             Code = "size"               // more bytes, tokens or a longer string than the limit
	Syntax           Code = "syntax"             // not RFC 8259 JSON
	Trailing         Code = "trailing"           // something after the value
	UTF8             Code = "utf8"               // not UTF-8, or a lone surrogate escape
)

// Error is the first fault of a text.
type Error struct {
	Code    Code
	Pointer string // JSON pointer (RFC 6901) of the value or member at fault; "" is the whole text
	Offset  int    // in bytes
	Detail  string // one English line; quotes nothing from the text
}

// Error gives the code, the place and the detail.
func (e *Error) Error() string {
	return fmt.Sprintf("strictjson: %s at %q (byte %d): %s", e.Code, e.Pointer, e.Offset, e.Detail)
}

// Limits bound a text. Zero members take the value of [DefaultLimits].
type Limits struct {
	Bytes  int // of the whole text
	Depth  int // of nested arrays and objects
	Tokens int // values and member names
	String int // bytes of one string as written, without its quotes

	// AnyCase lets names that differ only in case stand side by side everywhere.
	AnyCase bool

	// Maps names the members whose value is an object with names of the
	// author's own choosing, such as a JSON Schema's "properties": there, "n"
	// and "N" are two arguments, decoded by nobody into fields, and may stand
	// side by side. An exact duplicate stays a fault. The members of such an
	// object are ordinary values again, whatever their names.
	Maps []string
}

// DefaultLimits suit an answer of 4 MiB.
func DefaultLimits() Limits {
	return Limits{Bytes: 4 << 20, Depth: 64, Tokens: 200_000, String: 1 << 20}
}

// SchemaMaps are the members of JSON Schema (2020-12 and older) for [Limits.Maps].
func SchemaMaps() []string {
	return []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependentRequired", "dependencies"}
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	l.Bytes = cmp.Or(l.Bytes, d.Bytes)
	l.Depth = cmp.Or(l.Depth, d.Depth)
	l.Tokens = cmp.Or(l.Tokens, d.Tokens)
	l.String = cmp.Or(l.String, d.String)
	return l
}

// Scan reports the first fault of data, as an *[Error], in one pass and linear time.
func Scan(data []byte, l Limits) error {
	s := scanner{data: data, limits: l.orDefault()}
	return s.whole(func() error { return s.value(false) })
}

// whole scans the whole text, in which value takes the one value.
func (s *scanner) whole(value func() error) error {
	if len(s.data) > s.limits.Bytes {
		return &Error{Code: Size, Detail: fmt.Sprintf("more than %d bytes", s.limits.Bytes)}
	}
	s.space()
	if err := value(); err != nil {
		return err
	}
	s.space()
	if s.pos < len(s.data) {
		s.path = nil
		return s.fault(Trailing, "something follows the value")
	}
	return nil
}

// step is one token of a pointer: a member's name, or the place in a list.
type step struct {
	name  string
	index int
	named bool
}

// scanner is one scan under way. path leads down to the value at pos.
type scanner struct {
	data   []byte
	text   string // the same; empty when only its faults are looked for
	pos    int
	tokens int
	path   []step
	limits Limits
}

func (s *scanner) fault(c Code, detail string) error {
	return s.faultAt(s.pos, c, detail)
}

func (s *scanner) faultAt(offset int, c Code, detail string) error {
	return &Error{Code: c, Pointer: pointer(s.path), Offset: offset, Detail: detail}
}

func pointer(path []step) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteByte('/')
		if s.named {
			b.WriteString(PointerToken(s.name))
		} else {
			b.WriteString(strconv.Itoa(s.index))
		}
	}
	return b.String()
}

func (s *scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// peek is the byte at pos; 0, which no JSON token begins with, at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.data) {
		return s.data[s.pos]
	}
	return 0
}

func (s *scanner) token() error {
	s.tokens++
	if s.tokens > s.limits.Tokens {
		return s.fault(Size, fmt.Sprintf("more than %d tokens", s.limits.Tokens))
	}
	return nil
}

// value scans one value; free says that an object here is a map in the sense
// of [Limits.Maps].
func (s *scanner) value(free bool) error {
	if err := s.token(); err != nil {
		return err
	}
	switch s.peek() {
	case '{':
		return s.object(free, func(_ string, free bool) error { return s.value(free) })
	case '[':
		return s.array(func() error { return s.value(false) })
	case '"':
		_, err := s.str()
		return err
	}
	return s.plain()
}

// plain scans a value that is no object, list or string.
func (s *scanner) plain() error {
	switch c := s.peek(); {
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	case s.pos >= len(s.data):
		return s.fault(Syntax, "the text ends where a value should be")
	}
	return s.fault(Syntax, "no value begins like this")
}

func (s *scanner) word(w string) error {
	if !bytes.HasPrefix(s.data[s.pos:], []byte(w)) {
		return s.fault(Syntax, "no value begins like this")
	}
	s.pos += len(w)
	return nil
}

func (s *scanner) number() error {
	if s.peek() == '-' {
		s.pos++
	}
	switch c := s.peek(); {
	case c == '0':
		s.pos++
	case c >= '1' && c <= '9':
		s.digits()
	default:
		return s.fault(Syntax, "a digit is missing")
	}
	if s.peek() == '.' {
		s.pos++
		if !s.digits() {
			return s.fault(Syntax, "a digit is missing after the point")
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.pos++
		if c := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		if !s.digits() {
			return s.fault(Syntax, "a digit is missing in the exponent")
		}
	}
	return nil
}

func (s *scanner) digits() bool {
	from := s.pos
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.pos++
	}
	return s.pos > from
}

// str scans a string and returns its text as written, without quotes.
func (s *scanner) str() ([]byte, error) {
	from := s.pos + 1
	s.pos = from
	for s.pos < len(s.data) {
		switch c := s.data[s.pos]; {
		case c == '"':
			raw := s.data[from:s.pos]
			s.pos++
			return raw, nil
		case c == '\\':
			if err := s.escape(); err != nil {
				return nil, err
			}
		case c < 0x20:
			return nil, s.fault(Syntax, "a control character in a string")
		case c < utf8.RuneSelf:
			s.pos++
		default:
			r, n := utf8.DecodeRune(s.data[s.pos:])
			if r == utf8.RuneError && n <= 1 {
				return nil, s.fault(UTF8, "not UTF-8")
			}
			s.pos += n
		}
		if s.pos-from > s.limits.String {
			return nil, s.faultAt(from, Size, fmt.Sprintf("a string of more than %d bytes", s.limits.String))
		}
	}
	return nil, s.fault(Syntax, "a string does not end")
}

// escape scans one escape, or two that make a surrogate pair.
func (s *scanner) escape() error {
	if s.pos+1 >= len(s.data) {
		return s.fault(Syntax, "a string does not end")
	}
	switch s.data[s.pos+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos += 2
		return nil
	case 'u':
	default:
		return s.fault(Syntax, "no such escape")
	}
	u, ok := hex4(s.data, s.pos)
	if !ok {
		return s.fault(Syntax, "\\u wants four hexadecimal digits")
	}
	switch {
	case u >= 0xdc00 && u <= 0xdfff:
		return s.fault(UTF8, "a lone low surrogate")
	case u >= 0xd800 && u <= 0xdbff:
		low, ok := hex4(s.data, s.pos+6)
		if !ok || low < 0xdc00 || low > 0xdfff {
			return s.fault(UTF8, "a lone high surrogate")
		}
		s.pos += 12
	default:
		s.pos += 6
	}
	return nil
}

// hex4 reads the escape \uXXXX that begins at pos.
func hex4(data []byte, pos int) (uint64, bool) {
	if pos+6 > len(data) || data[pos] != '\\' || data[pos+1] != 'u' {
		return 0, false
	}
	for _, c := range data[pos+2 : pos+6] {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') {
			return 0, false
		}
	}
	u, err := strconv.ParseUint(string(data[pos+2:pos+6]), 16, 16)
	return u, err == nil
}
