// Package i18n holds every text of the pages, in Chinese and English, and
// picks the language a visitor reads.
//
// A message is found by its key, "page.key". In it {0}, {1}, … stand for the
// arguments. A counted message (see [Printer.N]) may have two forms parted by
// "|", for one and for any other number; {n} in it is the number.
package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
)

// The languages, as BCP 47 tags.
const (
	Chinese = "zh-CN"
	English = "en"
)

//go:embed zh-CN.json en.json
var files embed.FS

// Printer speaks one language. It is immutable.
type Printer struct {
	tag      string
	messages map[string]string
	zone     *time.Location
}

var printers = sync.OnceValue(func() map[string]*Printer {
	return map[string]*Printer{
		Chinese: load(Chinese, time.FixedZone("UTC+8", 8*60*60)),
		English: load(English, time.UTC),
	}
})

func load(tag string, zone *time.Location) *Printer {
	b, err := files.ReadFile(tag + ".json")
	if err != nil {
		panic(err) // the file is embedded: a broken build, not a fault of the day
	}
	p := &Printer{tag: tag, zone: zone}
	if err := json.Unmarshal(b, &p.messages); err != nil {
		panic(fmt.Errorf("i18n: %s: %w", tag, err))
	}
	return p
}

// For returns the printer of the language, Chinese for one it does not know.
func For(tag string) *Printer {
	if p, ok := printers()[tag]; ok {
		return p
	}
	return printers()[Chinese]
}

var matcher = sync.OnceValue(func() language.Matcher {
	return language.NewMatcher([]language.Tag{language.SimplifiedChinese, language.English})
})

// Match picks a language: the chosen one when it is one of ours, else the best
// for an Accept-Language header, else Chinese.
func Match(chosen, accept string) string {
	if chosen == Chinese || chosen == English {
		return chosen
	}
	tags, _, err := language.ParseAcceptLanguage(accept)
	if err != nil || len(tags) == 0 {
		return Chinese
	}
	if _, i, confidence := matcher().Match(tags...); confidence != language.No && i == 1 {
		return English
	}
	return Chinese
}

// Tag is the printer's language.
func (p *Printer) Tag() string { return p.tag }

// Zone is the time zone in which the printer tells times.
func (p *Printer) Zone() *time.Location { return p.zone }

// Other is the language to switch to.
func (p *Printer) Other() string {
	if p.tag == English {
		return Chinese
	}
	return English
}

// T returns the message with its arguments in place. An unknown key is returned as it is.
func (p *Printer) T(key string, args ...any) string {
	m, ok := p.messages[key]
	if !ok {
		return key
	}
	return fill(m, args)
}

// Has reports whether there is a message under the key.
func (p *Printer) Has(key string) bool {
	_, ok := p.messages[key]
	return ok
}

// N returns the message in the form for the number n.
func (p *Printer) N(key string, n int, args ...any) string {
	m, ok := p.messages[key]
	if !ok {
		return key
	}
	if one, other, two := strings.Cut(m, "|"); two {
		if m = other; n == 1 {
			m = one
		}
	}
	if before, after, found := strings.Cut(m, "{n}"); found {
		m = before + Number(n) + after
	}
	return fill(m, args)
}

// fill puts arguments in the places {0}, {1}, …; an argument is never read as a place.
func fill(m string, args []any) string {
	if len(args) == 0 {
		return m
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(m, '{')
		if i < 0 || i+2 >= len(m) {
			break
		}
		b.WriteString(m[:i])
		n := int(m[i+1]) - '0'
		if m[i+2] == '}' && n >= 0 && n < len(args) {
			b.WriteString(text(args[n]))
			m = m[i+3:]
			continue
		}
		b.WriteByte('{')
		m = m[i+1:]
	}
	b.WriteString(m)
	return b.String()
}

func text(arg any) string {
	switch v := arg.(type) {
	case string:
		return v
	case int:
		return Number(v)
	case int64:
		return Number(int(v))
	}
	return fmt.Sprint(arg)
}

// Number writes n with commas between thousands, as both languages do.
func Number(n int) string {
	s := strconv.Itoa(n)
	digits := strings.TrimPrefix(s, "-")
	sign := s[:len(s)-len(digits)]
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// Time writes an instant to the minute: in Beijing time for Chinese readers,
// in UTC, and saying so, for others.
func (p *Printer) Time(t time.Time) string {
	if t.IsZero() {
		return p.T("common.never")
	}
	s := t.In(p.zone).Format("2006-01-02 15:04")
	if p.tag == English {
		s += " UTC"
	}
	return s
}

// Num is [Number].
func (p *Printer) Num(n int) string { return Number(n) }

// Date writes an instant's day in the reader's zone (see [Printer.Time]).
func (p *Printer) Date(t time.Time) string {
	if t.IsZero() {
		return p.T("common.never")
	}
	return t.In(p.zone).Format("2006-01-02")
}

// Duration writes a span the way a latency is read: "< 1 ms", "182 ms", "1.4 s",
// "3 min".
func Duration(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "< 1 ms"
	case d < time.Second:
		return strconv.FormatInt(d.Round(time.Millisecond).Milliseconds(), 10) + " ms"
	case d < time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
	case d < 2*time.Hour:
		return strconv.FormatInt(int64(d.Minutes()+.5), 10) + " min"
	}
	return strconv.FormatInt(int64(d.Hours()+.5), 10) + " h"
}
