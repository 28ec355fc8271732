package storage

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"marketd/market/strictjson"
)

// storable makes arguments that both engines take and keep alike: text without
// NUL (PostgreSQL refuses it) and in UTF-8 (so does it), and named string types
// as strings. A replaced byte is better than an error here: the text may be a
// hostile server's, and its probe must be recorded all the same.
func storable(args []any) []any {
	for i, a := range args {
		if _, ok := a.(driver.Valuer); ok {
			continue
		}
		if v := reflect.ValueOf(a); v.Kind() == reflect.String {
			args[i] = clean(v.String())
		}
	}
	return args
}

func clean(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// micro is an instant as it is stored. The zero time is 0, which stands for
// "never"; so the very microsecond 1970-01-01T00:00:00Z becomes the zero time.
func micro(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// fromMicro is the instant that [micro] stored.
func fromMicro(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMicro(n).UTC()
}

// instant reads what [micro] wrote.
type instant struct{ t *time.Time }

func (i instant) Scan(src any) error {
	n, ok := src.(int64)
	if !ok {
		return fmt.Errorf("instant: got %T", src)
	}
	*i.t = fromMicro(n)
	return nil
}

// length reads microseconds as a duration.
type length struct{ d *time.Duration }

func (l length) Scan(src any) error {
	n, ok := src.(int64)
	if !ok {
		return fmt.Errorf("length of time: got %T", src)
	}
	*l.d = time.Duration(n) * time.Microsecond
	return nil
}

// document keeps a value as JSON. It escapes nothing for HTML, so that text
// stays searchable and small.
type document struct{ v any }

func (d document) Value() (driver.Value, error) {
	b, err := strictjson.Marshal(d.v)
	if err != nil {
		return nil, fmt.Errorf("document: %w", err)
	}
	return clean(string(b)), nil
}

// into reads a [document] into the value at v.
type into struct{ v any }

func (i into) Scan(src any) error {
	switch s := src.(type) {
	case string:
		return json.Unmarshal([]byte(s), i.v)
	case []byte:
		return json.Unmarshal(s, i.v)
	}
	return fmt.Errorf("document: got %T", src)
}

// raws keeps JSON values as an array, each byte for byte as it came: what a
// server sent is evidence.
type raws []json.RawMessage

func (r raws) Value() (driver.Value, error) {
	if r == nil {
		return "null", nil
	}
	var b strings.Builder
	b.WriteByte('[')
	for i, m := range r {
		if !json.Valid(m) {
			return nil, fmt.Errorf("element %d is not JSON", i)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(m)
	}
	b.WriteByte(']')
	return clean(b.String()), nil
}

// orDefault is n, or d when n says nothing.
func orDefault(n, d int) int {
	if n <= 0 {
		return d
	}
	return n
}
