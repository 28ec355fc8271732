package rules_test

import (
	"fmt"
	"testing"

	"marketd/market"
	"marketd/reviewer/rules/ruletest"
)

var listFaults = []string{
	"", market.FaultTransport, market.FaultStatus, market.FaultHTML, market.FaultMediaType, market.FaultNotJSON, market.FaultUnstrictJSON, market.FaultEnvelope,
	market.FaultID, market.FaultRPCError, market.FaultNoTools, market.FaultTooLarge, market.FaultTooManyTools, market.FaultStreamNoReply,
	market.FaultStreamNoise, market.FaultCursorLoop, market.FaultCursorType, market.FaultEncoded, market.FaultWithheld,
}

var listNotes = []string{
	market.NoteBatch, market.NoteNullError, market.NoteStringID, market.NoteMediaType, market.NoteSSEAsJSON, market.NoteFrames, market.NoteHeartbeat,
	market.NoteUnended, market.NoteLaterPages, market.NoteRedefined, market.NoteServerRequest, market.NoteSlow, market.NoteTokenEcho,
}

// hostileAnswer is an answer of the status whose every text is hostile.
func hostileAnswer(status int) market.Answer {
	return market.Answer{
		Sent: true, Status: status, MediaType: "text/html" + unseen, Body: "<title>captcha" + unseen, Location: "/login" + unseen, AuthScheme: unseen, Server: unseen,
		Reason: market.ReasonOK, Detail: unseen + "session",
	}
}

// hostileProbe is a look at a server that lies wherever it can. A class is
// what the prober makes of the answer, so it is not the server's.
func hostileProbe(status int, class market.Class, fault string) market.Probe {
	p := ruletest.Probe(hostileTools[0])
	p.Class, p.Reason, p.SDK = class, market.ReasonHTTPError, unseen
	p.Contract = hostileAnswer(status)
	p.List.Answer = hostileAnswer(status)
	p.List.Fault = market.Note{Code: fault, Detail: "x" + unseen, Where: "/tools/0" + unseen}
	for _, code := range listNotes {
		p.List.Notes = append(p.List.Notes, market.Note{Code: code, Detail: "x" + unseen, Where: "/tools/0/" + unseen})
	}
	p.List.RPCCode, p.List.RPCMessage, p.List.Supported = -32022, "version"+unseen, []string{unseen}
	p.MCP.Attempts = []market.Diagnostic{{Kind: "new" + unseen, OK: true, Detail: unseen}, {Kind: "sse", OK: true, Detail: unseen}}
	p.Net.Addrs = append(p.Net.Addrs, "10.0.0.1"+unseen)
	p.Net.Blocked, p.Net.TLS, p.Net.Dialled = []string{"10.0.0.1" + unseen}, "TLS 1.2"+unseen, unseen
	return p
}

// unpraised wants a reason from a rule, not from the engine's last resort, why
// a server that does not work is not clean.
func unpraised(t *testing.T, what string, rep market.Report) {
	t.Helper()
	for _, f := range rep.Findings {
		if f.Severity.Weight() >= market.SeverityNeedsHuman.Weight() {
			return
		}
	}
	t.Errorf("%s: nothing says why the server is not what it should be; verdict %s, app %s", what, rep.Verdict, rep.Profiles.App.Outcome)
}

func TestHostileAnswers(t *testing.T) {
	t.Parallel()
	w := witness{t, map[string]bool{}}
	for status, class := range map[int]market.Class{
		0: market.ClassNetwork, 200: market.ClassOK, 204: market.ClassMismatch, 301: market.ClassMoved, 302: market.ClassMoved, 400: market.ClassMismatch,
		401: market.ClassAuth, 402: market.ClassMismatch, 403: market.ClassChallenge, 404: market.ClassSessionRequired, 405: market.ClassOK, 406: market.ClassAccept,
		429: market.ClassThrottled, 500: market.ClassServerError, 502: market.ClassGateway, 599: "unheard of",
	} {
		for _, fault := range listFaults {
			for name, change := range map[string]func(*market.Probe){
				"as it is": func(*market.Probe) {},
				"plain":    func(p *market.Probe) { p.Contract.Body, p.List.Answer.Body = unseen, unseen },
				"no login": func(p *market.Probe) { p.Contract.Location, p.List.Answer.Location = "/b"+unseen, "http://b/"+unseen },
				"JSON": func(p *market.Probe) {
					p.List.Answer.MediaType, p.List.Answer.Body = "application/json", `{"a":"`+unseen
				},
				"no certificate": func(p *market.Probe) { p.Reason, p.Net.TLSFault = market.ReasonTLS, "handshake"+unseen },
				"no name":        func(p *market.Probe) { p.Reason, p.Net.DNSFault = market.ReasonDNS, "nxdomain"+unseen },
			} {
				p := hostileProbe(status, class, fault)
				change(&p)
				what := fmt.Sprintf("%d, %s, %s", status, fault, name)
				rep := judged(t, p)
				w.read(what, rep)
				if !p.OK() || !p.List.OK() {
					unpraised(t, what, rep)
				}
			}
		}
	}
	w.atLeast(20)
}
