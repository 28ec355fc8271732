package entry

import (
	"regexp"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

func kindComplete() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-009", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("类型是已知的，它要的内容都在", "The kind is known, and everything it needs is there"),
		Why:    reviewer.Say("类型决定应用怎样安装它；缺了必需的内容就装不上。", "The kind decides how the app installs it; without what the kind needs it cannot be installed."),
		Decide: reviewer.Say("kind 没有或为 byo：要有 server.url。cetp：要有 package 和 authority（形如 com.example.app，最多 255 个字节）和 signer（签名证书的 SHA-256，64 位十六进制，可以用冒号分开），再交给人看。declarative：交给人看。builtin：只有运营者能登记，从这里提交一律拒绝。其他值一律拒绝。不需要那三个字段的类型可以不写，写了就要写对。", "kind absent or byo: server.url is there. cetp: package and authority (as in com.example.app, at most 255 bytes) and signer (SHA-256 of the signing certificate, 64 hexadecimal digits, colons allowed) are there; then a person looks. declarative: a person looks. builtin: only an operator can list one, so what is submitted here is refused. Any other value is refused. Kinds that do not need those three members may leave them out, but not write them wrongly."),
		Fix:    reviewer.Say("外部 MCP 服务器用 byo（也可以不写类型），并填 server.url；Android 应用的工具用 cetp，并填 package、authority 和签名证书的 SHA-256。", "Use byo for an external MCP server (or leave the kind out) and give server.url; use cetp for the tools of an Android app and give package, authority and the SHA-256 of its signing certificate."),
		Source: "the market's catalog contract, kind",
		Check:  checkKind,
	}
}

func checkKind(d *reviewer.Dossier) []reviewer.Hit {
	switch d.Entry.Kind {
	case "", market.KindServer:
		if strings.TrimSpace(d.Entry.Server.URL) == "" {
			return []reviewer.Hit{{Where: "/entry/server/url", Message: reviewer.Say("没有填服务器地址。", "The server's address is missing.")}}
		}
		return androidMembers(d.Entry, false)
	case market.KindCETP:
		return append(androidMembers(d.Entry, true), byHand())
	case market.KindDeclarative:
		return append(androidMembers(d.Entry, false), byHand())
	case market.KindBuiltin:
		return []reviewer.Hit{{
			Where: "/entry/kind", Evidence: string(d.Entry.Kind),
			Message: reviewer.Say("builtin 是应用自带的包，只能由市场的运营者登记。", "builtin is a pack inside the app; only the market's operator can list one."),
			Fix:     reviewer.Say("如果这是你自己的 MCP 服务器，请把类型改成 byo。", "If this is an MCP server of your own, change the kind to byo."),
		}}
	}
	return []reviewer.Hit{{Where: "/entry/kind", Evidence: string(d.Entry.Kind), Message: reviewer.Say("没有这种类型。", "There is no such kind.")}}
}

// byHand is the hit of a kind that has no server to ask.
func byHand() reviewer.Hit {
	return reviewer.Hit{
		Where: "/entry/kind", Severity: market.SeverityNeedsHuman,
		Message: reviewer.Say("这一类条目没有服务器可供自动检查，要由审核员来看。", "An entry of this kind has no server that could be checked automatically; a reviewer has to look at it."),
		Fix:     reviewer.Say("你不用做什么，等审核员的答复即可。", "Nothing for you to do; wait for the reviewer's answer."),
	}
}

var (
	androidName = pattern.Late(`^[A-Za-z]\w*(\.[A-Za-z]\w*)+$`)
	certDigest  = pattern.Late(`^(?i:[0-9a-f]{64}|([0-9a-f]{2}:){31}[0-9a-f]{2})$`)
)

// androidNameMost bounds the name of an app or of its provider, in bytes.
const androidNameMost = 255

// androidMembers are the hits on what an Android provider must name. Where
// they are not needed they may be absent, but not be anything.
func androidMembers(e market.Entry, needed bool) []reviewer.Hit {
	var hits []reviewer.Hit
	for _, member := range []struct {
		name, value string
		form        func() *regexp.Regexp
	}{{"package", e.Package, androidName}, {"authority", e.Authority, androidName}, {"signer", e.Signer, certDigest}} {
		if member.value == "" && !needed || len(member.value) <= androidNameMost && member.form().MatchString(member.value) {
			continue
		}
		m := reviewer.Sayf("%s 的写法不对。", "%s is not well formed.", member.name)
		if needed {
			m = reviewer.Sayf("类型 cetp 要有 %s，这里没有或写法不对。", "The kind cetp needs %s; it is missing or not well formed.", member.name)
		}
		hits = append(hits, reviewer.Hit{Where: "/entry/" + member.name, Evidence: member.value, Message: m})
	}
	return hits
}
