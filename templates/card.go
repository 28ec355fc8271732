package templates

import (
	"hash/fnv"
	"strings"
	"unicode"

	"github.com/a-h/templ"
)

// unnamedAttr tells the script what a preview says without a name.
func unnamedAttr(c *CardView) templ.Attributes {
	if c.Unnamed == "" {
		return nil
	}
	return templ.Attributes{"data-unnamed": c.Unnamed}
}

func kindIcon(kind string) string {
	switch kind {
	case "cetp":
		return "phone"
	case "declarative":
		return "flag"
	}
	return "http"
}

func authIcon(auth string) string {
	if auth == "token" {
		return "gated"
	}
	return "pass"
}

var tileHues = [...]string{"h1", "h2", "h3", "h4", "h5", "h6"}

func tileHue(id string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id))
	return tileHues[h.Sum32()%uint32(len(tileHues))]
}

// initial is the first letter or digit of the name, else of the id.
func initial(name, id string) string {
	for _, r := range name + id {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return strings.ToUpper(string(r))
		}
	}
	return "·"
}
