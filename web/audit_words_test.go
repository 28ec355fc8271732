package web

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// The log keeps identifiers; pages say them in the reader's words, and what they
// do not know as it is.
func TestAuditSpeaksTheReadersLanguage(t *testing.T) {
	t.Parallel()
	zh := &templates.Page{Printer: i18n.For(i18n.Chinese)}
	for _, c := range []struct{ action, value, zh, en string }{
		{market.ActRuleSet, market.RuleSetting{Enforced: true, Required: true}.String(), "规则自己的轻重、计入结论、必须查成", "the rule's own weight, counts in the verdict, has to be made"},
		{market.ActRuleSet, market.RuleSetting{Severity: market.SeverityWarn}.String(), "建议改、只记录、不必查成", "Advice, only recorded, may fail"},
		{market.ActRejudged, string(market.VerdictRejected), "有必须改的", english().T("report.verdict_rejected")},
		{market.ActHealth, "down", "不可用", "Down"},
		{market.ActHeld, string(market.HoldQuarantined), "已隔离", "Quarantined"},
		{market.ActComplained, string(market.ComplaintSteers), "它的文字在操纵助手", "Its texts steer the assistant"},
		{market.ActAnswered, string(market.ComplaintDismissed), "不成立", "Dismissed"},
		{market.ActHealth, "of another day", "of another day", "of another day"},
		{market.ActToolsChanged, "v1:sha256:00", "v1:sha256:00", "v1:sha256:00"},
	} {
		if got := []string{actValue(zh, c.action, c.value), actValue(english(), c.action, c.value)}; !reflect.DeepEqual(got, []string{c.zh, c.en}) {
			t.Errorf("%s %q: %q", c.action, c.value, got)
		}
	}
}

// Why something came about is said in words too, and once.
func TestAuditSaysWhyInWords(t *testing.T) {
	t.Parallel()
	zh, en := &templates.Page{Printer: i18n.For(i18n.Chinese)}, english()
	for _, c := range []struct {
		act    market.Act
		zh, en string
	}{
		{market.Act{Action: market.ActHealth, Text: string(market.ReasonOK)}, zh.T("reason.ok"), "fine"},
		{market.Act{Action: market.ActHealth, Text: string(market.ReasonConnect)}, zh.T("reason.connect"), "no connection"},
		{market.Act{Action: market.ActHealth, Text: "of another day"}, "of another day", "of another day"},
		{market.Act{Action: market.ActHeld, Rules: []string{"DRF-002"}, Text: "DRF-002"}, "", ""},
		{market.Act{Action: market.ActHeld, Text: market.HeldForComplaints}, "因用户举报", "Because of users' reports"},
		{market.Act{Action: market.ActRestored, Text: market.HeldForComplaints}, "因用户举报", "Because of users' reports"},
		{market.Act{Action: market.ActChannelDisabled, Text: string(market.DisabledByOwner)}, zh.T("channel.off_owner"), "Off"},
		{market.Act{Action: market.ActAppealed, Text: "ok"}, "ok", "ok"}, // a person's words
	} {
		if got := []string{actText(zh, c.act), actText(en, c.act)}; !reflect.DeepEqual(got, []string{c.zh, c.en}) {
			t.Errorf("%s %q: %q", c.act.Action, c.act.Text, got)
		}
	}
	const window = "2026-11-03T14:00:00Z/2026-11-03T15:30:00Z"
	en.Now = time.Date(2026, 11, 5, 0, 0, 0, 0, time.UTC)
	for _, action := range []string{market.ActAnnounced, market.ActCalledOff} {
		if got := actValue(en, action, window); strings.Contains(got, "T1") || !strings.Contains(got, "3 Nov") || !strings.Contains(got, ":30") {
			t.Errorf("%s: %q", action, got)
		}
	}
	if got := actValue(en, market.ActAnnounced, "soon"); got != "soon" {
		t.Errorf("no interval: %q", got)
	}
}

// A stale proposal is tried again as it was made.
func TestTryAgainIsTheSameProposal(t *testing.T) {
	t.Parallel()
	type fields = []templates.Again
	was, softer := market.RuleSetting{Enforced: true, Required: true}, market.RuleSetting{Severity: market.SeverityWarn, Enforced: true}
	for name, c := range map[string]struct {
		base, want map[string]market.RuleSetting
		form       fields
	}{
		"as they are": {nil, nil, fields{{Name: "reason", Value: "why"}}},
		"one rule":    {nil, map[string]market.RuleSetting{"A-1": softer}, fields{{Name: "reason", Value: "why"}, {Name: "rule", Value: "A-1"}, {Name: "severity", Value: "warn"}, {Name: "mode", Value: "enforce"}, {Name: "required", Value: "false"}}},
		"many": {
			map[string]market.RuleSetting{"A-1": was, "C-1": softer, "E-1": was},
			map[string]market.RuleSetting{"A-1": softer, "B-1": {}, "D-1": was, "E-1": was},
			fields{{Name: "reason", Value: "why"}, {Name: "set-A-1", Value: "warn"}, {Name: "set-B-1", Value: "monitor"}, {Name: "set-D-1", Value: "own"}, {Name: "set-C-1", Value: "reset"}},
		},
	} {
		if got := tryAgain(&market.Rereview{Reason: "why", Base: c.base, Settings: c.want}); !reflect.DeepEqual(got, c.form) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// What is no list is told so in one language, and a list that cannot be taken is
// none of no tools.
func TestNoListInOneLanguage(t *testing.T) {
	t.Parallel()
	zh := &templates.Page{Printer: i18n.For(i18n.Chinese)}
	_, err := readTools(zh, []byte("hello"))
	if e := asError(err); e.Msg.In(lang(zh)) != "这不是一份工具列表（不是 JSON 对象或数组）。" {
		t.Errorf("%q", e.Msg)
	}
	not := one(market.VerdictNotRun, "")
	if got := summary(english(), &market.Report{Verdict: market.VerdictRejected, Profiles: market.Profiles{App: not, MCP: not}}); got != "This list cannot be read; why is told below" {
		t.Errorf("%q", got)
	}
}
