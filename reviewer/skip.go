package reviewer

import (
	"slices"
	"strings"

	"marketd/market"
)

// Why a rule was not applied.
var (
	noteEntryOnly = market.Text{ZH: "这一步只看提交的内容，还没有访问服务器。", EN: "Only the entry is looked at here; the server has not been asked yet."}
	noteNoServer  = market.Text{ZH: "这类条目没有可以访问的服务器。", EN: "An entry of this kind has no server to ask."}
	noteBadURL    = market.Text{ZH: "地址没有通过检查，所以没有访问它。", EN: "The address did not pass, so nothing was sent to it."}
	noteNoAnswer  = market.Text{ZH: "服务器没有应答，无从检查。", EN: "The server did not answer, so there is nothing to look at."}
	noteNoList    = market.Text{ZH: "没有读到工具列表，无从检查。", EN: "No tool list was read, so there is nothing to look at."}
	noteBlank     = market.Text{ZH: "这一栏还没有填。", EN: "This field is not filled in yet."}
	noteToolsOnly = market.Text{ZH: "这里只有工具列表，没有条目，也没有服务器。", EN: "There is a list of tools only; no entry and no server."}
	noteNoTalk    = market.Text{ZH: "没有按标准 MCP 问过服务器。", EN: "The server was not asked in the way of standard MCP."}
	noteAlone     = market.Text{ZH: "这里没有别的条目可以比较；提交后由市场来比。", EN: "There are no other entries here to compare it with; the market does that when it is submitted."}
	noteFailed    = market.Text{ZH: "这项检查自己出了错，与你的服务器无关；我们已记下。", EN: "This check itself broke; that is not your server's fault. It has been logged."}
)

// urlPointer is where a finding on the endpoint's address stands.
const urlPointer = "/entry/server/url"

// stopped says why no packet may be sent, the zero Text when it may: an address
// that is refused as it is written is not asked for anything.
func stopped(d *Dossier, first result) market.Text {
	if d.Entry.Kind != market.KindServer && d.Entry.Kind != "" {
		return noteNoServer
	}
	if strings.TrimSpace(d.Entry.Server.URL) == "" {
		return noteBadURL
	}
	for _, f := range first.findings {
		if f.Where == urlPointer && f.Enforced && f.Severity == market.SeverityReject {
			return noteBadURL
		}
	}
	return market.Text{}
}

// skip says why the rule does not apply, the zero Text when it does.
func skip(rule Rule, d *Dossier, st stage) market.Text {
	switch {
	case st.toolsOnly && rule.Needs != NeedsTools:
		return noteToolsOnly
	case st.toolsOnly:
	case rule.Needs == NeedsMarket && !st.entryOnly && !d.Compared:
		return noteAlone
	case rule.Needs == NeedsMarket && d.Compared:
	case rule.Needs != NeedsEntry:
		switch last := d.Last(); {
		case st.entryOnly:
			return noteEntryOnly
		case !st.stop.IsZero():
			return st.stop
		case len(d.Probes) == 0:
			return noteNoServer
		case rule.Needs == NeedsAnswer && last.Contract.Status == 0:
			return noteNoAnswer
		case rule.Needs == NeedsList && !last.List.OK(), rule.Needs == NeedsTools && !d.Listed:
			return noteNoList
		case rule.Needs == NeedsTalk && last.MCP.Reason == "":
			return noteNoTalk
		}
	}
	if rule.Skip == nil {
		return market.Text{}
	}
	return rule.Skip(d)
}

// filled drops the hits on members that a draft leaves blank: what is not
// written yet is not wrong yet.
func filled(e market.Entry, hits []Hit) []Hit {
	blank := map[string]bool{}
	for member, value := range map[string]string{"id": e.ID, "name": e.Name, "desc": e.Desc, "cat": e.Cat, "author": e.Author} {
		blank["/entry/"+member] = strings.TrimSpace(value) == ""
	}
	return slices.DeleteFunc(slices.Clone(hits), func(h Hit) bool { return blank[h.Where] })
}
