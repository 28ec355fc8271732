package safety

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

// hitsPerTool is how many secrets of one tool are told of.
const hitsPerTool = 5

func noSecrets() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-030", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("工具的文字里没有密钥", "No secrets in the texts of tools"),
		Why:    reviewer.Say("目录是公开的，写进说明或默认值里的密钥会被所有人看到。", "The catalog is public: a key in a description or a default is seen by everyone."),
		Fix:    reviewer.Say("立刻吊销它，换成占位写法，例如 <token>；真正的令牌由用户在应用里填。", "Revoke it at once and write a stand-in such as <token>; users type their own token in the app."),
		Source: "seed, authentication: no real token in the catalog",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			var hits []reviewer.Hit
			everyText(t.Raw, func(path []string, text string) bool {
				if h, ok := secretHit(t, path, text); ok {
					hits = append(hits, h)
				}
				return len(hits) < hitsPerTool
			})
			return hits
		}),
	}
}

// secretHit looks at a text as served, and as it is without invisible
// characters, by which a secret could be split.
func secretHit(t reviewer.Tool, path []string, text string) (reviewer.Hit, bool) {
	found, shown := Find(text), text
	if len(found) == 0 {
		if shown = words.Visible(text); shown != text {
			found = Find(shown)
		}
	}
	if len(found) == 0 {
		return reviewer.Hit{}, false
	}
	s := found[0]
	if i := slices.IndexFunc(found, func(s Secret) bool { return !s.Generic }); i >= 0 {
		s = found[i]
	}
	h := reviewer.Hit{
		Where: t.Pointer(path...), Evidence: Redact(around(shown, s)),
		Message: reviewer.Sayf("这里有一个密钥（%s）。", "There is a secret here (%s).", s.Kind),
	}
	if s.Generic {
		h.Severity = market.SeverityNeedsHuman
		h.Message = reviewer.Say("这里像是写着一个密码或密钥。", "This looks like a password or a key.")
	}
	return h, true
}

// around is the part of a text that shows where the secret stands. It is cut
// outside the secret, so that redacting still finds it.
func around(text string, s Secret) string {
	from := max(0, s.Start-60)
	if i := strings.LastIndexByte(text[:s.Start], '\n'); i >= from {
		from = i + 1
	}
	return strings.ToValidUTF8(text[from:min(len(text), s.End+40)], "")
}

// everyText calls visit with every string of a JSON value, names of members
// included, in a fixed order, until visit returns false.
func everyText(raw json.RawMessage, visit func(path []string, text string) bool) {
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&v) == nil {
		descend(v, nil, visit)
	}
}

func descend(v any, path []string, visit func([]string, string) bool) bool {
	switch v := v.(type) {
	case string:
		return visit(path, v)
	case []any:
		for i, e := range v {
			if !descend(e, append(slices.Clip(path), strconv.Itoa(i)), visit) {
				return false
			}
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			below := append(slices.Clip(path), k)
			if !visit(below, k) || !descend(v[k], below, visit) {
				return false
			}
		}
	}
	return true
}
