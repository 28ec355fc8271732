package quality

import (
	"slices"
	"strings"

	"marketd/reviewer"
	"marketd/reviewer/words"
)

// Words of a parameter's name after which a model has to guess a form.
var (
	formed = []string{
		"date", "time", "datetime", "timestamp", "since", "until", "deadline", "birthday", "phone", "tel", "mobile", "country", "currency", "language", "lang", "locale", "timezone", "tz",
		"color", "colour", "cron", "schedule", "coordinates", "coordinate", "latlng", "location", "format", "mode", "status", "state", "sort", "order", "unit", "units", "category", "type", "kind", "level", "priority", "severity", "direction", "interval", "period", "duration", "filter", "expression", "pattern",
	}
	measured = []string{
		"limit", "count", "size", "max", "min", "top", "offset", "days", "hours", "minutes", "seconds", "timeout", "ms", "radius", "distance", "zoom", "depth", "width", "height", "lat", "lon", "lng", "latitude", "longitude",
		"threshold", "score", "percent", "rate", "interval", "duration", "age", "year", "month", "day", "priority", "level", "temperature", "quality", "timestamp",
	}
)

// naming are last words of names of things that are known by what they are
// called: categoryId is no category, and status_text no state.
var naming = []string{"id", "ids", "uuid", "guid", "key", "name", "names", "title", "text", "label", "description", "message", "body", "content", "path"}

// shownBy are keywords that show what a value looks like, and exampleCues the
// signs of a description that does.
var (
	shownBy     = []string{"enum", "const", "format", "pattern", "examples", "example", "default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "$ref", "anyOf", "oneOf", "allOf", "contentMediaType"}
	exampleCues = []string{"e.g", "eg.", "i.e", "example", "such as", "like ", "iso", "rfc", "yyyy", "one of", "either", "format", "between", "unix", "utc", " or ", "例", "如", "格式", "可选", "可選", "取值", "或", "至", "之间", "之間", "单位", "單位"}
)

func valuesShown() reviewer.Rule {
	const each, most = 3, 12
	return costs(reviewer.Rule{
		ID: "QLT-004", Points: each,
		Title: reviewer.Say("要猜格式的参数给出格式、取值或例子", "Parameters that leave a form to guess show it"),
		Why:   reviewer.Say("日期、国家、状态、上限之类的值，写法和范围很多，猜错一次就多一次失败的调用。", "Dates, countries, states and limits can be written in many ways; each wrong guess is a call that fails."),
		Decide: reviewer.Say(
			"名字里有日期、国家、币种、状态、排序、类型等词的字符串参数，或有 limit、radius、timeout 等词的数字参数（编号、名称和正文除外）：既没有 enum、format、pattern、examples、default、最小或最大值，说明里也没有数字、引号、括号或“例如”“格式”之类的话，每个扣 3 分，最多 12 分。",
			"Text parameters named for a date, country, currency, state, order, type and the like, and numbers named limit, radius, timeout and the like, but not ids, names and bodies of text: 3 points each, 12 at most, when there is no enum, format, pattern, example, default, minimum or maximum, and no digit, quote, bracket or words such as “e.g.” or “format” in the description.",
		),
		Fix:    reviewer.Say("取值有限就用 enum；日期等写上 format 和一个例子；数字写上 minimum、maximum 和 default。", "Use enum where the values are few; give dates and the like a format and an example, and numbers a minimum, a maximum and a default."),
		Source: "JSON Schema, validation keywords; OpenAPI practice of examples",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			var guessed []parameter
			for _, p := range parameters(t) {
				if p.guessed() {
					guessed = append(guessed, p)
				}
			}
			if len(guessed) == 0 {
				return nil
			}
			return []reviewer.Hit{{
				Where: guessed[0].where(t), Evidence: some(guessed), Points: min(most, each*len(guessed)),
				Message: reviewer.Sayf("这些参数的格式或范围只能猜：%s。", "The form or the range of these parameters is left to guess: %s.", some(guessed)),
			}}
		}),
	})
}

// guessed reports whether a model has to guess how the value is written.
func (p parameter) guessed() bool {
	named := formed
	switch typ, _ := p.schema["type"].(string); typ {
	case "string":
	case "integer", "number":
		named = measured
	default:
		return false
	}
	if p.has(shownBy...) {
		return false
	}
	name := words.Tokens(p.name)
	if len(name) == 0 || slices.Contains(naming, name[len(name)-1]) || !slices.ContainsFunc(name, func(w string) bool { return slices.Contains(named, w) }) {
		return false
	}
	d := p.description()
	return !strings.ContainsAny(d, "0123456789\"'`“”「」《》()（）[]{}<>|/、") && !has(words.Lower(d), exampleCues...)
}
