package report

import (
	"encoding/json"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"marketd/market"
)

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// Tool says in SARIF who judged.
type Tool struct {
	Lang    market.Lang
	Version string                 // of the program; may be empty
	URL     string                 // where people read about it; may be empty
	Docs    []market.RuleDoc       // of every rule, in catalogue order
	HelpURL func(id string) string // where people read about a rule; nil: nowhere
}

// SARIF writes one log (SARIF 2.1.0) of all subjects: one run, an artifact and
// an invocation for each of them. The place of a server is its address without
// the scheme, as a relative path: code scanners take no other for a file of
// theirs, and refuse a log with a web address in it. The whole address is among
// the artifact's properties.
func SARIF(w io.Writer, tool Tool, subjects ...Subject) error {
	l := &sarifWriter{Tool: tool, words: words{tool.Lang}, rules: map[string]int{}}
	l.run = sarifRun{
		Language: string(tool.Lang), ColumnKind: "unicodeCodePoints",
		Artifacts: []sarifArtifact{}, Invocations: []sarifInvocation{}, Results: []sarifResult{},
	}
	l.run.Tool.Driver = sarifDriver{Name: "marketd", Version: tool.Version, InformationURI: tool.URL, Rules: []sarifRule{}}
	for _, d := range tool.Docs {
		if d.Severity != "" || slices.ContainsFunc(subjects, func(s Subject) bool { return names(s.Report, d.ID) }) {
			l.rule(d)
		}
	}
	for i, s := range subjects {
		l.subject(i, s)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{l.run}})
}

// names reports whether a report has anything of the rule.
func names(r market.Report, id string) bool {
	return slices.ContainsFunc(r.Findings, func(f market.Finding) bool { return f.Rule == id }) ||
		slices.ContainsFunc(r.Checks, func(c market.Check) bool { return c.Rule == id })
}

type sarifWriter struct {
	Tool
	words
	run   sarifRun
	rules map[string]int // id → index
}

// rule describes a rule.
func (l *sarifWriter) rule(d market.RuleDoc) {
	lang := l.Tool.Lang
	help := l.say("为什么：", "Why: ") + d.Why.In(lang) + "\n\n" + l.say("怎么判定：", "How it is decided: ") + d.Decide.In(lang) + "\n\n" +
		l.say("怎么改：", "Fix: ") + d.Fix.In(lang)
	md := "**" + l.say("为什么", "Why") + "** " + prose(d.Why.In(lang)) + "\n\n**" + l.say("怎么判定", "How it is decided") + "** " + prose(d.Decide.In(lang)) +
		"\n\n**" + l.say("怎么改", "Fix") + "** " + prose(d.Fix.In(lang))
	if d.Source != "" {
		help += "\n\n" + l.say("出处：", "Source: ") + d.Source
		md += "\n\n**" + l.say("出处", "Source") + "** " + prose(d.Source)
	}
	r := sarifRule{
		ID: d.ID, ShortDescription: sarifText{Text: d.Title.In(lang)}, FullDescription: sarifText{Text: d.Why.In(lang)},
		Help: sarifText{Text: help, Markdown: md}, DefaultConfiguration: sarifLevel{levelOf(d.Severity)},
		Properties: map[string]any{"severity": d.Severity, "group": d.Group, "tags": []string{string(d.Group)}},
	}
	if d.Profile != "" {
		r.Properties["profile"] = d.Profile
	}
	if l.HelpURL != nil {
		r.HelpURI = l.HelpURL(d.ID)
	}
	l.rules[d.ID] = len(l.run.Tool.Driver.Rules)
	l.run.Tool.Driver.Rules = append(l.run.Tool.Driver.Rules, r)
}

// ref is the index of a rule, which is described as well as the finding can
// when the documentation lacks it.
func (l *sarifWriter) ref(id string, title, why, fix market.Text) int {
	if _, known := l.rules[id]; !known {
		l.rule(market.RuleDoc{ID: id, Title: title, Why: why, Fix: fix, Decide: title})
	}
	return l.rules[id]
}

// subject adds one report: what it is of, what could not run, what was found.
func (l *sarifWriter) subject(i int, s Subject) {
	a := sarifArtifact{Location: sarifArtifactLocation{URI: artifactURI(s), Index: i}, Properties: map[string]any{"tools": s.Report.Tools}}
	if s.Unread != "" {
		l.unread(a, s)
		return
	}
	if s.File != nil {
		a.Length, a.MimeType = len(s.File.Data), "application/json"
	} else {
		a.Properties["url"] = s.Name
	}
	l.run.Artifacts = append(l.run.Artifacts, a)
	l.run.Invocations = append(l.run.Invocations, l.invocation(s.Report))
	places := placesOf(s)
	for _, f := range s.Report.Findings {
		l.run.Results = append(l.run.Results, l.result(i, s, f, places))
	}
}

// unread adds a file that could not be read: a failed invocation that names it.
func (l *sarifWriter) unread(a sarifArtifact, s Subject) {
	a.Properties = nil // nothing is known of it
	l.run.Artifacts = append(l.run.Artifacts, a)
	l.run.Invocations = append(l.run.Invocations, sarifInvocation{Notifications: []sarifNotification{{
		Level: "error", Message: sarifText{Text: sarifPlain(safe(s.Unread))},
		Locations: []sarifLocation{{Physical: sarifPhysical{Artifact: a.Location}}},
	}}})
}

func (l *sarifWriter) invocation(r market.Report) sarifInvocation {
	v := sarifInvocation{
		ExecutionSuccessful: r.Verdict != market.VerdictInconclusive && len(r.ChecksFailed) == 0,
		Properties: map[string]any{
			"verdict": r.Verdict, "app": r.Profiles.App.Verdict, "mcp": r.Profiles.MCP.Verdict, "ruleset": r.Ruleset, "score": r.Score, "tokens": r.Tokens,
		},
	}
	if !r.At.IsZero() {
		v.EndTimeUTC = r.At.UTC().Format(time.RFC3339)
	}
	for _, c := range r.Checks {
		if c.State != market.CheckFailed && c.State != market.CheckSkipped {
			continue
		}
		n := sarifNotification{
			Level: "note", Message: sarifText{Text: sarifPlain(c.Rule + ": " + c.Note.In(l.Tool.Lang))},
			AssociatedRule: &sarifRuleRef{c.Rule, l.ref(c.Rule, c.Title, c.Title, c.Title)},
		}
		if c.State == market.CheckFailed {
			n.Level = "error"
		}
		v.Notifications = append(v.Notifications, n)
	}
	return v
}

func (l *sarifWriter) result(i int, s Subject, f market.Finding, places map[string]sarifRegion) sarifResult {
	lang := l.Tool.Lang
	text := f.Message.In(lang)
	if f.Evidence != "" {
		text += l.say(" 证据：", " Evidence: ") + f.Evidence
	}
	text = sarifPlain(text + l.say(" 怎么改：", " Fix: ") + f.Fix.In(lang))
	key := f.Key()
	r := sarifResult{
		RuleID: f.Rule, RuleIndex: l.ref(f.Rule, f.Message, f.Why, f.Fix), Level: levelOf(f.Severity),
		Message:      sarifText{Text: text, Markdown: resultMarkdown(l.words, f)},
		Fingerprints: map[string]string{"marketd/v1": key}, PartialFingerprints: map[string]string{"primaryLocationLineHash": key},
		Provenance: sarifProvenance{i},
		Properties: map[string]any{"severity": f.Severity, "enforced": f.Enforced, "unsure": f.Unsure},
	}
	if f.Profile != "" {
		r.Properties["profile"] = f.Profile
	}
	loc := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifactLocation{URI: artifactURI(s), Index: i}}}
	if region, ok := places[f.Where]; ok {
		loc.Physical.Region = &region
	}
	loc.Logical = []sarifLogical{{Name: f.Tool, Qualified: f.Where, Kind: "property"}}
	r.Locations = []sarifLocation{loc}
	switch {
	case f.Waived != nil:
		r.Suppressions = []sarifSuppression{{"external", "accepted", f.Waived.Reason}}
	case !f.Enforced:
		r.Suppressions = []sarifSuppression{{"external", "accepted", l.mark(f)}}
	}
	return r
}

// levelOf is the level of a severity. What a person has to look at is told from
// advice by the property severity.
func levelOf(s market.Severity) string {
	switch s {
	case market.SeverityReject:
		return "error"
	case market.SeverityNeedsHuman, market.SeverityWarn:
		return "warning"
	case market.SeverityInfo:
	}
	return "note"
}

// artifactURI is a relative reference to a file, or to what stands for a
// server; a file that is no part of the folder at work has its absolute one.
func artifactURI(s Subject) string {
	if s.File == nil {
		u, err := url.Parse(s.Name)
		if err != nil || u.Host == "" {
			return "server"
		}
		p := path.Join(strings.ReplaceAll(u.Host, ":", "_"), path.Clean("/"+u.Path))
		return (&url.URL{Path: p}).EscapedPath()
	}
	if s.Name == "-" {
		return "stdin"
	}
	name := filepath.ToSlash(filepath.Clean(s.Name))
	if path.IsAbs(name) {
		return (&url.URL{Scheme: "file", Path: name}).String()
	}
	return strings.TrimPrefix((&url.URL{Path: "./" + name}).EscapedPath(), "./")
}

// sarifPlain is a text as a message: brackets would make a link of it (3.11.6),
// and a number in braces a place for a value (3.11.5).
func sarifPlain(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(slot.ReplaceAllString(s, "{{$1}}"))
}

var slot = regexp.MustCompile(`\{(\d+)\}`)
