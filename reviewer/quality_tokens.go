package reviewer

import "unicode/utf8"

// Tokens is about how many tokens of a model's context the tool's definition
// takes: {"name":…,"description":…,"parameters":…} as compact JSON.
//
// It is an estimate without a tokenizer. A run of letters counts 0.97 and each
// letter after the sixth 0.09 more, three digits 1.4, a run of punctuation 0.82
// and each character after the third 0.55 more, a Han or Hangul character 0.75,
// another character 0.35 in two bytes of UTF-8 and 0.5 in more. Against the
// vocabulary o200k_base on 473 public tools the error is 2.4 % at the median,
// 7.3 % at the 95th percentile and 16 % at most; against the older cl100k_base
// 3 %, 16 % and 33 %, for it takes about a quarter more for Chinese.
func (t Tool) Tokens() int {
	return Remember(t, tokensKey{}, func() int {
		const frame = 720 // the braces, and the three names
		c := counter{hundredths: frame}
		c.text(t.Name)
		c.text(t.Description)
		c.json(t.InputSchema)
		return (c.hundredths + 50) / 100
	})
}

type tokensKey struct{}

// counter adds up hundredths of tokens, run by run.
type counter struct {
	hundredths int
	kind       runKind
	length     int // of the run that is open
	upper      bool
}

type runKind uint8

const (
	runNone runKind = iota
	runLetters
	runDigits
	runPunctuation
	runBlank
)

// text counts a text as it is; what JSON would escape counts as punctuation.
func (c *counter) text(s string) {
	for _, r := range s {
		c.char(r)
	}
	c.end()
}

// json counts JSON as written, but for the space between its tokens.
func (c *counter) json(raw []byte) {
	quoted := false
	for i := 0; i < len(raw); i++ {
		b := raw[i]
		switch {
		case b == '"':
			quoted = !quoted
			c.char('"')
		case !quoted && (b == ' ' || b == '\n' || b == '\r' || b == '\t'):
		case b == '\\' && i+1 < len(raw):
			i++
			c.char('\\')
			if raw[i] == 'u' && i+4 < len(raw) {
				i += 4
				c.wide(3)
			}
		case b < 0x80:
			c.char(rune(b))
		case b >= 0xC0: // the first byte of a character
			r, size := utf8.DecodeRune(raw[i:])
			c.char(r)
			i += size - 1
		}
	}
	c.end()
}

func (c *counter) char(r rune) {
	kind := runPunctuation
	switch {
	case r >= 0x80:
		c.end()
		c.foreign(r)
		return
	case r >= 'a' && r <= 'z':
		kind = runLetters
	case r >= 'A' && r <= 'Z':
		if kind = runLetters; !c.upper { // getUser is two words
			c.end()
		}
	case r >= '0' && r <= '9':
		kind = runDigits
	case r == ' ':
		kind = runBlank
	}
	if kind != c.kind {
		c.end()
		c.kind = kind
	}
	c.length++
	c.upper = r >= 'A' && r <= 'Z'
}

// foreign counts a character that is not ASCII.
func (c *counter) foreign(r rune) {
	switch {
	case r >= 0x3400 && r <= 0x9FFF || r >= 0x20000, r >= 0xAC00 && r <= 0xD7AF:
		c.hundredths += 75
	case r < 0x800:
		c.wide(2)
	default:
		c.wide(3)
	}
}

// wide counts a character of so many bytes.
func (c *counter) wide(bytes int) {
	c.end()
	c.hundredths += 35
	if bytes > 2 {
		c.hundredths += 15
	}
}

// end counts the run that is open.
func (c *counter) end() {
	switch c.kind {
	case runLetters:
		c.hundredths += 97 + 9*max(0, c.length-6)
	case runDigits:
		c.hundredths += 140 * ((c.length + 2) / 3)
	case runPunctuation:
		c.hundredths += 82 + 55*max(0, c.length-3)
	case runBlank:
		if c.length > 1 { // one belongs to the word behind it
			c.hundredths += 95
		}
	case runNone:
	}
	c.kind, c.length, c.upper = runNone, 0, false
}
