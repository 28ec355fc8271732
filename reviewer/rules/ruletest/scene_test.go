package ruletest_test

import (
	"bytes"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer/rules/ruletest"
)

func TestScene(t *testing.T) {
	t.Parallel()
	d := ruletest.Scene(t, []byte(`{}`))
	if d.Entry != ruletest.Entry() || len(d.Probes) != 1 || len(d.Tools) != 1 || d.Tools[0].Members == nil || !d.Listed || !d.Compared || d.RawEntry != nil || d.Facts.ID != market.IDFree {
		t.Errorf("the good scene is %+v", d)
	}
	d = ruletest.Scene(t, []byte(`{
		"entry": {"name": "x", "author": null},
		"facts": {"id": "mine", "endpoints": [{"listing": "other", "mine": true}], "refused": {"digest": "d", "rules": ["DSC-001"]}, "settings": {"DSC-001": {"enforced": false}},
			"approved": {"entry": {"name": "before"}, "tools": [{"name": "a"}, {"name": "b"}]}},
		"probe": {"class": "gateway", "took": "1.5s", "contract": {"status": 502, "retryAfter": "2m"}},
		"probes": [{}, {"mcp": null}, {"reason": "dns"}],
		"tools": [{"name": "a", "x": null, "x": 1}, 7],
		"neighbours": [{"like": "near-id", "listing": "other", "mine": true, "share": 0.5}], "compared": false,
		"note": "n", "draft": true, "hadToken": true, "final": true, "policy": {"neverRun": ["x"], "allowed": ["10.0.0.0/8"]}}`))
	if d.Entry.Name != "x" || d.Entry.Author != "" || d.Entry.ID != ruletest.Entry().ID {
		t.Errorf("entry %+v", d.Entry)
	}
	f := d.Facts
	if f.ID != market.IDMine || !f.Endpoints[0].Mine || f.Refused.Digest != "d" || f.Settings["DSC-001"].Enforced || !f.Settings["DSC-001"].Required {
		t.Errorf("facts %+v", f)
	}
	if a := f.Approved; a.Entry.Name != "before" || a.Entry.ID != d.Entry.ID || len(a.Tools) != 2 || len(a.Digests) != 2 || a.Digest == "" || a.Digests[0] == "" {
		t.Errorf("approved %+v", f.Approved)
	}
	last := d.Last()
	if len(d.Probes) != 3 || d.Probes[1].At.Sub(d.Probes[0].At) != time.Minute || last.At.Sub(d.Probes[0].At) != 10*time.Minute || !d.Probes[1].MCP.IsZero() || last.MCP.IsZero() {
		t.Errorf("probes %+v", d.Probes)
	}
	if last.Class != market.ClassGateway || last.Took != 1500*time.Millisecond || last.Contract.RetryAfter != 2*time.Minute || last.Contract.Took == 0 || last.Reason != market.ReasonDNS {
		t.Errorf("the last probe %+v", last)
	}
	if len(d.Tools) != 2 || string(d.Tools[0].Raw) != `{"name":"a","x":null,"x":1}` || last.List.FirstPage != 2 || len(last.MCP.List.Tools) != 2 || len(d.Probes[0].List.Tools) != 1 {
		t.Errorf("tools %s, first page %d", d.Tools[0].Raw, last.List.FirstPage)
	}
	if d.Compared || len(d.Neighbours) != 1 || d.Neighbours[0].Share != 0.5 || d.Note != "n" || !d.Draft || !d.HadToken || !d.Final {
		t.Errorf("%+v", d)
	}
	if len(d.Policy.NeverRun) != 1 || len(d.Policy.Allowed) != 1 || len(d.Policy.Categories) < 5 {
		t.Errorf("policy %+v", d.Policy)
	}
}

func TestSceneEdges(t *testing.T) {
	t.Parallel()
	if d := ruletest.Scene(t, []byte(`{"rawEntry":"{\"id\":\"a\",\"id\":\"b\"}"}`)); string(d.RawEntry) != `{"id":"a","id":"b"}` || d.Entry.ID != "b" || d.Entry.Name != "" {
		t.Errorf("sent as %s, read as %+v", d.RawEntry, d.Entry)
	}
	if d := ruletest.Scene(t, []byte(`{"rawEntry":{"id":"a<b","cat":null}}`)); d.Entry.ID != "a<b" || d.Entry.Name != ruletest.Entry().Name || d.Entry.Cat != "" || !bytes.Contains(d.RawEntry, []byte(`"id":"a<b"`)) {
		t.Errorf("sent as %s, read as %+v", d.RawEntry, d.Entry)
	}
	if d := ruletest.Scene(t, []byte(`{"probes":[]}`)); len(d.Probes) != 0 || d.Listed {
		t.Errorf("before any packet: %+v", d)
	}
	if d := ruletest.Scene(t, []byte(`{"probes":[],"tools":[{"name":"a"}]}`)); len(d.Probes) != 0 || !d.Listed || d.Tools[0].Name != "a" {
		t.Errorf("a list alone: %+v", d)
	}
	if d := ruletest.Scene(t, []byte(`{"probe":{"list":{"pages":2,"firstPage":1}},"tools":[{},{},{}]}`)); d.Last().List.FirstPage != 1 || d.Last().MCP.List.FirstPage != 3 {
		t.Errorf("two pages: %+v", d.Last())
	}
	if d := ruletest.Scene(t, []byte(`{"probe":{"mcp":null},"tools":[{}]}`)); !d.Last().MCP.IsZero() || !d.Last().MCP.List.IsZero() {
		t.Errorf("no MCP: %+v", d.Last().MCP)
	}
	for _, patch := range []string{`{"entri":{}}`, `{"probe":{"statuss":1}}`, `{"probes":[{"took":"long"}]}`, `{"policy":{"x":1}}`, `{"facts":{"approved":{"x":1}}}`, `{`, `{"entry":{"id":7}}`} {
		r := &recorder{TB: t}
		if func() { defer func() { _ = recover() }(); ruletest.Scene(r, []byte(patch)) }(); len(r.failures) != 1 {
			t.Errorf("%s: %q, want one failure", patch, r.failures)
		}
	}
}
