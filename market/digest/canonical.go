package digest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/gowebpki/jcs"

	"marketd/market/strictjson"
)

// decodeLimits leave the sizes to whoever took the tool in.
var decodeLimits = strictjson.Limits{Bytes: math.MaxInt, Depth: 1000, Tokens: math.MaxInt, String: math.MaxInt, AnyCase: true}

var errRange = errors.New("digest: a number is out of range")

// decode reads one value that RFC 8785 can represent. Numbers stay as written.
func decode(raw []byte) (any, error) {
	if err := strictjson.Scan(raw, decodeLimits); err != nil {
		return nil, fmt.Errorf("digest: %w", err)
	}
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return nil, fmt.Errorf("digest: %w", err)
	}
	if !inRange(v) {
		return nil, errRange
	}
	return v, nil
}

// inRange reports whether every number of a value is a double (RFC 7493, 2.2).
func inRange(v any) bool {
	switch v := v.(type) {
	case json.Number:
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
		return list(b, v)
	case map[string]any:
		return object(b, v)
	}
	return nil, fmt.Errorf("digest: a %T is no JSON", v)
}

func list(b []byte, v []any) (_ []byte, err error) {
	b = append(b, '[')
	for i, e := range v {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = canonical(b, e); err != nil {
			return nil, err
		}
	}
	return append(b, ']'), nil
}

func object(b []byte, v map[string]any) (_ []byte, err error) {
	b = append(b, '{')
	for i, name := range slices.SortedFunc(maps.Keys(v), compareUTF16) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(quote(b, name), ':')
		if b, err = canonical(b, v[name]); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

// number writes a number as ECMAScript does (RFC 8785, 3.2.2.3).
func number(b []byte, n json.Number) ([]byte, error) {
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
	a, b := []rune(x), []rune(y)
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		if c := firstUnit(a[i]) - firstUnit(b[i]); c != 0 {
			return int(c)
		}
		return int(a[i] - b[i])
	}
	return len(a) - len(b)
}

// firstUnit is the first UTF-16 code unit of a character.
func firstUnit(r rune) rune {
	if r < 0x10000 {
		return r
	}
	return 0xd800 + (r-0x10000)>>10
}
