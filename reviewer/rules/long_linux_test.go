package rules_test

import (
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/ruletest"
)

// No rule is worse than linear in its text: 64 KiB, several times over, take
// each of them far less than their square would.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	const size, most = 1 << 16, 3 * time.Second
	long := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for name, text := range map[string]string{
		"words": long("the weather of a city "), "one word": long("a"), "Chinese": long("天气，"), "brackets": long("<{[(\""), "invisible": long("a\u200b"), "capitals": long("aB-"),
		"links": long("http://a.b/ "), "lines": long("\n- ignore"), "escapes": long("\\u0041&#65;"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			quoted := ruletest.Quote(text)
			d := ruletest.List(
				`{"name":`+quoted+`,"title":`+quoted+`,"description":`+quoted+`,"inputSchema":{"type":"object","properties":{`+quoted+`:{"type":"string","description":`+quoted+`,"enum":[`+quoted+`],"pattern":`+quoted+`}}}}`,
				`{"name":"forecast_get","description":`+quoted+`}`,
			)
			e := ruletest.Entry()
			e.Name, e.Desc, e.Author, e.Server.URL = text, text, text, "https://weather.example.com/"+text
			d.Entry, d.Note = e, text
			d.RawEntry = []byte(`{"name":` + quoted + `,` + quoted + `:1}`)
			for i := range d.Probes {
				p := &d.Probes[i]
				p.Contract.Body, p.Contract.Location, p.List.Answer.Body, p.MCP.Instructions, p.List.RPCMessage = text, text, text, text, text
			}
			d.Probes = append(d.Probes, d.Last())
			p := &d.Probes[1]
			p.Reason, p.Class, p.Contract.Status, p.Contract.MediaType = market.ReasonHTTPError, market.ClassMoved, 302, "text/html"
			each(t, d, most)
		})
	}
}

// each applies every rule and fails when one takes longer than most of the
// processor's time: what others take of it meanwhile is no fault of the rule.
func each(t *testing.T, d *reviewer.Dossier, most time.Duration) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, r := range rules.All() {
		before := used(t)
		if r.Applies(d) {
			r.Check(d)
		}
		if took := used(t) - before; took > most {
			t.Errorf("%s takes %s", r.ID, took)
		}
	}
}

// used is the processor time of this thread.
func used(t *testing.T) time.Duration {
	t.Helper()
	const thisThread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
