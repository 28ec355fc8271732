package entry

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"marketd/market"
	"marketd/market/strictjson"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety"
)

func noToken() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-007", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("条目里没有令牌和密钥", "There is no token or key in the entry"),
		Why:    reviewer.Say("目录是公开的，写进去的令牌谁都能拿走；用户各用各的令牌，在应用里填写。", "The catalog is public: anyone can take a token from it. Users type tokens of their own into the app."),
		Decide: reviewer.Say("server.token 必须没有或为空。此外，条目里的每一段文字和字段名、连同没人认得的字段，都按 SEC-030 的密钥格式查一遍（testToken 和图标的 data: 内容除外；server.url 在问号之前的部分归 URL-002）。命中固定格式的密钥，或地址里的任何密钥，拒绝；说明文字里只凭上下文像密钥的，交给人看。被拒绝的条目不保存；交给人看的，密钥先换成 ⟦redacted⟧ 再保存，带着这个记号再交上来的也交给人看。", "server.token is absent or empty. Besides, every text of the entry and the names and values of members that nobody knows are searched for the secrets of rule SEC-030 (but for testToken and the data of an icon; what stands before the question mark of server.url is rule URL-002's). A secret by its own form, and any in an address, is refused; what only looks like one by the words around it goes to a person. A refused entry is not stored; in one that goes to a person the secret is made ⟦redacted⟧ before it is stored, and an entry that comes with this mark goes to a person too."),
		Fix:    reviewer.Say("从条目里去掉它，并到签发它的地方作废：它已经发送过一次。供审核用的令牌请填在“测试令牌”一栏，它加密保存，只用于探测。", "Remove it from the entry and revoke it where it was issued: it has been sent once already. A token for the review belongs in the field for the test token: it is kept encrypted and used for probes only."),
		Source: "seed, server.token",
		Check:  checkNoToken,
	}
}

func checkNoToken(d *reviewer.Dossier) []reviewer.Hit {
	var hits []reviewer.Hit
	seen := map[string]bool{}
	look := func(pointer, text string) {
		if seen[pointer] || pointer == "/entry/"+market.MemberTestToken || pointer == atIcon && strings.HasPrefix(text, "data:") {
			return
		}
		if h, found := secretIn(pointer, text); found {
			seen[pointer] = true
			hits = append(hits, h)
		}
	}
	if own, err := json.Marshal(d.Entry); err == nil {
		eachString("/entry", own, look)
	}
	eachString("/entry", d.RawEntry, look)
	return hits
}

// secretIn is the hit on a text of the entry with secrets in it, or one from
// which some were taken.
func secretIn(pointer, text string) (reviewer.Hit, bool) {
	switch {
	case pointer == "/entry/server/token" && text != "":
		return reviewer.Hit{Where: pointer, Message: reviewer.Say("server.token 必须留空。", "server.token must be empty.")}, true
	case strings.Contains(text, taken):
		return reviewer.Hit{
			Where: pointer, Severity: market.SeverityNeedsHuman, Evidence: text,
			Message: reviewer.Say("这里原来像是有一个密钥，保存时已经去掉。", "There seemed to be a secret here; it was taken out before the entry was stored."),
		}, true
	case pointer == "/entry/server/url":
		_, text, _ = strings.Cut(text, "?") // what comes before is rule URL-002's
	}
	found := safety.Find(text)
	if len(found) == 0 {
		return reviewer.Hit{}, false
	}
	return secretHit(pointer, text, found), true
}

// taken is how [safety.Redact] begins what it puts in a secret's place.
const taken = "⟦redacted: "

// addresses are the members in which a secret is one whatever stands around it.
var addresses = []string{"/entry/server/url", "/entry/homepage", "/entry/privacy", "/entry/support", atIcon}

// secretHit is the hit on a text with secrets. What only looks like one by the
// words around it is for a person to tell.
func secretHit(pointer, text string, found []safety.Secret) reviewer.Hit {
	hit := reviewer.Hit{Where: pointer, Evidence: safety.Redact(text), Severity: market.SeverityNeedsHuman}
	for _, s := range found {
		if hit.Message.IsZero() || !s.Generic {
			hit.Message = reviewer.Sayf("这里看起来有一个密钥（%s）。", "There seems to be a secret here (%s).", s.Kind)
		}
		if !s.Generic || slices.Contains(addresses, pointer) {
			hit.Severity = market.SeverityReject
		}
	}
	return hit
}

// eachString calls f with the place and text of every string in a JSON text, in
// a steady order, the names of an object's members at the object's place. A
// text that is no JSON has none.
func eachString(at string, raw []byte, f func(pointer, text string)) {
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if len(raw) == 0 || dec.Decode(&v) != nil {
		return
	}
	walk(at, v, f)
}

func walk(at string, v any, f func(pointer, text string)) {
	switch v := v.(type) {
	case string:
		f(at, v)
	case []any:
		for i, e := range v {
			walk(at+"/"+strconv.Itoa(i), e, f)
		}
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			f(at, k)
			walk(at+"/"+strictjson.PointerToken(k), v[k], f)
		}
	}
}
