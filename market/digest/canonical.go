package digest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gowebpki/jcs"

	"marketd/market/strictjson"
)

// Limits are those under which a tool is decoded for its digest. They leave the
// sizes to whoever took the tool in.
func Limits() strictjson.Limits {
	return strictjson.Limits{Bytes: math.MaxInt, Depth: 1000, Tokens: math.MaxInt, String: math.MaxInt, AnyCase: true}
}

var errRange = errors.New("digest: a number is out of range")

// decode reads one value that RFC 8785 can represent. Numbers stay as written.
func decode(raw []byte) (any, error) {
	v, err := strictjson.Decode(raw, Limits())
	if err != nil {
		return nil, fmt.Errorf("digest: %w", err)
	}
	return v, nil
}

// inRange reports whether every number of a value is a double (RFC 7493, 2.2).
func inRange(v any) bool {
	switch v := v.(type) {
	case json.Number:
		if short(string(v)) {
			return true
		}
		_, err := v.Float64()
		return err == nil
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !inRange(e) })
	case map[string]any:
		for _, e := range v {
			if !inRange(e) {
				return false
			}
		}
	}
	return true
}

// canonical appends the RFC 8785 form of a decoded value. It writes the one
// buffer, since a stranger's enum may have a hundred thousand values.
func canonical(b []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...), nil
	case bool:
		return strconv.AppendBool(b, v), nil
	case string:
		return quote(b, v), nil
	case json.Number:
		return number(b, v)
	case []any:
		return list(b, v, canonical)
	case map[string]any:
		return object(b, v)
	}
	return nil, fmt.Errorf("digest: a %T is no JSON", v)
}

// list writes a list whose elements write appends.
func list(b []byte, v []any, write func([]byte, any) ([]byte, error)) (_ []byte, err error) {
	b = append(b, '[')
	for i, e := range v {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = write(b, e); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func object(b []byte, v map[string]any) ([]byte, error) {
	return members(b, v, func(b []byte, _ string, value any) ([]byte, error) { return canonical(b, value) })
}

// members writes an object whose values write appends.
func members(b []byte, v map[string]any, write func(b []byte, name string, value any) ([]byte, error)) (_ []byte, err error) {
	const usual = 16 // so many names take no memory of their own
	names := make([]string, 0, usual)
	for name := range v {
		names = append(names, name)
	}
	slices.SortFunc(names, compareUTF16)
	b = append(b, '{')
	for i, name := range names {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(quote(b, name), ':')
		if b, err = write(b, name, v[name]); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// number writes a number as ECMAScript does (RFC 8785, 3.2.2.3).
func number(b []byte, n json.Number) ([]byte, error) {
	if short(string(n)) {
		return append(b, n...), nil
	}
	f, err := n.Float64()
	if err != nil {
		return nil, errRange
	}
	s, err := jcs.NumberToJSON(f)
	if err != nil {
		return nil, errRange
	}
	return append(b, s...), nil
}

// short reports whether a number is a small natural one, which ECMAScript writes
// as JSON does.
func short(number string) bool {
	const exact = 15 // digits that a double holds
	if len(number) > exact {
		return false
	}
	for i := range len(number) {
		if c := number[i]; c < '0' || c > '9' {
			return false
		}
	}
	return true
}

const hexDigits = "0123456789abcdef"

// quote writes a string with the fewest escapes (RFC 8785, 3.2.2.2).
func quote(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := range len(s) {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		if at := strings.IndexByte("\b\t\n\f\r\"\\", c); at >= 0 {
			b = append(b, '\\', `btnfr"\`[at])
		} else {
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(append(b, s[from:]...), '"')
}

// compareUTF16 orders names by their UTF-16 code units (RFC 8785, 3.2.3), which
// differs from the order of their bytes for what UTF-16 writes as two units.
func compareUTF16(x, y string) int {
	at, most := 0, min(len(x), len(y))
	for at < most && x[at] == y[at] {
		at++
	}
	if at == most {
		return len(x) - len(y)
	}
	for !utf8.RuneStart(x[at]) || !utf8.RuneStart(y[at]) {
		at--
	}
	a, _ := utf8.DecodeRuneInString(x[at:])
	b, _ := utf8.DecodeRuneInString(y[at:])
	if c := firstUnit(a) - firstUnit(b); c != 0 {
		return int(c)
	}
	return int(a - b)
}

// firstUnit is the first UTF-16 code unit of a character.
func firstUnit(r rune) rune {
	if r < 0x10000 {
		return r
	}
	return 0xd800 + (r-0x10000)>>10
}
