package catalogapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"marketd/market"
	"marketd/market/plaintext"
	"marketd/market/strictjson"
	"marketd/market/toollist"
)

// CheckRequest is the body of a check: the address of a server, or a list of
// tools, or in place of both an entry as a submission has it.
type CheckRequest struct {
	// URL is where the server takes JSON-RPC by POST.
	URL string `json:"url,omitempty"`
	// TestToken is sent to the server by the market's own probes, once, and is not kept.
	TestToken string `json:"testToken,omitempty"`
	// Profile is the way in which to ask the server; absent means both.
	Profile market.Profile `json:"profile,omitempty"`
	// Tools is a tools/list to look at in place of a server.
	Tools []json.RawMessage `json:"tools,omitempty"`
}

// checking is a check's request as it was read.
type checking struct {
	market.SubmitRequest
	file *toollist.List // of a list of tools; nil when a server is to be asked
	bad  *toollist.Fault
	body []byte
}

var (
	errCheckNothing = market.NewError(market.Invalid, "CHECK_NOTHING", market.Text{
		ZH: "没有可查的：请给 url，或 tools，或整个条目。", EN: "There is nothing to check: send url, or tools, or a whole entry.",
	})
	errCheckBoth = market.NewError(market.Invalid, "CHECK_AMBIGUOUS", market.Text{
		ZH: "url、tools 和 server 只能给一个。", EN: "Send one of url, tools and server.",
	})
	errListTooLarge = market.NewError(market.TooLarge, "BODY_TOO_LARGE", market.Text{
		ZH: "请求超过 4 MiB。", EN: "The request is larger than 4 MiB.",
	})
)

// wrongMember is a 422 for a member of a check that has no such value.
func wrongMember(path string, message, fix market.Text) error {
	return &market.Error{
		Kind: market.Invalid, Code: "CHECK_INVALID", Msg: message,
		Violations: []market.Violation{{Path: path, Message: message, Fix: fix}},
	}
}

// readChecking reads a check's request: 415, 413, 400 and 422 for what is none.
// What is wrong within an entry or a list is for the rules to say.
func readChecking(w http.ResponseWriter, r *http.Request) (checking, error) {
	if err := wantJSON(r); err != nil {
		return checking{}, err
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, toollist.MaxBytes))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return checking{}, errListTooLarge
	}
	if err != nil {
		return checking{}, errBodyUnread
	}
	return parseChecking(data)
}

func parseChecking(data []byte) (checking, error) {
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil || members == nil {
		return unreadable(data)
	}
	given := 0
	for _, name := range []string{"url", "tools", "server"} {
		if _, ok := members[name]; ok {
			given++
		}
	}
	switch {
	case given == 0:
		return checking{}, errCheckNothing
	case given > 1:
		return checking{}, errCheckBoth
	case members["tools"] != nil:
		return parseList(data)
	case len(data) > market.EntryBytes:
		return checking{}, errBodyTooLarge
	case members["url"] != nil:
		return parseAddress(data, members)
	}
	sub, err := parseSubmission(data)
	return checking{SubmitRequest: sub.SubmitRequest}, err
}

// unreadable reads a body of which no object can be made. What speaks of tools is
// measured as a list, which may be longer and deeper than an entry.
func unreadable(data []byte) (checking, error) {
	fault, ok := errors.AsType[*strictjson.Error](strictjson.Scan(data, toollist.Limits()))
	switch {
	case !ok || !bytes.Contains(data, []byte(`"tools"`)):
		return checking{}, malformed(data)
	case fault.Code != strictjson.Syntax && fault.Code != strictjson.Trailing:
		return parseList(data)
	}
	line, column := toollist.At(data, fault.Offset)
	return checking{}, &market.Error{
		Kind: market.Malformed, Code: "MALFORMED_JSON",
		Msg: market.Text{ZH: "请求不是规范的 JSON 对象。", EN: "The request is not a proper JSON object."},
		Violations: []market.Violation{{
			Path: plaintext.Cut(plaintext.Visible(fault.Pointer), maxPath),
			Message: market.Text{
				ZH: fmt.Sprintf("第 %d 行第 %d 列不是合法的 JSON。", line, column),
				EN: fmt.Sprintf("It is no valid JSON in line %d, column %d.", line, column),
			},
			Fix: market.Text{ZH: "用 JSON 库生成，不要手写拼接。", EN: "Have a JSON library write it."},
		}},
	}
}

// parseList reads a list of tools. One that is no strict JSON is a matter for a
// report, like any fault of a list; what is wrong around it is not.
func parseList(data []byte) (checking, error) {
	l, err := toollist.Read(data)
	if fault, ok := errors.AsType[*toollist.Fault](err); ok {
		if strings.HasPrefix(fault.Pointer, "/tools/") {
			return checking{bad: fault, body: data}, nil
		}
		return checking{}, ambiguous(fault.Pointer, fault.Detail)
	}
	if err != nil {
		return checking{}, wrongMember("/tools",
			market.Text{ZH: "tools 不是数组。", EN: "tools is not an array."},
			market.Text{ZH: "发送 tools/list 应答里的 tools 数组。", EN: "Send the array tools of the answer to tools/list."})
	}
	return checking{file: &l, body: data}, nil
}

// parseAddress reads a check of a server of which nothing but the address is known.
func parseAddress(data []byte, members map[string]json.RawMessage) (checking, error) {
	if fault, ok := errors.AsType[*strictjson.Error](strictjson.Scan(data, strictjson.Limits{Bytes: market.EntryBytes, Depth: market.EntryDepth})); ok {
		return checking{}, ambiguous(fault.Pointer, fault.Detail)
	}
	req := checking{}
	req.Draft = true
	for name, into := range map[string]*string{"url": &req.Entry.Server.URL, market.MemberTestToken: &req.Token, "profile": (*string)(&req.Profile)} {
		if raw, ok := members[name]; ok && json.Unmarshal(raw, into) != nil {
			return checking{}, wrongMember("/"+name,
				market.Text{ZH: name + " 不是字符串。", EN: name + " is not a string."}, market.Text{ZH: "写成字符串。", EN: "Make it a string."})
		}
	}
	return req, nil
}

// ambiguous is a 400 for a body that means different things to different readers.
func ambiguous(pointer, detail string) error {
	message := market.Text{ZH: "请求的 JSON 有不止一种读法。", EN: "The request's JSON can be read in more than one way."}
	return &market.Error{
		Kind: market.Malformed, Code: "MALFORMED_JSON", Msg: message,
		Violations: []market.Violation{{
			Path:    plaintext.Cut(plaintext.Visible(pointer), maxPath),
			Message: market.Text{ZH: message.ZH + "（" + detail + "）", EN: message.EN + " (" + detail + ")"}, Fix: market.EntryFaultFix(),
		}},
	}
}

// askedProfile is the profile that the query asks for, or else the body.
func askedProfile(r *http.Request, body market.Profile) (market.Profile, error) {
	asked := body
	if q := r.URL.Query(); q.Has("profile") {
		asked = market.Profile(q.Get("profile"))
	}
	switch asked {
	case "", "both":
		return "", nil
	case market.ProfileApp, market.ProfileMCP:
		return asked, nil
	}
	return "", wrongMember("/profile", market.Text{ZH: "没有这种方式。", EN: "There is no such profile."}, market.Text{ZH: "写 app、mcp 或 both。", EN: "Write app, mcp or both."})
}
