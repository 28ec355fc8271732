package safety

import (
	"slices"
	"strings"

	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/safety/family"
	"marketd/reviewer/rules/safety/hidden"
	"marketd/reviewer/rules/safety/veiled"
	"marketd/reviewer/rules/safety/view"
)

// passage is a text in which something was found.
type passage struct {
	text
	where   string // of a text that belongs to no tool
	signs   []sign
	unread  bool // too much of it is suspicious to be read whole
	urgent  int  // words of urgency
	chars   []hidden.Char
	mixed   []hidden.Word
	veiled  []veiled.Find
	secrets []Secret
	leak    string // around the secret, without it
	private []detail
}

// sign is a sentence of a family, with the words around it.
type sign struct {
	family.Sign
	shown   string
	decoded bool // it stands in the text only in an encoded form
}

func (p *passage) empty() bool {
	return len(p.signs) == 0 && !p.unread && p.urgent < urgentLeast && len(p.chars) == 0 && len(p.mixed) == 0 && len(p.veiled) == 0 && len(p.secrets) == 0 && len(p.private) == 0
}

// shortest is the length in bytes of the shortest text that can mean harm: the
// name of a file with a key.
const shortest = 6

// read looks at one text in every view of it.
func read(t text) (passage, bool) {
	p := passage{text: t}
	if t.marks&(markHigh|markHidden) != 0 {
		p.chars = hidden.Find(t.value)
		p.mixed = hidden.Mixed(t.value)
		excuse(&p)
	}
	if len(t.value) >= shortest {
		longest := longestRun(t.value)
		p.families(longest)
		if secretive(t.value, longest) || len(p.chars) > 0 || wideLetters(t.value) {
			found, shown := secretsOf(t.value)
			if len(found) > 0 {
				p.secrets, p.leak = found, redacted(shown, found)
			}
		}
		p.private = details(t)
	}
	return p, !p.empty()
}

// families looks for the signs of every family, in the text as it is meant and,
// when it is encoded, as it reads when decoded once.
func (p *passage) families(longest int) {
	p.search(p.value, false)
	if p.marks&markEscape != 0 {
		if plain, ok := view.Decoded(p.value); ok {
			p.search(plain, true)
		}
	}
	if p.place <= atTitle || p.place == atKey {
		if strings.ContainsAny(p.value, "_-.") {
			p.search(blanks.Replace(p.value), false)
		}
	}
	if p.place == atValue && slices.ContainsFunc(p.signs, func(s sign) bool { return s.Family == family.Sensitive }) && secretFile().MatchString(p.value) {
		p.signs = append(p.signs, sign{Sign: family.Sign{Family: family.Sensitive, End: len(p.value)}, shown: p.value})
	}
	p.veiled = veiled.Texts(p.value, longest, orders)
}

// blanks puts blanks between the words of a name.
var blanks = strings.NewReplacer("_", " ", "-", " ", ".", " ")

// search adds the signs of one view of the text that the others have not shown.
func (p *passage) search(seen string, decoded bool) {
	folded := view.Folded(deleted(seen))
	found := family.Find(folded)
	p.unread = p.unread || found.Unread
	p.urgent = max(p.urgent, found.Urgent)
	for _, s := range found.Signs {
		if !p.place.allows(s.Family) || slices.ContainsFunc(p.signs, func(o sign) bool { return o.Family == s.Family && (!o.Weak || s.Weak) }) {
			continue
		}
		n := sign{Sign: s, decoded: decoded}
		n.shown = around(seen, view.Origin(seen, s.Start), view.Origin(seen, s.End))
		p.signs = append(p.signs, n)
	}
}

// secretFile is the name of a file that holds a key or passwords, and nothing else:
// as a default or an example it is a sign of family C.
var secretFile = pattern.Late(`(?i)^["']?(?:[\w.~$%{}:/\\-]*[/\\])?(?:id_(?:rsa|ed25519|ecdsa|dsa)(?:\.pub)?|\.ssh[/\\]\*|etc/(?:passwd|shadow|sudoers)|\.aws[/\\]credentials|\.git-credentials|wallet\.dat|claude_desktop_config\.json)["']?$`)

// samples are names of files that show what belongs into a file of secrets.
var samples = strings.NewReplacer(".env.example", "", ".env.sample", "", ".env.template", "", ".env.dist", "")

// deleted is the text without the names of sample files.
func deleted(s string) string {
	if !strings.Contains(s, ".env.") {
		return s
	}
	return samples.Replace(s)
}

// allows reports whether a family counts in a place. A server may say of its own
// tools in which order they are called; words of harm among the values of a schema
// are what a product for security sorts by.
func (p place) allows(f family.Family) bool {
	switch f {
	case family.First:
		return p != atInstructions && p != atError
	case family.Malice:
		return p <= atDescription || p == atEntry || p == atInstructions
	}
	return true
}

// orders reports whether a decoded text has a strong sign of an order to a model.
func orders(text string) bool {
	return slices.ContainsFunc(family.Find(view.Folded(text)).Signs, func(s family.Sign) bool { return !s.Weak && s.Family <= family.Role })
}

type toolKey struct{}

// ofTool reads a tool once for all rules.
func ofTool(t reviewer.Tool) []passage {
	return reviewer.Remember(t, toolKey{}, func() []passage {
		var found []passage
		for _, x := range collect(t.Raw) {
			if p, ok := read(x); ok {
				found = append(found, p)
			}
		}
		return found
	})
}

// pointer is where a passage of a tool stands.
func pointer(t reviewer.Tool, p passage) string {
	return t.Pointer(locate(string(t.Raw), p.at)...)
}
