package rules_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
)

var update = flag.Bool("update", false, "write docs/rules.md anew")

// TestRulesDocument: docs/rules.md is what the catalogue says.
func TestRulesDocument(t *testing.T) {
	t.Parallel()
	path := filepath.Join("..", "..", "docs", "rules.md")
	got := document(rules.Catalogue())
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("docs/rules.md is not what the catalogue says: go generate ./reviewer/rules")
	}
}

// titles are those of the families, in the order of the catalogue.
var titles = []struct{ family, en, zh string }{
	{"ENT", "The submitted entry", "提交的条目"},
	{"URL", "The address, as it is written", "地址"},
	{"NET", "Names and addresses", "域名与地址"},
	{"TLS", "Certificates and encryption", "证书与加密"},
	{"RED", "Redirects", "重定向"},
	{"HLT", "The health check", "存活检查"},
	{"PRO", "JSON-RPC and MCP", "JSON-RPC 与 MCP"},
	{"SSE", "Event streams", "事件流"},
	{"PAG", "Pages of tools", "分页"},
	{"NAM", "Tool names", "工具名"},
	{"RES", "Reserved names", "保留名"},
	{"LVL", "Levels and hints", "级别与提示"},
	{"DSC", "Descriptions", "工具说明"},
	{"SCH", "Schemas", "参数模式"},
	{"SEC", "Safety of texts", "文字的安全"},
	{"SIM", "Likeness to others", "与别的条目相似"},
	{"DRF", "Pinning", "固定内容"},
	{"META", "The listing's own data", "条目的资料"},
	{"QLT", "Quality", "质量"},
}

const preamble = `# The rules

Made from the rules themselves by ` + "`go generate ./reviewer/rules`" + `; change the rules, not this page.

A **rule** looks at the evidence and may find something. **reject** refuses: it is certain, and the developer can mend it alone.
**needs_human** sends the entry to a person, **warn** and **info** are told and hold nothing up. A **quality** rule costs points and
never decides anything. **parser** and **process** entries bind us: how answers are read and how servers are asked. A rule bears on
the verdict for the **app**, on the one for standard **mcp**, or on both.

An operator, or an administrator of the market, may change how severe a rule is, let it only count its hits (monitor mode), or let
a review go on when the rule itself breaks. A report's ruleset then ends in ` + "`+`" + ` and a hash of these settings.

Examples are merge patches (RFC 7396) on the evidence of a good server; the package ` + "`reviewer/rules/examples`" + ` says what can be
patched, and its files hold every example in full. The hits are written as severity, JSON pointer and class; ` + "`?`" + ` marks a fault that may
pass by itself and is looked at again.
`

// document writes the catalogue as a page.
func document(docs []market.RuleDoc) []byte {
	var b bytes.Buffer
	b.WriteString(preamble)
	b.WriteString("\n| family | |\n|---|---|\n")
	for _, f := range titles {
		fmt.Fprintf(&b, "| [%s](#%s) | %s · %s |\n", f.family, strings.ToLower(f.family), f.en, f.zh)
	}
	for _, f := range titles {
		fmt.Fprintf(&b, "\n## %s\n\n%s · %s\n\n| id | it asks | kind | severity | bears on |\n|---|---|---|---|---|\n", f.family, f.en, f.zh)
		for _, d := range docs {
			if strings.HasPrefix(d.ID, f.family+"-") {
				fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %s |\n", d.ID, strings.ToLower(d.ID), strings.ReplaceAll(plain(d.Title.EN), "|", `\|`), d.Kind, d.Severity, bearing(d))
			}
		}
		if f.family == "QLT" {
			b.WriteString(costs())
		}
		for _, d := range docs {
			if strings.HasPrefix(d.ID, f.family+"-") {
				explain(&b, d)
			}
		}
	}
	return b.Bytes()
}

// costs tells what findings cost besides the rules on quality.
func costs() string {
	var b strings.Builder
	b.WriteString("\nA tool begins with 100 points and loses some to each rule that hits in it, once a rule. A list has 0.6 of the mean of its\n" +
		"tools and 0.4 of the least. Findings of other rules that stand, neither waived nor only counted, cost points too:\n\n| a finding on | reject | needs_human | warn | info |\n|---|---|---|---|---|\n")
	for _, g := range []struct {
		name  string
		group market.Group
		rule  string
	}{
		{"names, descriptions, schemas", market.GroupTools, ""},
		{"the protocol, in a tool", market.GroupProtocol, ""},
		{"safety", market.GroupSafety, ""},
		{"SCH-007 and DSC-009, which QLT-003 and QLT-008 count finer", market.GroupTools, "SCH-007"},
	} {
		fmt.Fprintf(&b, "| %s |", g.name)
		for _, s := range []market.Severity{market.SeverityReject, market.SeverityNeedsHuman, market.SeverityWarn, market.SeverityInfo} {
			fmt.Fprintf(&b, " %d |", reviewer.Points(g.rule, g.group, s))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func bearing(d market.RuleDoc) string {
	if d.Kind != market.KindRule {
		return ""
	}
	return cmp.Or(string(d.Profile), "both")
}

// explain writes one entry.
func explain(b *bytes.Buffer, d market.RuleDoc) {
	kind := strings.TrimSuffix(fmt.Sprintf("%s, %s", d.Kind, d.Severity), ", ")
	if on := bearing(d); on != "" {
		kind += ", bears on " + on
	}
	fmt.Fprintf(b, "\n### %s\n\n**%s** · %s · %s\n\n%s\n\n*Decided:* %s\n\n*To do:* %s\n", d.ID, plain(d.Title.EN), d.Title.ZH, kind, plain(d.Why.EN), plain(d.Decide.EN), plain(d.Fix.EN))
	cases(b, "Hit", d.Fails)
	cases(b, "Not hit", d.Passes)
	fmt.Fprintf(b, "\nSource: %s. Test: `%s`.\n", plain(strings.TrimSuffix(d.Source, ".")), d.Test)
}

// cases writes the first example whole and of the others what they show.
func cases(b *bytes.Buffer, what string, examples []market.RuleExample) {
	if len(examples) == 0 {
		return
	}
	first := examples[0]
	fmt.Fprintf(b, "\n*%s:* %s\n", what, plain(first.Say))
	if s := sceneText(first.Scene); s != "{}" {
		fmt.Fprintf(b, "\n```json\n%s\n```\n", s)
	}
	if len(first.Want) > 0 {
		fmt.Fprintf(b, "\n→ `%s`\n", strings.Join(first.Want, "`, `"))
	}
	if len(examples) == 1 {
		return
	}
	var others []string
	for _, e := range examples[1:] {
		others = append(others, plain(e.Say))
	}
	fmt.Fprintf(b, "\n*%s as well:* %s.\n", what, strings.Join(others, "; "))
}

// sceneText is the patch on one line, cut where it is long.
func sceneText(scene json.RawMessage) string {
	const most = 700
	var line bytes.Buffer
	if err := json.Compact(&line, scene); err != nil {
		return string(scene)
	}
	if r := []rune(line.String()); len(r) > most {
		return string(r[:most]) + " …"
	}
	return line.String()
}

// plain keeps a text from being read as Markdown, but for what stands in backquotes.
func plain(s string) string {
	parts := strings.Split(s, "`")
	if len(parts)%2 == 0 { // a single backquote quotes nothing
		return escaper.Replace(strings.ReplaceAll(s, "`", "\\`"))
	}
	for i := 0; i < len(parts); i += 2 {
		parts[i] = escaper.Replace(parts[i])
	}
	return strings.Join(parts, "`")
}

var escaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", "&lt;", "[", `\[`, "\n", " ")
