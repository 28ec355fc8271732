package schema

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// resourceURL is the name under which a schema is compiled; nothing is at it.
const resourceURL = "https://tool.invalid/schema"

// noLoader refuses every document: schemas of strangers fetch nothing.
type noLoader struct{}

var errRemote = errors.New("schema: remote documents are not loaded")

func (noLoader) Load(string) (any, error) { return nil, errRemote }

// fault is a place where a schema does not follow its dialect.
type fault struct {
	path []string
	what faultKind
	want string // types or values allowed there, when that is known
}

type faultKind int

const (
	faultOther faultKind = iota
	faultType
	faultValue
	faultPattern
)

// compile reports where the schema does not follow the dialect. References
// that lead nowhere are another rule's matter and no fault here.
func (d *document) compile(in dialect) []fault {
	if !in.old && d.plain() {
		return nil
	}
	return d.compileWhole(in)
}

func (d *document) compileWhole(in dialect) []fault {
	root := maps.Clone(d.root)
	delete(root, "$schema")
	delete(root, "$id")
	c := jsonschema.NewCompiler()
	c.DefaultDraft(in.draft)
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(compilePattern)
	if err := c.AddResource(resourceURL, root); err != nil {
		return []fault{{}}
	}
	_, err := c.Compile(resourceURL)
	return faults(err)
}

func faults(err error) []fault {
	if err == nil || unresolved(err) {
		return nil
	}
	if e, ok := errors.AsType[*jsonschema.ValidationError](err); ok {
		return leaves(e)
	}
	if e, ok := errors.AsType[*jsonschema.SchemaValidationError](err); ok {
		if v, ok := errors.AsType[*jsonschema.ValidationError](e.Err); ok {
			return leaves(v)
		}
	}
	if e, ok := errors.AsType[*jsonschema.InvalidRegexError](err); ok {
		_, fragment, _ := strings.Cut(e.URL, "#/")
		return []fault{{path: pathOf(fragment), what: faultPattern}}
	}
	return []fault{{}}
}

// unresolved reports whether compiling stopped at a reference.
func unresolved(err error) bool {
	if _, ok := errors.AsType[*jsonschema.LoadURLError](err); ok {
		return true
	}
	if _, ok := errors.AsType[*jsonschema.JSONPointerNotFoundError](err); ok {
		return true
	}
	_, ok := errors.AsType[*jsonschema.AnchorNotFoundError](err)
	return ok
}

// leaves are the innermost faults, by place, one a place.
func leaves(e *jsonschema.ValidationError) []fault {
	var out []fault
	var descend func(*jsonschema.ValidationError)
	descend = func(e *jsonschema.ValidationError) {
		for _, c := range e.Causes {
			descend(c)
		}
		if len(e.Causes) > 0 {
			return
		}
		f := fault{path: slices.Clone(e.InstanceLocation)}
		switch k := e.ErrorKind.(type) {
		case *kind.Type:
			f.what, f.want = faultType, strings.Join(k.Want, ", ")
		case *kind.Enum:
			f.what = faultValue
		case *kind.Format:
			if k.Want == "regex" {
				f.what = faultPattern
			}
		}
		out = append(out, f)
	}
	descend(e)
	slices.SortFunc(out, func(a, b fault) int {
		return cmp.Or(slices.Compare(a.path, b.path), cmp.Compare(b.what, a.what), cmp.Compare(a.want, b.want))
	})
	return slices.CompactFunc(out, func(a, b fault) bool { return slices.Equal(a.path, b.path) })
}

func pathOf(fragment string) []string {
	if fragment == "" {
		return nil
	}
	tokens := strings.Split(fragment, "/")
	for i, t := range tokens {
		tokens[i] = unescape(t)
	}
	return tokens
}
