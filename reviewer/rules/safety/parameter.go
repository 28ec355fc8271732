package safety

import (
	"strings"

	"marketd/reviewer/pattern"
)

// parameter is a part of an address's query that is named as secrets are, and
// its value, as rule URL-002 has them.
var parameter = pattern.Late(`(?i)([?&](?:api[-_]?key|key|token|access[-_]?token|secret|sig|signature|auth|password|pwd|sk)=)([^&\s#"'<>⟦]{8,})`)

// sampleValue marks a value as one of documentation.
var sampleValue = pattern.Late(`(?i)your|example|sample|placeholder|changeme|xxxx|\*{3}|[<>{}]`)

// redactParameters takes the values of such parameters out of a text. In a
// text of documentation they are no secret worth a finding; in what is kept and
// shown they may be one.
func redactParameters(text string) string {
	if !strings.Contains(text, "=") || !strings.ContainsAny(text, "?&") {
		return text
	}
	return parameter().ReplaceAllStringFunc(text, func(s string) string {
		name, value, _ := strings.Cut(s, "=")
		if sampleValue().MatchString(value) {
			return s
		}
		return name + "=⟦redacted: parameter⟧"
	})
}
