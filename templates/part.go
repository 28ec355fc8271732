package templates

import (
	"time"

	"github.com/a-h/templ"
)

// zoned is an instant with the zone in which it is written.
func zoned(p *Page, t time.Time) string { return p.T("common.zoned", p.Time(t)) }

func fieldAttrs(f FieldView) templ.Attributes {
	a := templ.Attributes{}
	set := func(name, value string) {
		if value != "" {
			a[name] = value
		}
	}
	set("placeholder", f.Placeholder)
	set("autocomplete", f.Autocomplete)
	set("inputmode", f.InputMode)
	if f.Required {
		a["required"] = true
	}
	if f.MaxLength > 0 {
		a["maxlength"] = f.MaxLength
	}
	described := ""
	if len(f.Problems) > 0 {
		a["aria-invalid"] = "true"
		described = f.ID + "-wrong "
	}
	if f.Hint != "" {
		described += f.ID + "-hint"
	}
	set("aria-describedby", described)
	return a
}
