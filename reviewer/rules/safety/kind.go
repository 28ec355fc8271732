package safety

import (
	"regexp"
	"strings"
	"sync"

	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/safety/keyword"
)

// kind is one form of credential. Group 1 of its pattern is the value.
type kind struct {
	name    string
	hints   []string // at least one occurs, lower-cased, wherever the pattern matches; none for a form without a beginning of its own
	least   int      // length of the shortest run of token characters with such a value, when it is longer than most
	pattern func() *regexp.Regexp
	generic bool
	check   func(value string) bool // further demand on the value; nil for none
	loose   bool                    // its value may be short, or broken by white space
	raw     bool                    // no entropy floor and no stop-words: url-cred has its own
}

// hinted finds which kinds have a hint in a text. Bit i is kinds[i].
var hinted = sync.OnceValue(func() *keyword.Set {
	hints := make([][]string, len(kinds))
	for i := range kinds {
		hints[i] = kinds[i].hints
	}
	return keyword.New(hints)
})

// stopWords mark a value as a sample of documentation.
var stopWords = pattern.Late(`(?i)example|sample|your|xxxx|\*{3}|<|>|\$\{|\{\{|placeholder|dummy|redacted|changeme|insert|0{6}|123456|abcdef|_here$|\.\.\.`)

// knownSamples are values that manuals print; a value that begins so is no secret.
var knownSamples = []string{
	// The token of RFC 7519's most copied debugger, by its header and payload.
	"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwi",
	// RFC 7519 section 3.1.
	"eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.",
}

// sample reports whether the match m of the kind in text is only a sample.
func (k *kind) sample(text string, m []int) bool {
	value := text[m[2]:m[3]]
	for _, s := range knownSamples {
		if strings.HasPrefix(value, s) {
			return true
		}
	}
	if k.check != nil && !k.check(value) {
		return true
	}
	if k.raw {
		return sampleURL(text[m[0]:m[1]], value)
	}
	return stopWords().MatchString(value) || entropy(value) < minEntropy
}

// docPassword is what manuals write in the place of a password.
var docPassword = pattern.Late(`(?i)^(?:my|your|the|some|db)?_?(?:pass|passw|password|passwd|pwd|pw|secret|token|key|user|username|p|mypassword|mypass|\[?password\]?|密码|口令)\d{0,3}$`)

// localHost is a host on which a default account protects nothing.
var localHost = pattern.Late(`(?i)@(?:localhost|127\.0\.0\.1|host|hostname|db|database|postgres|mysql|redis|mongo|mongodb|rabbitmq|server|myhost|(?:[\w-]+\.)*example(?:\.(?:com|org|net))?)$`)

// sampleURL reports whether a URL with credentials is one of documentation: a
// telling password, a password equal to the user, or a default account on the
// own machine.
func sampleURL(url, password string) bool {
	if docPassword().MatchString(password) || stopWords().MatchString(password) {
		return true
	}
	_, rest, _ := strings.Cut(url, "://")
	user, _, _ := strings.Cut(rest, ":")
	if user != "" && strings.EqualFold(user, password) {
		return true
	}
	return localHost().MatchString(url) && entropy(password) < minEntropy
}
