package catalogapi

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"marketd/market"
	"marketd/market/strictjson"
)

// maxSubmission is the size in bytes of the largest entry (ENT-001).
const maxSubmission = 64 << 10

// maxTestToken is the length in bytes of the longest test token.
const maxTestToken = 4 << 10

// SubmissionRequest is the body of a submission: an entry, and whether it is meant.
type SubmissionRequest struct {
	market.Entry
	// Confirm submits the entry. Without it the entry is checked and nothing is stored.
	Confirm bool `json:"confirm,omitempty"`
	// TestToken is sent to the server by the market's own probes, is kept encrypted, and is never shown again.
	TestToken string `json:"testToken,omitempty" jsonschema:"maxLength=4096"`
}

var (
	errBodyTooLarge = market.NewError(market.TooLarge, "BODY_TOO_LARGE", market.Text{
		ZH: "请求超过 64 KiB。", EN: "The request is larger than 64 KiB.",
	})
	errBodyUnread = market.NewError(market.Malformed, "BODY_UNREADABLE", market.Text{
		ZH: "请求没有传完。", EN: "The request ended before its body did.",
	})
	errNoObject = market.NewError(market.Malformed, "MALFORMED_JSON", market.Text{
		ZH: "请求必须是一个 JSON 对象。", EN: "The request must be one JSON object.",
	})
)

// readSubmission reads a submission's request: 415, 413 and 400 for what is not
// JSON, 422 with a violation for each member that is wrong.
func readSubmission(w http.ResponseWriter, r *http.Request) (market.SubmitRequest, error) {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" || r.Header.Get("Content-Encoding") != "" {
		return market.SubmitRequest{}, errMediaType
	}
	if charset, ok := params["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return market.SubmitRequest{}, errMediaType
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxSubmission))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return market.SubmitRequest{}, errBodyTooLarge
	}
	if err != nil {
		return market.SubmitRequest{}, errBodyUnread
	}
	return parseSubmission(data)
}

// parseSubmission reads a body member by member, and not into a
// [SubmissionRequest], so that every fault is told at once.
func parseSubmission(data []byte) (market.SubmitRequest, error) {
	if err := strictjson.Scan(data, strictjson.Limits{Bytes: maxSubmission, Depth: 16}); err != nil {
		return market.SubmitRequest{}, notStrict(err)
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil || members == nil {
		return market.SubmitRequest{}, errNoObject
	}
	var req market.SubmitRequest
	b := bodyReader{members: members}
	e := &req.Entry
	for name, to := range map[string]*string{
		"id": &e.ID, "kind": (*string)(&e.Kind), "name": &e.Name, "desc": &e.Desc, "cat": &e.Cat, "ui": &e.UI,
		"author": &e.Author, "homepage": &e.Homepage, "privacy": &e.Privacy,
	} {
		b.text(name, to)
	}
	b.server(&e.Server)
	b.confirm(&req.Confirm)
	b.token(&req.Token)
	b.others()
	if err := b.fault(); err != nil {
		return market.SubmitRequest{}, err
	}
	// Neither of the two is the entry's; the token must not be where evidence is kept.
	delete(members, "confirm")
	delete(members, "testToken")
	raw, err := marshal(members)
	req.RawEntry = raw
	return req, err
}

// notStrict is the error for JSON that two readers may read differently, or not at all.
func notStrict(err error) error {
	fault, ok := errors.AsType[*strictjson.Error](err)
	if !ok {
		return err
	}
	if fault.Code == strictjson.Size {
		return errBodyTooLarge
	}
	message, ok := strictTexts[fault.Code]
	if !ok {
		message = strictTexts[strictjson.Syntax]
	}
	return &market.Error{
		Kind: market.Malformed, Code: "MALFORMED_JSON",
		Msg: market.Text{ZH: "请求不是规范的 JSON。", EN: "The request is not proper JSON."},
		Violations: []market.Violation{{
			Rule: "ENT-001", Path: excerpt(fault.Pointer), Message: message,
			Fix: market.Text{ZH: "用 JSON 库生成请求，不要手写拼接。", EN: "Have a JSON library make the request."},
		}},
		Cause: err,
	}
}

var strictTexts = map[strictjson.Code]market.Text{
	strictjson.DuplicateKey:     {ZH: "同一个成员写了两次。", EN: "A member is given twice."},
	strictjson.CaseCollidingKey: {ZH: "两个成员的名字只差大小写。", EN: "The names of two members differ only in case."},
	strictjson.NULInKey:         {ZH: "成员名里有 U+0000。", EN: "A member's name contains U+0000."},
	strictjson.Depth:            {ZH: "嵌套超过 16 层。", EN: "It is nested deeper than 16 levels."},
	strictjson.Syntax:           {ZH: "JSON 语法有错。", EN: "There is a fault in the JSON syntax."},
	strictjson.Trailing:         {ZH: "JSON 之后还有内容。", EN: "Something follows the JSON value."},
	strictjson.UTF8:             {ZH: "文本不是有效的 UTF-8。", EN: "The text is not valid UTF-8."},
}

// bodyReader reads the members of a submission and collects what is wrong with them.
type bodyReader struct {
	members    map[string]json.RawMessage
	violations []market.Violation
}

func (b *bodyReader) wrong(rule, path string, message, fix market.Text) {
	b.violations = append(b.violations, market.Violation{Rule: rule, Path: path, Message: message, Fix: fix})
}

func (b *bodyReader) fault() error {
	if len(b.violations) == 0 {
		return nil
	}
	slices.SortStableFunc(b.violations, func(a, c market.Violation) int { return strings.Compare(a.Path, c.Path) })
	return &market.Error{
		Kind: market.Invalid, Code: "SUBMISSION_INVALID", Violations: b.violations,
		Msg: market.Text{ZH: "请求里有几处写得不对，什么也没有存下。", EN: "Some members of the request are wrong; nothing was stored."},
	}
}

// text reads a string; null is the same as absent.
func (b *bodyReader) text(name string, to *string) { b.textOf(b.members, "/", name, to) }

func (b *bodyReader) textOf(members map[string]json.RawMessage, base, name string, to *string) {
	raw, ok := members[name]
	if !ok || isNull(raw) {
		return
	}
	if json.Unmarshal(raw, to) != nil {
		b.wrong("ENT-001", base+name, market.Text{ZH: name + " 必须是字符串。", EN: name + " must be a string."},
			market.Text{ZH: "写成字符串，或去掉它。", EN: "Make it a string, or leave it out."})
	}
}

func (b *bodyReader) server(to *market.Server) {
	raw, ok := b.members["server"]
	if !ok || isNull(raw) {
		return
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		b.wrong("ENT-001", "/server", market.Text{ZH: "server 必须是对象。", EN: "server must be an object."},
			market.Text{ZH: `写成 {"url": "https://…"}。`, EN: `Write {"url": "https://…"}.`})
		return
	}
	b.textOf(members, "/server/", "url", &to.URL)
	b.textOf(members, "/server/", "token", &to.Token)
	b.unknown(members, "/server/", "url", "token")
}

func (b *bodyReader) confirm(to *bool) {
	if raw, ok := b.members["confirm"]; ok && (isNull(raw) || json.Unmarshal(raw, to) != nil) {
		b.wrong("ENT-008", "/confirm", market.Text{ZH: "confirm 必须是 true 或 false。", EN: "confirm must be true or false."},
			market.Text{ZH: "看过预览后写 true，不要加引号。", EN: "Write true, without quotes, once you have seen the preview."})
	}
}

func (b *bodyReader) token(to *string) {
	b.text("testToken", to)
	if len(*to) > maxTestToken || strings.ContainsFunc(*to, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsControl(r) }) {
		b.wrong("ENT-007", "/testToken", market.Text{ZH: "testToken 太长，或含有不能放进请求头的字符。", EN: "testToken is too long, or has characters that cannot be in a header."},
			market.Text{ZH: "只写令牌本身。", EN: "Give the token alone."})
	}
}

// others refuses members that nobody reads: a misspelt one would be lost in
// silence. What the app's own packages carry besides may be there, if empty,
// and so may extensions (ENT-011).
func (b *bodyReader) others() {
	for _, name := range []string{"uiComponentId", "builtinTools"} {
		if raw := string(b.members[name]); raw == `""` || raw == "[]" || raw == "null" {
			delete(b.members, name)
		}
	}
	b.unknown(b.members, "/", "id", "kind", "name", "desc", "cat", "ui", "author", "server", "homepage", "privacy", "confirm", "testToken")
}

func (b *bodyReader) unknown(members map[string]json.RawMessage, base string, known ...string) {
	const most = 20 // told of at once
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if slices.Contains(known, name) || strings.HasPrefix(name, "x-") {
			continue
		}
		b.wrong("ENT-011", base+excerpt(strings.NewReplacer("~", "~0", "/", "~1").Replace(name)),
			market.Text{ZH: "不认识这个成员。", EN: "This member is not known."},
			market.Text{ZH: "核对拼写，或去掉它；自己的扩展以 x- 开头。", EN: "Check its spelling or leave it out; begin extensions of your own with x-."})
		if len(b.violations) >= most {
			return
		}
	}
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }

// excerpt cuts a text of the asker's that goes back to them.
func excerpt(s string) string {
	const most = 128
	runes := []rune(s)
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
