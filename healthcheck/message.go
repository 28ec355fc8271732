package healthcheck

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"marketd/market"
	"marketd/market/plaintext"
	"marketd/market/strictjson"
)

// fault is why an answer is not what was asked for: a Fault… code and its detail.
type fault market.Note

func (f *fault) Error() string { return f.Code + ": " + f.Detail }

// listLimits bound the JSON of one message.
var listLimits = strictjson.Limits{Maps: strictjson.SchemaMaps()}

// message is one JSON-RPC message.
type message struct {
	version string
	id      json.RawMessage // nil: absent
	method  string          // of a request or notification
	asks    bool            // method is there
	result  json.RawMessage
	fail    json.RawMessage // error
	batch   bool            // was the only element of an array
}

// parse reads one message, after the strict scan.
func parse(data []byte) (message, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if err := strictjson.Scan(data, listLimits); err != nil {
		return message{}, unstrict(err)
	}
	var m message
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); trimmed[0] == '[' {
		all, ok := elements(data)
		if !ok || len(all) != 1 {
			return message{}, &fault{Code: market.FaultEnvelope, Detail: "an array of " + strconv.Itoa(len(all)) + " messages"}
		}
		m.batch, data = true, all[0]
	}
	members, ok := object(data)
	if !ok {
		return message{}, &fault{Code: market.FaultEnvelope, Detail: "the message is not an object"}
	}
	m.version, _ = text(members.at("jsonrpc"))
	method := members.at("method")
	m.asks = method != nil
	m.method, _ = text(method)
	m.id, m.result, m.fail = members.at("id"), members.at("result"), members.at("error")
	return m, nil
}

// unstrict turns a scan's finding into a fault.
func unstrict(err error) error {
	e, ok := errors.AsType[*strictjson.Error](err)
	if !ok {
		return &fault{Code: market.FaultNotJSON, Detail: "cannot be read"}
	}
	f := &fault{Code: market.FaultUnstrictJSON, Detail: string(e.Code) + ": " + e.Detail, Where: plaintext.Visible(plaintext.Head(strings.TrimPrefix(e.Pointer, "/result"), maxDetail))}
	if e.Code == strictjson.Syntax || e.Code == strictjson.Trailing {
		f.Code = market.FaultNotJSON
	}
	return f
}

// text reads a string; false for any other value.
func text(raw json.RawMessage) (string, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	if n := len(raw) - 1; n > 0 && raw[n] == '"' && plain(raw[1:n]) {
		return string(raw[1:n]), true
	}
	var s string
	return s, json.Unmarshal(raw, &s) == nil
}

// plain reports whether a string's text stands for itself.
func plain(inner json.RawMessage) bool {
	for _, c := range inner {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// idMatch says how a message's id answers the request's: "" when it does not,
// "number" as it should, "string" when it is the same number in quotes.
func idMatch(raw json.RawMessage, want int) string {
	if s, ok := text(raw); ok {
		if s == strconv.Itoa(want) {
			return "string"
		}
		return ""
	}
	if f, err := strconv.ParseFloat(string(raw), 64); err == nil && f == float64(want) {
		return "number"
	}
	return ""
}

// answerTo checks that the message answers request id and returns its result
// (rules PRO-002 to PRO-004). What it puts up with goes to note.
func (m message) answerTo(id int, note func(code, detail string)) (json.RawMessage, error) {
	if m.batch {
		note(market.NoteBatch, "")
	}
	failed := !isNull(m.fail)
	switch {
	case m.version != "2.0":
		return nil, &fault{Code: market.FaultEnvelope, Detail: `"jsonrpc" is not "2.0"`}
	case m.asks:
		return nil, &fault{Code: market.FaultEnvelope, Detail: "a request or notification instead of an answer"}
	case m.result == nil && !failed:
		return nil, &fault{Code: market.FaultEnvelope, Detail: "neither result nor error"}
	case m.result != nil && failed:
		return nil, &fault{Code: market.FaultEnvelope, Detail: "both result and error"}
	case failed:
		return nil, readError(m.fail)
	}
	switch idMatch(m.id, id) {
	case "":
		return nil, &fault{Code: market.FaultID, Detail: "the answer's id is not " + strconv.Itoa(id)}
	case "string":
		note(market.NoteStringID, "")
	}
	if m.fail != nil {
		note(market.NoteNullError, "")
	}
	return m.result, nil
}

// rpcError is a JSON-RPC error object as it was sent.
type rpcError struct {
	code      int
	message   string
	supported []string // data.supported of an unsupported version
}

func (e *rpcError) Error() string { return "JSON-RPC error " + strconv.Itoa(e.code) }

// readError reads an error object; what is of the wrong type is left out.
func readError(raw json.RawMessage) *rpcError {
	e := &rpcError{}
	m, _ := object(raw)
	if f, err := strconv.ParseFloat(string(m.at("code")), 64); err == nil && f > -1e9 && f < 1e9 {
		e.code = int(f)
	}
	e.message, _ = text(m.at("message"))
	data, _ := object(m.at("data"))
	supported, _ := elements(data.at("supported"))
	e.supported = texts(supported)
	return e
}
