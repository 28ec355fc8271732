package drift

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"marketd/market"
	"marketd/market/plaintext"
)

// Lengths in runes to which texts from outside are cut.
const (
	maxName  = 160
	maxWhere = 300
	maxPath  = 80
	maxShown = 60
)

// maxKept bounds the cosmetic and the material changes that are kept before they
// are sorted and cut; of those beyond it only the number is. Each has a bound of its
// own, or many of the one would hide the other.
const maxKept = 2000

// writer gathers the changes of one comparison.
type writer struct {
	redact  func(string) string
	own     map[string]bool // registrable domains of the entry's own
	changes []change
	kept    [dangerous]int
	dropped int
	work    int // bytes of texts looked through for where they direct data
}

func (w *writer) add(g grade, rule, tool, where string, text market.Text) {
	if g < dangerous {
		if w.kept[g] >= maxKept {
			w.dropped++
			return
		}
		w.kept[g]++
	}
	w.changes = append(w.changes, change{market.DriftChange{
		Rule: rule, Tool: w.shown(tool, maxName), Where: plaintext.Cut(plaintext.Visible(plaintext.Head(where, 4*maxWhere)), maxWhere), Text: text,
	}, g})
}

// found adds a finding that is new.
func (w *writer) found(f market.Finding) {
	where := f.Where
	if rest, ok := strings.CutPrefix(where, "/tools/"); ok && f.Tool != "" {
		if _, in, ok := strings.Cut(rest, "/"); ok {
			where = "/" + in
		} else {
			where = ""
		}
	}
	w.changes = append(w.changes, change{market.DriftChange{Rule: f.Rule, Tool: f.Tool, Where: where, Text: f.Message}, dangerous})
}

// shown makes a text from outside fit to be read: secrets out, what cannot be seen
// spelled out, and cut.
func (w *writer) shown(s string, limit int) string {
	const behind = 4096 // a secret that begins before the cut is recognised
	s = strings.ToValidUTF8(plaintext.Head(s, 4*limit+behind), "\uFFFD")
	return plaintext.Cut(plaintext.Visible(w.redact(strings.TrimSpace(s))), limit)
}

// value shows a decoded value.
func (w *writer) value(v any) string {
	if s, ok := v.(string); ok {
		return "“" + w.shown(s, maxShown) + "”"
	}
	return w.shown(quote(v), maxShown)
}

// also is a noun with what is said of it.
func also(noun, verb market.Text) market.Text {
	return market.Text{ZH: noun.ZH + verb.ZH, EN: noun.EN + " " + verb.EN}
}

// of says something of a parameter.
func (w *writer) of(p place, verb market.Text) market.Text { return also(w.name(p), verb) }

// in is something that a parameter has.
func (w *writer) in(p place, noun market.Text) market.Text {
	n := w.name(p)
	return market.Text{ZH: n.ZH + "的" + noun.ZH, EN: noun.EN + " of " + n.EN}
}

// name is a parameter or a field of the result, by name.
func (w *writer) name(p place) market.Text {
	if p.path == "" {
		return market.Text{ZH: p.what.ZH + "整体", EN: "the " + p.what.EN + "s as a whole"}
	}
	path := w.shown(p.path, maxPath)
	t := market.Text{ZH: p.what.ZH + " " + path + " ", EN: "`" + path + "`"}
	if p.what == field {
		t.EN = "the result's `" + path + "`"
	}
	return t
}

func (w *writer) changed(p place, key string) market.Text {
	return also(w.in(p, noun(key)), isOtherwise)
}

// fromTo says what a thing was and what it is; nil is absent.
func (w *writer) fromTo(noun market.Text, x, y any) market.Text {
	switch {
	case x == nil:
		return market.Text{ZH: noun.ZH + "新增：" + w.value(y), EN: noun.EN + " was added: " + w.value(y)}
	case y == nil:
		return market.Text{ZH: noun.ZH + "去掉了，原来是 " + w.value(x), EN: noun.EN + " was removed; it was " + w.value(x)}
	}
	return market.Text{
		ZH: fmt.Sprintf("%s由 %s 改为 %s", noun.ZH, w.value(x), w.value(y)),
		EN: fmt.Sprintf("%s changed from %s to %s", noun.EN, w.value(x), w.value(y)),
	}
}

// values says something of a parameter with some of its values.
func (w *writer) values(p place, verb market.Text, values []any) market.Text {
	const some = 5
	var list []string
	for i, v := range values {
		if i == some {
			list = append(list, "…")
			break
		}
		list = append(list, w.value(v))
	}
	t := w.of(p, verb)
	return market.Text{ZH: t.ZH + strings.Join(list, "、"), EN: t.EN + strings.Join(list, ", ")}
}

func (w *writer) propertyAdded(p place, schema any, required bool) market.Text {
	t := w.of(p, propertyAdded)
	if required {
		t = w.of(p, requiredAdded)
	}
	s, _ := schema.(map[string]any)
	if kind, ok := s["type"]; ok {
		shown := w.shown(strings.Trim(quote(kind), `"`), maxShown)
		return market.Text{ZH: t.ZH + "（" + shown + "）", EN: t.EN + " (" + shown + ")"}
	}
	return t
}

// quoted is a sentence with what it quotes.
func (w *writer) quoted(t market.Text, s string) market.Text {
	s = w.shown(s, maxName)
	return market.Text{ZH: t.ZH + "“" + s + "”", EN: t.EN + " “" + s + "”"}
}

// excerpt shows where two texts part.
func (w *writer) excerpt(noun, verb market.Text, before, after string) market.Text {
	a, b := middle(before, after)
	gone, come := w.passage(a), w.passage(b)
	t := also(noun, verb)
	switch {
	case gone == "" && come != "":
		return market.Text{ZH: t.ZH + "，增加了：“" + come + "”", EN: t.EN + "; added: “" + come + "”"}
	case come == "" && gone != "":
		return market.Text{ZH: t.ZH + "，删去了：“" + gone + "”", EN: t.EN + "; removed: “" + gone + "”"}
	}
	return market.Text{
		ZH: t.ZH + "：“" + gone + "” → “" + come + "”",
		EN: t.EN + ": “" + gone + "” → “" + come + "”",
	}
}

// passage is what is quoted of a text, and whether it begins or ends within a sentence.
type passage struct {
	text        string
	begun, open bool
}

// passage shows a part of a text, with an ellipsis where its sentence goes on.
func (w *writer) passage(p passage) string {
	s := w.shown(p.text, maxShown)
	if s == "" {
		return ""
	}
	if p.begun {
		s = "…" + s
	}
	if p.open && !strings.HasSuffix(s, "…") {
		s += "…"
	}
	return s
}

// stops are the characters that a sentence ends with.
const stops = ".!?;。！？；\n\r"

// middle is what lies between the common ends of two texts, from word to word.
func middle(a, b string) (before, after passage) {
	x, y := split(a), split(b)
	head := 0
	for head < len(x) && head < len(y) && x[head].text == y[head].text {
		head++
	}
	lead := x[max(0, head-3):head] // a stop, its quotation mark and a blank
	x, y = x[head:], y[head:]
	tail := 0
	for tail < len(x) && tail < len(y) && x[len(x)-1-tail].text == y[len(y)-1-tail].text {
		tail++
	}
	begun, goesOn := !ends(join(lead)), false
	if tail > 0 {
		rest := y[len(y)-tail:]
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(join(rest[:min(2, tail)]), " "))
		goesOn = r != utf8.RuneError && !strings.ContainsRune(stops, r)
	}
	of := func(pieces []piece) passage {
		text := join(pieces)
		return passage{text, begun, goesOn && !ends(text)}
	}
	return of(x[:len(x)-tail]), of(y[:len(y)-tail])
}

// ends reports whether a sentence ends with the text; "" ends the one before it.
func ends(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, ` "')”’）`))
	return strings.TrimSpace(s) == "" || strings.ContainsRune(stops, r)
}

func join(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if b.WriteString(p.text); b.Len() > 8*1024 { // more is cut
			break
		}
	}
	return b.String()
}

func last(pointer string) string {
	return pointer[strings.LastIndexByte(pointer, '/')+1:]
}
