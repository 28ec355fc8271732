package contract

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

// faultRules names the rule that explains each fault of the list reader. One
// cause gives one finding; the other rules on the list are skipped.
var faultRules = map[string]string{
	market.FaultTransport: "PRO-001", market.FaultStatus: "PRO-001", market.FaultNoTools: "PRO-001",
	market.FaultHTML: "HLT-003", market.FaultMediaType: "PRO-005", market.FaultEncoded: "PRO-005",
	market.FaultNotJSON: "PRO-002", market.FaultUnstrictJSON: "PRO-002", market.FaultEnvelope: "PRO-002",
	market.FaultID: "PRO-003", market.FaultRPCError: "PRO-004", market.FaultTooLarge: "PRO-009", market.FaultTooManyTools: "PRO-008",
	market.FaultStreamNoReply: "SSE-004", market.FaultStreamNoise: "SSE-003",
	market.FaultCursorLoop: "PAG-003", market.FaultCursorType: "PAG-004", market.FaultWithheld: "PRO-016",
}

// owner is the id of the rule that says why there is no list; "" when there is one.
func owner(d *reviewer.Dossier) string {
	p := d.Last()
	l, a := p.List, p.List.Answer
	switch {
	case l.OK():
		return ""
	case !a.Sent && l.Fault.Code == "":
		return "HLT-001" // it was not asked for a list
	case challenge(a) != "":
		return "HLT-005"
	case reviewer.ToLogin(a):
		return "RED-003"
	case isRedirect(a):
		return "RED-001"
	case noEndpoint(p):
		return "HLT-003"
	}
	switch l.Fault.Code {
	case market.FaultTransport:
		if a.Reason == market.ReasonTimeout {
			return "NET-004"
		}
	case market.FaultStatus:
		if g, wanted := TokenWanted(d); wanted && g.Profile.BearsOn(market.ProfileApp) && gate(a) {
			return "META-007"
		}
		if gate(a) && gate(p.Contract) || sameRefusal(p) {
			return "HLT-001"
		}
		if listInside(a) {
			return "PRO-006"
		}
	case market.FaultRPCError:
		if g, wanted := TokenWanted(d); wanted && g.Profile.BearsOn(market.ProfileApp) && tokenError(l) {
			return "META-007"
		}
	case market.FaultStreamNoReply:
		if asked(l) != "" {
			return "PRO-016"
		}
	}
	if id, ok := faultRules[l.Fault.Code]; ok {
		return id
	}
	return "PRO-001"
}

// unlessOwned skips the rule when another rule says why there is no list.
func unlessOwned(id string) func(*reviewer.Dossier) market.Text {
	return func(d *reviewer.Dossier) market.Text {
		if o := owner(d); o != "" && o != id {
			return reviewer.Sayf("没有读到工具列表，原因见 %s。", "No tool list was read; see %s.", o)
		}
		return market.Text{}
	}
}

// unlessListed skips the rule when no list was read in any way and another rule
// says why.
func unlessListed(id string) func(*reviewer.Dossier) market.Text {
	return func(d *reviewer.Dossier) market.Text {
		p := d.Last()
		_, listed := p.Tools()
		switch {
		case listed:
			return market.Text{}
		case p.Reason == "":
			return reviewer.Sayf("没有读到工具列表，原因见 %s。", "No tool list was read; see %s.", "PRO-018")
		}
		return unlessOwned(id)(d)
	}
}

// isRedirect reports whether an answer is a redirect (RFC 9110 §15.4).
func isRedirect(a market.Answer) bool { return a.Status >= 300 && a.Status < 400 && a.Status != 304 }

// gate reports whether an answer asks who is calling, or for payment.
func gate(a market.Answer) bool { return a.Status == 401 || a.Status == 402 || a.Status == 403 }

// sameRefusal reports whether the list was refused for what the health check
// was refused for. A mismatch says nothing of the list: {} is no message, and
// tools/list is one.
func sameRefusal(p market.Probe) bool {
	c, l := p.Contract.Status, p.List.Answer.Status
	return c >= 500 && l >= 500 || c == l && c >= 400 && c != 405 && classOf(p) != market.ClassMismatch
}

// listInside reports whether a JSON-RPC result stands in a body whose status
// kept it from being read.
func listInside(a market.Answer) bool {
	return strings.Contains(a.Body, `"result"`) && strings.Contains(a.Body, `"tools"`)
}

// asked is the method of the first request that the server sent on the stream.
func asked(l market.ToolList) string {
	for _, n := range l.Notes {
		if n.Code == market.NoteServerRequest {
			return n.Detail
		}
	}
	return ""
}

// noted returns the notes on the bare list with the code.
func noted(d *reviewer.Dossier, code string) []market.Note {
	return notedIn(d.Last().List, code)
}

func notedIn(l market.ToolList, code string) []market.Note {
	var found []market.Note
	for _, n := range l.Notes {
		if n.Code == code {
			found = append(found, n)
		}
	}
	return found
}

// note makes a hit of a note of the list reader.
func note(n market.Note, severity market.Severity, message market.Text) reviewer.Hit {
	where := atList
	if n.Where != "" {
		where = n.Where
	}
	return reviewer.Hit{Severity: severity, Where: where, Evidence: n.Detail, Message: message}
}

// fault makes a hit of the list's fault.
func fault(d *reviewer.Dossier, message market.Text) []reviewer.Hit {
	return []reviewer.Hit{note(d.Last().List.Fault, "", message)}
}

var (
	sessionWords = pattern.Late(`(?i)session|initiali[sz]e`)
	authWords    = pattern.Late(`(?i)unauthori[sz]ed|not authori[sz]ed|unauthenticated|authenticat|access token|bearer|api[ -]?key|未授权|未登录|鉴权|认证|令牌`)
)
