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
)

// urlPointer is where a finding on the endpoint's address stands.
const urlPointer = "/entry/server/url"

// Applies reports whether the dossier has what the rule needs and the rule does
// not pass over it.
func (r Rule) Applies(d *Dossier) bool {
	return !lacks(r.Needs, d) && (r.Skip == nil || r.Skip(d).IsZero())
}

// skip says why the rule does not apply, the zero Text when it does.
func skip(rule Rule, d *Dossier) market.Text {
	switch {
	case lacks(rule.Needs, d):
		return lacking(rule.Needs, d)
	case rule.Skip != nil:
		return rule.Skip(d)
	}
	return market.Text{}
}

// lacks reports whether the dossier is without what is needed.
func lacks(n Need, d *Dossier) bool {
	switch n {
	case NeedsEntry:
		return d.toolsOnly()
	case NeedsProbe:
		return len(d.Probes) == 0
	case NeedsAnswer:
		return d.Last().Contract.Status == 0
	case NeedsList:
		return !d.Last().List.OK()
	case NeedsTalk:
		return d.Last().MCP.Reason == ""
	case NeedsTools:
		return !d.Listed
	case NeedsMarket:
		return !d.Compared
	}
	return false
}

// lacking says why what is needed is not there.
func lacking(n Need, d *Dossier) market.Text {
	switch {
	case d.toolsOnly():
		return noteToolsOnly
	case n == NeedsMarket && d.unsent != noteEntryOnly:
		return noteAlone
	case !d.unsent.IsZero():
		return d.unsent
	case len(d.Probes) == 0:
		return noteNoServer
	case n == NeedsAnswer:
		return noteNoAnswer
	case n == NeedsTalk:
		return noteNoTalk
	}
	return noteNoList
}

// stopped says why no packet may be sent, the zero Text when it may: an address
// that is refused as it is written, for every client, is not asked for anything.
func stopped(e market.Entry, found []market.Finding) market.Text {
	if e.Kind != market.KindServer && e.Kind != "" {
		return noteNoServer
	}
	refused := func(f market.Finding) bool {
		return f.Where == urlPointer && f.Stands() && f.Severity == market.SeverityReject && f.Profile == ""
	}
	if strings.TrimSpace(e.Server.URL) == "" || slices.ContainsFunc(found, refused) {
		return noteBadURL
	}
	return market.Text{}
}

// filled drops the hits on members that a draft leaves blank: what is not
// written yet is not wrong yet. Of an address alone, nothing but it is judged.
func filled(e market.Entry, hits []Hit) []Hit {
	members := map[string]string{"/entry/id": e.ID, "/entry/name": e.Name, "/entry/desc": e.Desc, "/entry/cat": e.Cat, "/entry/author": e.Author}
	return slices.DeleteFunc(slices.Clone(hits), func(h Hit) bool {
		value, ours := members[h.Where]
		return ours && strings.TrimSpace(value) == "" ||
			bare(e) && strings.HasPrefix(h.Where, "/entry/") && !strings.HasPrefix(h.Where, "/entry/server/")
	})
}

// bare reports whether an entry is an address and nothing else.
func bare(e market.Entry) bool {
	return strings.TrimSpace(e.ID+e.Name+e.Desc+e.Cat+e.Author) == ""
}
