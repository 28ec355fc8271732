package healthcheck

import (
	"context"
	"encoding/json"
	"strings"

	"marketd/market"
	"marketd/market/plaintext"
)

// contract makes the contract probe: the status decides, the body explains.
func (r *run) contract(ctx context.Context) {
	r.probe.Contract = r.send(ctx, post("contract", "{}"))
}

// classify is HLT-001's table, with the rows that it lacks.
func classify(a market.Answer) market.Class {
	html := isHTML(a)
	switch s := a.Status; {
	case s == 0:
		return market.ClassNetwork
	case (s == 403 || s == 405 || s == 503) && html && challenges(a):
		return market.ClassChallenge // before 405: a firewall's refusal is not a sign of life
	case s == 200 && html:
		return market.ClassNotEndpoint
	case s == 200, s == 405:
		return market.ClassOK
	case s >= 300 && s < 400:
		return market.ClassMoved
	case s == 401, s == 402, s == 403: // 402: what the caller's account may do
		return market.ClassAuth
	case s == 404 && wantsSession(a.Body):
		return market.ClassSessionRequired
	case s == 404, s == 410:
		return market.ClassWrongPath
	case s == 406:
		return market.ClassAccept
	case s == 408, s == 425, s == 429, s == 503 && a.RetryAfter > 0:
		return market.ClassThrottled
	case s == 415:
		return market.ClassContentType
	case s == 407, s == 421, s == 426, s == 431:
		return market.ClassProxy
	case s >= 502 && s <= 504, s >= 520 && s < 540: // 52x, 530: a CDN could not reach the server
		return market.ClassGateway
	case s >= 500:
		return market.ClassServerError
	}
	return market.ClassMismatch // 202, 204, 400, 422: answered, and not with what the app accepts
}

// judge gives the probe its reason: the contract's if that failed, else the list's.
func judge(p *market.Probe) market.Reason {
	switch p.Class {
	case market.ClassOK:
		return judgeList(p.List)
	case market.ClassNetwork:
		return p.Contract.Reason
	case market.ClassAuth:
		return market.ReasonAuthRequired
	case market.ClassThrottled:
		return market.ReasonRateLimited
	case market.ClassNotEndpoint:
		return market.ReasonNotMCP
	}
	return market.ReasonHTTPError
}

func judgeList(l market.ToolList) market.Reason {
	if l.Answer.Reason != market.ReasonOK {
		return l.Answer.Reason
	}
	switch l.Fault.Code {
	case "":
		return market.ReasonOK
	case market.FaultStatus:
		switch classify(l.Answer) {
		case market.ClassAuth:
			return market.ReasonAuthRequired
		case market.ClassThrottled:
			return market.ReasonRateLimited
		}
		return market.ReasonHTTPError
	case market.FaultRPCError:
		return market.ReasonRPCError
	case market.FaultTooLarge, market.FaultTooManyTools:
		return market.ReasonTooLarge
	}
	return market.ReasonNotMCP
}

// isHTML reports whether the answer is a web page. The media type alone does
// not make it one: some servers label every answer text/html, "{}" too.
func isHTML(a market.Answer) bool {
	head := strings.ToLower(plaintext.Head(strings.TrimSpace(strings.TrimPrefix(a.Body, "\ufeff")), 64))
	if a.MediaType == "text/html" || a.MediaType == "application/xhtml+xml" {
		return strings.HasPrefix(head, "<")
	}
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html")
}

// challengers are the servers, in lower case, whose web page in answer to a
// POST is their own and not that of what they stand before.
var challengers = []string{"cloudflare", "tengine", "yunsuo", "aliyunwaf", "safedog"}

func challenges(a market.Answer) bool {
	for _, s := range challengers {
		if a.Status != 405 && strings.Contains(a.Server, s) {
			return true // a 405 may be the web server's own word on the method
		}
	}
	return a.ChallengeMark() != ""
}

// wantsSession reports whether a 404 is a stateful server's word for a missing
// session rather than for a missing page.
func wantsSession(body string) bool {
	var m map[string]json.RawMessage
	if json.Unmarshal([]byte(body), &m) == nil && m["jsonrpc"] != nil {
		return true
	}
	low := strings.ToLower(body)
	return strings.Contains(low, "mcp-session-id") || strings.Contains(low, "session id") || strings.Contains(low, "session not found")
}
