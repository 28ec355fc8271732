package contract

import (
	"cmp"

	"marketd/market"
	"marketd/reviewer"
)

// Gate is where a server asks who is calling, and to whose clients it does.
type Gate struct {
	Where    string
	Profile  market.Profile // empty: both
	Evidence string
}

// TokenWanted reports whether no tool list could be read because the server
// wants a token and none was given. Rule META-007 says so once, for both
// profiles; the rules on each way of asking are silent then.
func TokenWanted(d *reviewer.Dossier) (Gate, bool) {
	p := d.Last()
	if _, listed := p.Tools(); listed || d.HadToken || len(d.Probes) == 0 {
		return Gate{}, false
	}
	g, app := appGate(p)
	mcp := !reviewer.ToLogin(p.MCP.List.Answer) && wantsToken(p)
	switch {
	case app && mcp:
		return g, true
	case app:
		g.Profile = market.ProfileApp
		return g, true
	case mcp:
		return Gate{Where: atMCP, Profile: market.ProfileMCP, Evidence: tried(p)}, true
	}
	return Gate{}, false
}

// appGate is where the app would be asked for a token: at the health check, or
// at the list, by its status or in an error. Payment is another matter, and so
// is a page for people to sign in.
func appGate(p market.Probe) (Gate, bool) {
	c, l := p.Contract, p.List
	switch {
	case classOf(p) == market.ClassAuth && c.Status != 402 && challenged(p) == "" && !reviewer.ToLogin(c):
		return Gate{Where: atContract, Evidence: cmp.Or(c.Body, c.Detail)}, true
	case l.Fault.Code == market.FaultStatus && gate(l.Answer) && l.Answer.Status != 402 && challenge(l.Answer) == "" && !reviewer.ToLogin(l.Answer):
		return Gate{Where: atList, Evidence: cmp.Or(l.Answer.Body, l.Answer.Detail)}, true
	case l.Fault.Code == market.FaultRPCError && tokenError(l):
		return Gate{Where: atList, Evidence: l.RPCMessage}, true
	}
	return Gate{}, false
}

// tokenError reports whether a JSON-RPC error asks for a token.
func tokenError(l market.ToolList) bool {
	return l.RPCCode != codeNoMethod && (l.RPCCode < codeModernFirst || l.RPCCode > codeModernLast) &&
		!sessionWords().MatchString(l.RPCMessage) && authWords().MatchString(l.RPCMessage)
}

// unlessTokenWanted is what the rules on one profile's way of asking say instead
// of asking for the token once more.
func unlessTokenWanted(d *reviewer.Dossier, profile market.Profile) market.Text {
	if g, wanted := TokenWanted(d); wanted && g.Profile.BearsOn(profile) {
		return reviewer.Say("服务器要令牌才应答，而没有附审核用的令牌，见 META-007。", "The server wants a token before it answers, and none for the review was given; see META-007.")
	}
	return market.Text{}
}
