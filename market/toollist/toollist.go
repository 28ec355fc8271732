// Package toollist reads a tools/list that somebody kept: the result, the whole
// JSON-RPC answer, a bare array, or the event stream in which it came.
package toollist

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"marketd/market"
	"marketd/market/strictjson"
)

// MaxBytes is how long a kept list may be: as much as an answer to a probe.
const MaxBytes = 4 << 20

// Limits bound the JSON of a list, as they bound an answer to a probe (rule
// PRO-002): a schema's own names are the author's.
func Limits() strictjson.Limits {
	return strictjson.Limits{Bytes: MaxBytes, Maps: strictjson.SchemaMaps()}
}

// List is a tools/list as it was kept.
type List struct {
	Tools  []json.RawMessage
	Base   string // JSON pointer (RFC 6901) from Text to the array of tools: "", "/tools", "/result/tools"
	Text   []byte // the JSON that was read, a part of the data
	Offset int    // where Text begins in the data
}

// ErrNone says that there is no list of tools in the text. Its text says what
// there is instead, in a phrase that goes on after the name of a file.
type ErrNone struct{ Is market.Text } //nolint:errname // what is not there

// Error completes a sentence that begins with the name of the file.
func (e *ErrNone) Error() string { return e.Is.EN }

func none(zh, en string) *ErrNone { return &ErrNone{market.Text{ZH: zh, EN: en}} }

// Fault is why a list cannot be taken as it is written: it means one thing to
// one reader and another to the next, or is larger than a client puts up with.
type Fault struct { //nolint:errname // a fault is what the rules call it
	Code         strictjson.Code
	Pointer      string // into the JSON text
	Detail       string // one English line; quotes nothing from the text
	Line, Column int    // in the data, from 1; the column in characters
}

// Error gives the code, the place and the detail.
func (f *Fault) Error() string {
	return fmt.Sprintf("%s: %s, in line %d, column %d", f.Code, f.Detail, f.Line, f.Column)
}

// Read reads a list. The error is a *Fault for what looks like a list and is no
// strict JSON, an *ErrNone for anything else. Of data longer than [MaxBytes] no
// more than one byte beyond it is needed.
func Read(data []byte) (List, error) {
	text, offset := body(data)
	first := bytes.TrimLeft(text, " \t\r\n")
	if len(first) == 0 {
		return List{}, none("是空的", "is empty")
	}
	if first[0] != '{' && first[0] != '[' {
		return List{}, none("不是 JSON 对象或数组", "is no JSON object or array")
	}
	if len(data) > MaxBytes {
		return List{}, &Fault{Code: strictjson.Size, Detail: fmt.Sprintf("more than %d bytes", MaxBytes), Line: 1, Column: 1}
	}
	err := strictjson.Scan(text, Limits())
	if fault, ok := errors.AsType[*strictjson.Error](err); ok {
		line, column := At(data, offset+fault.Offset)
		if fault.Code == strictjson.Syntax || fault.Code == strictjson.Trailing {
			return List{}, none(fmt.Sprintf("不是合法的 JSON：第 %d 行第 %d 列写错了", line, column), fmt.Sprintf("is no JSON: line %d, column %d: %s", line, column, fault.Detail))
		}
		return List{}, &Fault{fault.Code, fault.Pointer, fault.Detail, line, column}
	}
	l := List{Text: text, Offset: offset}
	l.Tools, l.Base, err = tools(text)
	return l, err
}

// tools finds the array of tools in a strict JSON object or array.
func tools(text []byte) ([]json.RawMessage, string, error) {
	if bytes.TrimLeft(text, " \t\r\n")[0] == '[' {
		return array(text)
	}
	members := object(text)
	if _, ok := members["tools"]; ok {
		return member(members, "")
	}
	if result := object(members["result"]); result != nil {
		return member(result, "/result")
	}
	if _, ok := members["error"]; ok {
		return nil, "", none("是一个出错的应答，里面是 error，没有工具", `is an answer with an "error", not with tools`)
	}
	return nil, "", none("里面没有 tools，也没有 result", `has neither "tools" nor "result" in it`)
}

// array reads a bare array of tools, or a batch of one answer.
func array(text []byte) ([]json.RawMessage, string, error) {
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, "", none("不是数组", "is no array")
	}
	objects := 0
	for _, v := range all {
		if object(v) != nil {
			objects++
		}
	}
	if len(all) == 1 && objects == 1 {
		if m := object(all[0]); m["jsonrpc"] != nil && m["name"] == nil {
			found, base, err := tools(all[0])
			return found, "/0" + base, err
		}
	}
	if len(all) > 0 && objects == 0 {
		return nil, "", none("是一个数组，里面没有对象", "is an array without a single object")
	}
	return all, "", nil
}

// member reads the member "tools" of the object at base.
func member(members map[string]json.RawMessage, base string) ([]json.RawMessage, string, error) {
	var all []json.RawMessage
	switch raw, ok := members["tools"]; {
	case !ok:
		return nil, "", none("有 result，里面没有 tools", `has a "result" without "tools"`)
	case raw[0] != '[' || json.Unmarshal(raw, &all) != nil:
		return nil, "", none("里面的 tools 不是数组", `has a "tools" that is no array`)
	}
	return all, base + "/tools", nil
}

// object takes an object's members apart; nil for any other value.
func object(raw []byte) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if len(raw) == 0 || json.Unmarshal(raw, &m) != nil {
		return nil
	}
	return m
}
