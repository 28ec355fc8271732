// Package family recognises the kinds of sentences by which texts steer a model
// against its user: to override what it was told, to conceal, to read and send
// what is private (families A to H of rule SEC-001), and the claims of rules
// SEC-005 and SEC-020 to SEC-022. It looks at one sentence at a time, only with the
// expressions whose keywords occur in it, in English, Chinese and, in their most
// overt forms, eight more languages; in thirteen others only families A and B.
package family

import (
	"regexp"
	"slices"
	"strings"

	"marketd/reviewer/rules/safety/keyword"
	"marketd/reviewer/rules/safety/view"
)

// Family is a kind of sentence.
type Family uint8

// The families. Their letters are those of rule SEC-001.
const (
	Override  Family = iota // A: earlier instructions do not count
	Conceal                 // B: the user must not know
	Sensitive               // C: a file with credentials
	Sink                    // D: send it outside
	Tag                     // E: a pseudo tag of a system message, a hidden block
	Dialogue                // E: a control token of a model's own dialogue
	Steer                   // F: how other tools are to be used
	First                   // F: this tool comes before every other; a server may say so of its own
	Smuggle                 // G: context put into an argument
	Role                    // H: the model is another from now on
	Malice                  // SEC-005
	Foreign                 // SEC-020: another server's tool, or the app's
	Approval                // SEC-021
	Powers                  // SEC-022
	families                // how many there are
)

// Sign is a sentence of a family in a text.
type Sign struct {
	Family     Family
	Weak       bool // counts only beside a sign of another family
	Start, End int  // byte offsets in the text that was searched
}

// expression recognises sentences of one family in one language.
type expression struct {
	family Family
	need   []group // a keyword of each occurs in every sentence that matches
	match  string  // on a condensed sentence, see [view.Condensed]
	unless string  // what makes a match a weak sign, when it occurs in the sentence
	never  string  // what makes a match no sign at all
	then   string  // what has to follow a match, in its sentence or the next
	weak   bool    // every match is a weak sign
	as     bool    // on the sentence as it is, capitals and white space included
	quoted bool    // a match that is quoted as an example is one all the same
}

// compiled is an expression ready to run.
type compiled struct {
	expression
	bits                keyword.Bits
	re                  func() *regexp.Regexp
	unless, never, then func() *regexp.Regexp
}

// The work on one text, in bytes times expressions, is bounded by workBase and
// workEach for each of its bytes. In a text of people few sentences have keywords at
// all; one of which more would have to be tried is made of nothing else. What is
// beyond is not read, and [Found] says so.
const (
	workBase = 32 << 10
	workEach = 8
)

// Found is what a text has.
type Found struct {
	Signs  []Sign // at most one strong and a few weak ones of each family
	Unread bool   // there was more work in it than is done
	Urgent int    // how many different words of urgency it has (rule SEC-004)
}

// Find looks for signs in a folded text.
func Find(text string) Found {
	v := vocabulary()
	bits := v.set.In(view.Squeezed(text))
	if bits == (keyword.Bits{}) {
		return Found{}
	}
	found := Found{Urgent: urgent(bits, text)}
	open := v.open(bits)
	if len(open) == 0 {
		return found
	}
	s := search{text: text, work: workBase + workEach*len(text)}
	for from, end := range view.Sentences(text) {
		if !s.sentence(v, open, from, end) {
			found.Unread = true
			break
		}
	}
	found.Signs = s.signs
	return found
}

// search is the state of one [Find].
type search struct {
	text  string
	signs []Sign
	done  [families]bool // has a strong sign
	work  int            // that is left
}

func (s *search) sentence(v *vocabularies, open []*compiled, from, end int) bool {
	raw := s.text[from:end]
	condensed := view.Condensed(raw)
	bits := v.set.In(condensed)
	for _, c := range open {
		if s.done[c.family] || !bits.All(c.bits) {
			continue
		}
		where := condensed
		if c.as {
			where = raw
		}
		if s.work -= len(where); s.work < 0 {
			return false
		}
		m := c.re().FindStringIndex(where)
		if m == nil || c.never != nil && c.never().MatchString(condensed) || !c.quoted && mentioned(where[:m[0]], where[m[1]:]) {
			continue
		}
		if c.then != nil && !c.then().MatchString(where[m[1]:]+view.Condensed(s.text[end:min(len(s.text), end+nextMost)])) {
			continue
		}
		sign := Sign{Family: c.family, Weak: c.weak || c.unless != nil && c.unless().MatchString(condensed) || c.family == First && opens(s.text)}
		sign.Start, sign.End = from+m[0], from+m[1]
		if !c.as {
			sign.Start, sign.End = from+view.CondensedOrigin(raw, m[0]), from+view.CondensedOrigin(raw, m[1])
		}
		s.add(sign)
	}
	return true
}

// nextMost is how many bytes of the next sentence may make one certain.
const nextMost = 80

// weakMost is how many weak signs of one family are kept.
const weakMost = 8

func (s *search) add(sign Sign) {
	if sign.Weak {
		n := 0
		for _, other := range s.signs {
			if other.Family == sign.Family {
				n++
			}
		}
		if n >= weakMost {
			return
		}
	}
	s.done[sign.Family] = s.done[sign.Family] || !sign.Weak
	s.signs = append(s.signs, sign)
}

// urgent counts the words of urgency, of which the bits tell the stems.
func urgent(bits keyword.Bits, text string) int {
	n := 0
	for g := gImportant; g <= gBypass; g++ {
		if bits.Has(int(g)) {
			n++
		}
	}
	if n < urgencyLeast {
		return n
	}
	found := map[string]bool{}
	for _, w := range urgency().FindAllString(strings.ToLower(text), -1) {
		found[w] = true
	}
	return len(found)
}

// all is every expression of every family.
func all() []expression {
	return slices.Concat(overrides, conceals, sensitives, sinks, tags, steers, smuggles, roles, malices, claims, otherLanguages, furtherLanguages, reveals)
}
