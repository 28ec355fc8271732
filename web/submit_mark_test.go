package web

import (
	"strings"
	"testing"

	"marketd/market"
)

// placeholder is a look at a server that answers as it should, with a tool
// that nobody described.
func placeholder(e market.Entry) market.Examined {
	x := good(e)
	x.Report.Verdict, x.Report.Profiles = market.VerdictRejected, both(market.VerdictRejected, market.OutcomeFail)
	x.Report.Checks[1].State, x.Report.Checks[1].Severity = market.CheckHit, market.SeverityReject
	x.Report.Findings = []market.Finding{
		{Rule: "DSC-002", Severity: market.SeverityReject, Enforced: true, Where: "/tools/0/description", Tool: "weather.now", Message: say("占位文字", "The description is a placeholder"), Fix: say("写清楚", "Say what it does")},
		{Rule: "DSC-003", Severity: market.SeverityReject, Enforced: true, Where: "/tools/1/description", Tool: "weather.forecast", Message: say("没有说明", "There is no description")},
	}
	return x
}

// The cards agree with each other.
func TestCardsAgree(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		look  func(market.Entry) market.Examined
		marks [4]string
		ticks []string
	}{
		"good": {
			good,
			[4]string{"Ready", "Ready", "Ready", "Ready"},
			[]string{"pass The app can use it", "pass Standard MCP clients can use it", "pass 2 tools read", "pass Nothing must change"},
		},
		"placeholder": {
			placeholder,
			[4]string{"Ready", "2 to change", "Ready", "Not yet"},
			[]string{"reject Not in the app yet", "reject Not for standard MCP clients yet", "pass 2 tools read", "reject 2 things must change"},
		},
		"refused": {
			refused,
			[4]string{"1 to change", "Ready", "Ready", "Not yet"},
			[]string{"reject Not in the app yet", "reject Not for standard MCP clients yet", "pass 1 tool read", "reject 1 thing must change"},
		},
		"down": {
			func(e market.Entry) market.Examined {
				x := examined(e)
				x.Report.Profiles, x.Probe.Reason = both(market.VerdictClean, market.OutcomeFail), market.ReasonConnect
				return x
			},
			[4]string{"Ready", "Not yet", "Ready", "Ready"},
			[]string{"reject Not in the app yet", "reject Not for standard MCP clients yet", "unknown No tools were read", "pass Nothing must change"},
		},
		"advice": {
			func(e market.Entry) market.Examined {
				x := good(e)
				x.Report.Findings = []market.Finding{{Rule: "ENT-005", Severity: market.SeverityWarn, Enforced: true, Where: "/entry/name"}}
				return x
			},
			[4]string{"Ready", "Ready", "Worth a look", "Ready"},
			[]string{"pass The app can use it", "pass Standard MCP clients can use it", "pass 2 tools read", "pass Nothing must change · 1 advice"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.examines(c.look)
			_, a := w.signedIn(devEmail).check(formOf("weather-demo")...)
			for i, want := range c.marks {
				card := "#card" + string(rune('1'+i))
				if got := a.text(card + " > .box > .row .st"); got != want {
					t.Errorf("%s is marked %q, want %q", card, got, want)
				}
			}
			var ticks []string
			a.doc.Find(".ticks li").Each(func(_ int, s *gq) {
				ticks = append(ticks, s.AttrOr("data-s", "")+" "+strings.Join(strings.Fields(s.Text()), " "))
			})
			if got, want := strings.Join(ticks, "\n"), strings.Join(c.ticks, "\n"); got != want {
				t.Errorf("ticks:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}
