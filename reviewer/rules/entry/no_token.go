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
		Fix:    reviewer.Say("从条目里去掉它，并到签发它的地方作废：它已经发送过一次。供审核用的令牌请填在“测试令牌”一栏，它加密保存，只用于探测。", "Remove it from the entry and revoke it where it was issued: it has been sent once already. A token for the review belongs in the field for the test token: it is kept encrypted and used for probes only."),
		Source: "seed, server.token",
		Check:  checkNoToken,
	}
}

func checkNoToken(d *reviewer.Dossier) []reviewer.Hit {
	var hits []reviewer.Hit
	seen := map[string]bool{}
	look := func(pointer, text string) {
		if seen[pointer] || pointer == "/entry/"+market.MemberTestToken {
			return
		}
		if pointer == "/entry/server/token" && text != "" {
			seen[pointer] = true
			hits = append(hits, reviewer.Hit{Where: pointer, Message: reviewer.Say("server.token 必须留空。", "server.token must be empty.")})
			return
		}
		if pointer == "/entry/server/url" {
			_, text, _ = strings.Cut(text, "?") // what comes before is rule URL-002's
		}
		if found := safety.Find(text); len(found) > 0 {
			seen[pointer] = true
			hits = append(hits, secretHit(pointer, text, found))
		}
	}
	if own, err := json.Marshal(d.Entry); err == nil {
		eachString("/entry", own, look)
	}
	eachString("/entry", d.RawEntry, look)
	return hits
}

// secretHit is the hit on a text with secrets. What only looks like one by the
// words around it is for a person to tell.
func secretHit(pointer, text string, found []safety.Secret) reviewer.Hit {
	hit := reviewer.Hit{Where: pointer, Evidence: safety.Redact(text), Severity: market.SeverityNeedsHuman}
	for _, s := range found {
		if hit.Message.IsZero() || !s.Generic {
			hit.Message = reviewer.Sayf("这里看起来有一个密钥（%s）。", "There seems to be a secret here (%s).", s.Kind)
		}
		if !s.Generic {
			hit.Severity = market.SeverityReject
		}
	}
	return hit
}

// eachString calls f with the place and text of every string and member name
// in a JSON text, in a steady order. A text that is no JSON has none.
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
			walk(at+"/"+strictjson.PointerToken(k), v[k], f)
		}
	}
}
