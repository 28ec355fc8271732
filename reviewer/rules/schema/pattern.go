package schema

import (
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"marketd/reviewer/pattern"
)

const (
	patternMost    = 4096                   // longer patterns are taken as they are
	patternTimeout = 100 * time.Millisecond // of one match
)

// property is a Unicode property of ECMA-262 (flag u), of which the engine
// knows only some; to us only the form counts.
var property = pattern.Late(`\\[pP]\{[A-Za-z_]+(?:=[A-Za-z_]+)?\}`)

// compilePattern reads a pattern as ECMA-262 has it, with or without flag u.
func compilePattern(s string) (jsonschema.Regexp, error) {
	if len(s) > patternMost {
		return anyText(s), nil
	}
	re, err := regexp2.Compile(property().ReplaceAllString(s, `\w`), regexp2.ECMAScript)
	if err != nil {
		if re, err = regexp2.Compile(s, regexp2.ECMAScript|regexp2.Unicode); err != nil {
			return nil, err
		}
	}
	re.MatchTimeout = patternTimeout
	return ecma{re}, nil
}

type ecma struct{ re *regexp2.Regexp }

func (e ecma) String() string { return e.re.String() }

// MatchString takes a match that does not end in time for one: nothing is
// refused for a pattern that is slow here.
func (e ecma) MatchString(s string) bool {
	ok, err := e.re.MatchString(s)
	return ok || err != nil
}

// anyText is a pattern that is not looked into.
type anyText string

func (p anyText) String() string        { return string(p) }
func (anyText) MatchString(string) bool { return true }
