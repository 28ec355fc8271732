package storagetest

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"marketd/market"
)

func examination(submission string, pass int) market.Examination {
	return market.Examination{
		Submission: submission, Pass: pass,
		Report: market.Report{
			Format: 1, Ruleset: "2026-11", At: now, URL: "https://weather.example.com/mcp", Verdict: market.VerdictRejected,
			Profiles: market.Profiles{App: market.ProfileResult{Verdict: market.VerdictRejected, Outcome: market.OutcomeFail}}, Tools: 2,
			Findings: []market.Finding{{
				Rule: "DSC-003", Severity: market.SeverityReject, Enforced: true, Where: "/tools/0/description",
				Evidence: "<script>\u2028天", Message: market.Text{ZH: "占位", EN: "placeholder"},
				Snippets: []market.Snippet{{Lang: "Go", Code: "if a && b < c {\n\treturn\n}"}},
			}},
			Checks: []market.Check{{Rule: "DSC-003", Group: market.GroupTools, State: market.CheckHit, Took: 3 * time.Millisecond}},
		},
		Probe: market.Probe{
			At: now, Took: time.Second, Reason: market.ReasonOK, Class: market.ClassOK,
			List: market.ToolList{Pages: 1, Tools: []json.RawMessage{json.RawMessage(`{"name":"a"}`)}},
			Exchanges: []market.Exchange{{
				Step: "contract", At: now, Method: "POST", ReqHeader: []market.Header{{Name: "Accept", Value: "*/*"}}, RespBody: "{\"a\":\"\x7f天\"}",
			}},
		},
		Tools:   []json.RawMessage{json.RawMessage("{ \"name\" : \"a\",\n \"n\": 1.50, \"e\": \"\\u0000\\u003c\" }"), json.RawMessage(`null`)},
		Digests: []string{"v1:sha256:0a", ""},
	}
}

func examinations(t *testing.T, s market.Store) {
	insert(t, s, submission("s", "weather"))
	one, two := examination("s", 1), examination("s", 2)
	two.Tools, two.Digests = nil, nil
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, e := range []market.Examination{two, one} {
			same(t, must(w.InsertExamination(ctx, e))(t), true)
		}
		return nil
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Examinations(ctx, "s"))(t), []market.Examination{one, two})
		same(t, len(must(r.Examinations(ctx, "other"))(t)), 0)
	})
}

func examinationTwice(t *testing.T, s market.Store) {
	insert(t, s, submission("s", "weather"))
	e := examination("s", 1)
	again := e
	again.Report.Verdict = market.VerdictClean
	for i, x := range []market.Examination{e, again} {
		update(t, s, func(ctx context.Context, w market.Writer) error {
			same(t, must(w.InsertExamination(ctx, x))(t), i == 0)
			return nil
		})
	}
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Examinations(ctx, "s"))(t), []market.Examination{e})
	})
}
