package words

import (
	"encoding/json"
	"html"
	"strings"

	"marketd/reviewer/pattern"
)

var (
	comment   = pattern.Late(`(?s)<!--.*?(?:-->|$)`)
	htmlTag   = pattern.Late(`(?i)</?(?:p|b|i|u|s|a|em|strong|br|hr|h[1-6]|ul|ol|li|dl|dt|dd|div|span|font|center|code|pre|blockquote|table|thead|tbody|tr|td|th|small|big|sub|sup|mark|img|html|body|section|article|header|footer|details|summary|input|button|label)(?:\s[^<>]*)?/?>`)
	mdLink    = pattern.Late(`!?\[([^\[\]]*)\]\([^()\s]*(?:\s+"[^"]*")?\)`)
	template  = pattern.Late(`(?s)\{\{.*?\}\}|\$\{[^{}]*\}|<%.*?%>|\{%.*?%\}|\$?\bt\(\s*['"][\w.:-]+['"]\s*\)|%\(\w+\)s|\{\d*\}`)
	webLink   = pattern.Late(`(?i)\b(?:https?|ftp)://[^\s<>"'（）【】，。；]+|\bwww\.[^\s<>"'（）【】，。；]+`)
	address   = pattern.Late(`^<[\w .'-]{1,200} at 0x[0-9A-Fa-f]+>$|^<class '[\w.]+'>$`)
	yaml      = pattern.Late(`\A(?:[ \t]*(?:- )?[\w$-]+:(?:[ \t]+[\w"'./-]+)?[ \t]*(?:\n|\z)){2,}\z`)
	signature = pattern.Late(`^(?:async\s+)?(?:def|func|fn|function)\s+\w+\s*\([^()]*\)(?:\s*(?:->|=>|:)\s*[\w\[\]<>|.,]+)?\s*[:{;]?\s*$`)
	// i18nKey is a key of a message catalogue: tools.weather.description, TOOL_DESC.
	// speech-to-text and rich_text are none.
	i18nKey = pattern.Late(`(?i)^(?:(?:i18n|msg|t|key)[:.])?[\w-]+(?:[._/:-][\w-]+)*(?:[._/:-](?:desc|description|descr)|[.:/](?:summary|title|label|help|tooltip|text|doc))$|^[a-z][\w-]*(?:\.[a-z][\w-]*){2,}$`)
)

// Plain is a text without its mark-up: HTML tags, comments and entities,
// Markdown links, and invisible characters are gone; what readers see stays.
func Plain(text string) string {
	s := text
	if strings.ContainsRune(s, '&') {
		s = html.UnescapeString(s)
	}
	if strings.ContainsRune(s, '<') {
		s = htmlTag().ReplaceAllString(comment().ReplaceAllString(s, " "), " ")
	}
	if strings.Contains(s, "](") {
		s = mdLink().ReplaceAllString(s, "$1")
	}
	return strings.TrimSpace(Visible(s))
}

// dump reports whether the whole text is a value printed by a program: a JSON
// object or array, such as a schema put where a description belongs, the same
// as YAML, an object's address, a stack trace, or the head of a function.
func dump(plain string) bool {
	switch {
	case strings.HasPrefix(plain, "{"), strings.HasPrefix(plain, "["):
		return json.Valid([]byte(plain))
	case strings.HasPrefix(plain, "<"):
		return address().MatchString(plain)
	case strings.HasPrefix(plain, "Traceback (most recent call last)"):
		return true
	case strings.Contains(plain, "properties:"), strings.Contains(plain, "type: object"):
		return yaml().MatchString(plain)
	}
	if !strings.HasPrefix(plain, "async") && !strings.HasPrefix(plain, "def") && !strings.HasPrefix(plain, "f") {
		return false
	}
	return strings.Contains(plain, "(") && signature().MatchString(plain)
}

// key reports whether the whole text is the key of a message that was never
// looked up.
func key(plain string) bool {
	s := strings.Trim(strings.TrimPrefix(plain, "$t("), "{}[]<>%$'\"` ()")
	return !strings.ContainsAny(s, " \t\n") && len(s) <= 128 && i18nKey().MatchString(s)
}
