package entry

import (
	"bytes"
	"encoding/json"

	"marketd/market"
	"marketd/reviewer"
)

func confirmLiteral() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-008", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("确认是布尔值 true，不是别的", "The confirmation is the boolean true and nothing else"),
		Why:    reviewer.Say("不确认就不提交。只有 true 才算同意；\"true\" 或 1 可能只是写错。", "Nothing is submitted unconfirmed. Only a literal true is consent; \"true\" or 1 may be an accident."),
		Decide: reviewer.Say("字段 confirm 有的话，必须是 JSON 的 true 或 false；\"true\"、1、null 都不算。没有或为 false 只检查，不提交；true 才提交。", "The member confirm, when there, is the JSON literal true or false; \"true\", 1 and null are neither. Absent or false only checks; true submits."),
		Fix:    reviewer.Say("写 \"confirm\": true；只想先检查，就不要写 confirm。", "Write \"confirm\": true; leave confirm out for a check only."),
		Source: "seed, market.submit",
		Skip:   fromForm,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			c, ok := members(d.RawEntry)[market.MemberConfirm]
			if c = bytes.TrimSpace(c); !ok || string(c) == "true" || string(c) == "false" {
				return nil
			}
			return []reviewer.Hit{{Where: "/entry/confirm", Evidence: string(c), Message: reviewer.Say("confirm 不是布尔值。", "confirm is not a boolean.")}}
		},
	}
}

// members are the members of a JSON object; none when it is something else.
func members(raw json.RawMessage) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &m) != nil {
		return nil
	}
	return m
}
