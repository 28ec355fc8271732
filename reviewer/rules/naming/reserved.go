package naming

import (
	"slices"
	"strings"

	"marketd/reviewer"
	"marketd/reviewer/words"
)

// reserved lists the names that outside tools cannot have: the app's own, and
// those it never executes.
func reserved(d *reviewer.Dossier) []string {
	return slices.Concat(d.Policy.Reserved, d.Policy.NeverRun)
}

// digitLetters are the digits that pass for letters.
var digitLetters = strings.NewReplacer("0", "o", "1", "l", "3", "e", "5", "s")

// disguiseKey is what is left of a name when case, separators, look-alike
// digits and plurals are taken away: SMS_Read, smsRead and 5ms.reads are one.
func disguiseKey(name string) string {
	var b strings.Builder
	for _, t := range words.Tokens(name) {
		t = digitLetters.Replace(t)
		if len(t) > 3 && !strings.HasSuffix(t, "ss") {
			t = strings.TrimSuffix(t, "s")
		}
		b.WriteString(t)
	}
	return b.String()
}

// disguises are reserved names by their keys.
type disguises map[string][]string

func disguisesOf(list []string) disguises {
	d := disguises{}
	for _, r := range list {
		key := disguiseKey(r)
		d[key] = append(d[key], r)
	}
	return d
}

// passed is the reserved name that the name passes for; false when none.
func (d disguises) passed(name string) (string, bool) {
	for _, r := range d[disguiseKey(name)] {
		if name != r {
			return r, true
		}
	}
	return "", false
}
