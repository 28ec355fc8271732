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
		Decide: reviewer.Sayf("按 $schema 声明的版本对照元 Schema 检查：2020-12、2019-09、draft-07 都可以，draft-06、draft-04 提醒，其他值拒绝。没有 $schema 按 2020-12 看；不合 2020-12 但合某个旧版本的（例如 exclusiveMinimum: true、items 是数组）提醒，都不合的拒绝。pattern 按 ECMA-262 读，带不带 u 都可以，只看写法，从不拿去匹配；超过 4,096 个字节的不看。不认识的关键字没有问题。最多列出 %d 处；最外层的 type 和 required 由 SCH-002、SCH-008 说，引用由 SCH-010 说。", "The schema is held against the meta-schema of the version that $schema names: 2020-12, 2019-09 and draft-07 are fine, draft-06 and draft-04 are warned of, any other value is refused. Without $schema it is read as 2020-12; what is not valid there and is in an older version (exclusiveMinimum: true, a list of items …) is warned of, what is valid in none is refused. A pattern is read as ECMA-262, with flag u or without, for its form alone and never matched; one of more than 4,096 bytes is not looked into. Unknown keywords are fine. At most %d places are listed; type and required at the top level are told of by rules SCH-002 and SCH-008, references by rule SCH-010.", faultsShown),
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
