package safety

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// place is where in an entry, a tool or an answer a text stands.
type place uint8

const (
	atName         place = iota // of a tool
	atTitle                     // of a tool
	atDescription               // of a tool
	atProse                     // a description, title or comment inside a schema
	atKey                       // the name of a member
	atValue                     // a default, constant, enumerated value or example
	atPattern                   // an expression of a schema
	atOther                     // anything else of a tool
	atEntry                     // name and description of the entry
	atServer                    // name and title that the server gives itself
	atInstructions              // the server's instructions
	atError                     // a message of an error
)

// text is one text to look at.
type text struct {
	value  string
	place  place
	schema bool // inside inputSchema, outputSchema or parameters
	marks  mark // kinds of characters that occur
	at     int  // offset of its token in the tool's JSON
}

// mark tells which kinds of characters occur in a text, so that most texts are
// spared most looks.
type mark uint8

const (
	markHigh   mark = 1 << iota // not ASCII
	markHidden                  // an ASCII control
	markEscape                  // \, % or &: something may be encoded
	markAt                      // @
	markDigit
)

// markOf is the marks of each byte; controls that a text may have are none.
var markOf = func() (table [256]mark) {
	for c := range table {
		switch {
		case c >= utf8.RuneSelf:
			table[c] = markHigh
		case c < ' ' && c != '\n' && c != '\t' && c != '\r', c == 0x7F:
			table[c] = markHidden
		case c >= '0' && c <= '9':
			table[c] = markDigit
		}
	}
	table['\\'], table['%'], table['&'], table['@'] = markEscape, markEscape, markEscape, markAt
	return table
}()

func marksOf(s string) mark {
	var m mark
	for i := range len(s) {
		m |= markOf[s[i]]
	}
	return m
}

// collector reads every string of a tool, names of members included, in one pass
// over its JSON, which has been found to be valid.
type collector struct {
	json  string
	i     int
	texts []text
}

// collect returns the texts of a tool in the order in which they stand.
func collect(raw json.RawMessage) []text {
	c := &collector{json: string(raw), texts: make([]text, 0, 48)}
	c.value(scope{in: inTool, place: atOther})
	return c.texts
}

// scope is what a value is part of.
type scope struct {
	in     realm
	place  place // of a string that stands here
	schema bool
}

type realm uint8

const (
	inTool   realm = iota // the members are those of a tool
	inSchema              // the members are keywords
	inNames               // the members are named by the developer and hold schemas
	inValue               // a value of the developer's
	inOther
)

func (c *collector) value(s scope) {
	c.space()
	switch {
	case c.i >= len(c.json):
	case c.json[c.i] == '"':
		c.text(s)
	case c.json[c.i] == '{':
		c.object(s)
	case c.json[c.i] == '[':
		if s.in == inTool {
			s.in = inOther
		}
		for c.i++; c.more(']'); {
			c.value(s)
		}
	default:
		for c.i < len(c.json) && strings.IndexByte(",]} \t\r\n", c.json[c.i]) < 0 {
			c.i++
		}
	}
}

func (c *collector) object(s scope) {
	for c.i++; c.more('}'); {
		at := len(c.texts)
		c.text(scope{place: atKey, schema: s.schema})
		key := c.texts[at].value
		if s.in != inNames && s.in != inValue && known[key] {
			c.texts = c.texts[:at] // the standard's word, not the developer's
		}
		c.space()
		c.i++ // the colon
		c.value(s.member(key))
	}
}

// more skips what separates elements and reports whether another follows before
// the closing bracket, which it takes.
func (c *collector) more(closing byte) bool {
	c.space()
	if c.i < len(c.json) && c.json[c.i] == ',' {
		c.i++
		c.space()
	}
	if c.i >= len(c.json) {
		return false
	}
	if c.json[c.i] == closing {
		c.i++
		return false
	}
	return true
}

func (c *collector) space() {
	for c.i < len(c.json) && c.json[c.i] <= ' ' {
		c.i++
	}
}

// text takes the string at hand.
func (c *collector) text(s scope) {
	at := c.i
	var m mark
	escaped := false
	for c.i++; c.i < len(c.json) && c.json[c.i] != '"'; c.i++ {
		if m |= markOf[c.json[c.i]]; c.json[c.i] == '\\' {
			escaped = true
			c.i++
		}
	}
	c.i++
	value := c.json[at+1 : min(c.i-1, len(c.json))]
	if escaped {
		value = unescaped(value)
		m = marksOf(value)
	}
	c.texts = append(c.texts, text{value: value, place: s.place, schema: s.schema, marks: m, at: at})
}

// unescaped reads the escapes of a JSON string.
func unescaped(s string) string {
	if strings.Contains(s, `\u`) {
		var v string
		if json.Unmarshal([]byte(`"`+s+`"`), &v) == nil {
			return v
		}
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if k := strings.IndexByte("ntrbf", s[i]); k >= 0 {
			b.WriteByte("\n\t\r\b\f"[k])
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// locate is the path of the string, or of the member named by it, at an offset of
// valid JSON.
func locate(raw string, at int) []string {
	c := &collector{json: raw}
	var path []string
	c.seek(at, &path)
	return path
}

// seek walks to the value or name at an offset and reports whether it is here.
func (c *collector) seek(at int, path *[]string) bool {
	c.space()
	if c.i == at {
		return true
	}
	if c.i >= len(c.json) || c.json[c.i] != '{' && c.json[c.i] != '[' {
		c.value(scope{in: inOther})
		return false
	}
	object := c.json[c.i] == '{'
	closing := c.json[c.i] + 2 // } and ] follow { and [ by two
	depth := len(*path)
	c.i++
	for n := 0; c.more(closing); n++ {
		*path = append((*path)[:depth], strconv.Itoa(n))
		if object {
			name := c.i
			c.texts = c.texts[:0]
			c.text(scope{})
			(*path)[depth] = c.texts[0].value
			if name == at {
				return true
			}
			c.space()
			c.i++
		}
		if c.seek(at, path) {
			return true
		}
	}
	*path = (*path)[:depth]
	return false
}
