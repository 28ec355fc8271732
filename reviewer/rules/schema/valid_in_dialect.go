package schema

import (
	"marketd/market"
	"marketd/reviewer"
)

// faultsShown is how many places of one schema are told of.
const faultsShown = 3

func validInDialect() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-009", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("inputSchema 是合法的 JSON Schema", "inputSchema is valid JSON Schema"),
		Why:    reviewer.Say("不合法的 Schema 会让客户端丢掉这个工具，有的会丢掉整个列表。", "Clients drop a tool whose schema is not valid; some drop the whole list."),
		Fix:    reviewer.Say("按所用的版本改正这一处；没写 $schema 时按 2020-12 读。", "Correct this place according to the version you use; without $schema it is read as 2020-12."),
		Source: "MCP specification 2025-11-25, JSON Schema dialects; JSON Schema 2020-12",
		Check:  perInput(checkDialect),
	}
}

// checkDialect compares a schema with the dialect it declares, or with the
// default one and then the older ones.
func checkDialect(d *document) []reviewer.Hit {
	declared, there := d.root["$schema"]
	if !there {
		return undeclared(d)
	}
	id, _ := declared.(string)
	in, known := dialectOf(id)
	if !known {
		return []reviewer.Hit{{
			Where: d.where(nil, "$schema"), Evidence: printed(declared),
			Message: reviewer.Say("$schema 不是已知的 JSON Schema 版本。", "$schema does not name a known version of JSON Schema."),
			Fix:     reviewer.Say("写 https://json-schema.org/draft/2020-12/schema，或去掉 $schema。", "Write https://json-schema.org/draft/2020-12/schema, or leave $schema out."),
		}}
	}
	if hits := faultHits(d, d.compile(in), in.name); len(hits) > 0 || !in.old {
		return hits
	}
	return []reviewer.Hit{{
		Severity: market.SeverityWarn, Where: d.where(nil, "$schema"), Evidence: id,
		Message: reviewer.Sayf("%s 太旧，许多客户端已经不认。", "%s is too old; many clients no longer know it.", in.name),
		Fix:     reviewer.Say("改用 2020-12 或 draft-07。", "Use 2020-12 or draft-07."),
	}}
}

// undeclared looks at a schema that names no dialect. What an older dialect
// allows is a warning: the schema means something, it only does not say in
// which dialect.
func undeclared(d *document) []reviewer.Hit {
	found := d.compile(dialects[0])
	if len(found) == 0 {
		return nil
	}
	for _, older := range dialects[1:] {
		if len(d.compile(older)) > 0 {
			continue
		}
		return []reviewer.Hit{{
			Severity: market.SeverityWarn, Where: d.where(found[0].path), Evidence: evidence(d, found[0]),
			Message: reviewer.Sayf("这是 %s 的写法，但没有写 $schema，会按 2020-12 来读。", "This is written as in %s, but without $schema it is read as 2020-12.", older.name),
			Fix:     reviewer.Say("写上 $schema，或改成 2020-12 的写法。", "Declare $schema, or write it as 2020-12 does."),
		}}
	}
	return faultHits(d, found, dialects[0].name)
}

func faultHits(d *document, found []fault, dialect string) []reviewer.Hit {
	var hits []reviewer.Hit
	for _, f := range found {
		if len(hits) == faultsShown {
			break
		}
		if elsewhere(f) {
			continue
		}
		h := reviewer.Hit{Where: d.where(f.path), Evidence: evidence(d, f)}
		switch f.what {
		case faultType:
			h.Message = reviewer.Sayf("这里的值类型不对，%[1]s 要求 %[2]s。", "The value here is of the wrong type; %[1]s requires %[2]s.", dialect, f.want)
		case faultValue:
			h.Message = reviewer.Sayf("这里的值不是 %s 允许的值。", "The value here is not one that %s allows.", dialect)
		case faultPattern:
			h.Message = reviewer.Say("这里的正则表达式不合法（按 ECMA-262 读）。", "The regular expression here is not valid (read as ECMA-262).")
		default:
			h.Message = reviewer.Sayf("这里不符合 JSON Schema %s。", "This does not follow JSON Schema %s.", dialect)
		}
		hits = append(hits, h)
	}
	return hits
}

// elsewhere reports whether the fault has a rule of its own: required at the
// root is SCH-008's, and the type at the root SCH-002's.
func elsewhere(f fault) bool {
	return len(f.path) > 0 && f.path[0] == "required" || len(f.path) == 1 && f.path[0] == "type"
}

func evidence(d *document, f fault) string {
	v, _ := at(d.value, f.path)
	return printed(v)
}
