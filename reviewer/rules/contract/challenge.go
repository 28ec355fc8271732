package contract

import (
	"strings"

	"marketd/market"
)

// challenge is the mark by which an answer is a firewall's challenge page, ""
// when it is none. A 405 with HTML is a firewall's as often as a web server's,
// and some challenges come with 200; a 401 or 404 is the server's own word.
func challenge(a market.Answer) string {
	switch a.Status {
	case 200, 403, 405, 429, 503:
	default:
		return ""
	}
	if a.MediaType != "text/html" {
		return ""
	}
	return a.ChallengeMark()
}

// challenged is the mark of the last probe's contract answer.
func challenged(p market.Probe) string {
	if m := challenge(p.Contract); m != "" {
		return m
	}
	if p.Class == market.ClassChallenge {
		return string(p.Class)
	}
	return ""
}

// noEndpoint reports whether what answers is no MCP server at all: a web page,
// or JSON that speaks no JSON-RPC, to both requests (rule HLT-003).
func noEndpoint(p market.Probe) bool {
	if p.List.OK() || p.List.Answer.Status == 0 {
		return false
	}
	if p.List.Fault.Code == market.FaultHTML {
		return true
	}
	return foreign(p.Contract) && foreign(p.List.Answer)
}

// foreign reports whether an answer is a web page, or JSON without JSON-RPC
// under status 200. {} is what the fix for HLT-001 answers, and no sign of anything.
func foreign(a market.Answer) bool {
	if a.MediaType == "text/html" {
		return a.Status == 200 || a.Status == 405
	}
	body := strings.TrimSpace(a.Body)
	return a.Status == 200 && body != "" && body != "{}" && a.MediaType != "text/event-stream" && !strings.Contains(body, `"jsonrpc"`)
}
