package safety

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/hidden"
)

// hiddenSource is where the rules on hidden characters come from.
const hiddenSource = "Unicode Standard Annex 31 and Technical Report 36; MCP specification, tools: descriptions are untrusted text"

// judgeChars hits when a passage has hidden characters of a grade.
func judgeChars(grade hidden.Grade) judge {
	return func(_ *reviewer.Dossier, p passage) []reviewer.Hit {
		return charsHit(p, grade, "")
	}
}

func charsHit(p passage, grade hidden.Grade, severity market.Severity) []reviewer.Hit {
	var codes []string
	var first *hidden.Char
	n := 0
	for i := range p.chars {
		c := &p.chars[i]
		if c.Grade != grade {
			continue
		}
		if first == nil {
			first = c
		}
		n += utf8.RuneCountInString(p.value[c.Start:c.End])
		if code := fmt.Sprintf("U+%04X", c.Rune); len(codes) < 4 && !strings.Contains(strings.Join(codes, " "), code) {
			codes = append(codes, code)
		}
	}
	if first == nil {
		return nil
	}
	list := strings.Join(codes, ", ")
	return one(reviewer.Hit{
		Severity: severity, Evidence: around(p.value, first.Start, min(first.End, first.Start+48)),
		Message: reviewer.Sayf("这里有 %[1]d 个看不见或不该有的字符：%[2]s。", "There are hidden or stray characters here, %[1]d in all: %[2]s.", n, list),
	})
}

// excuse lowers to odd what a good developer may have a use for: characters that a
// regular expression lists within brackets, and a value that is only a delimiter.
func excuse(p *passage) {
	only := p.place == atValue && utf8.RuneCountInString(p.value) <= 4
	for i := range p.chars {
		c := &p.chars[i]
		if c.Grade <= hidden.Odd {
			continue
		}
		open := p.place == atPattern && strings.LastIndexByte(p.value[:c.Start], '[') > strings.LastIndexByte(p.value[:c.Start], ']')
		if open || only && c.Grade == hidden.Certain && c.Rune < 0x20 {
			c.Grade = hidden.Odd
		}
	}
}
