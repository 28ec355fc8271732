package market

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"marketd/market/strictjson"
)

// Bounds of an entry sent as JSON (rule ENT-001): bytes, and levels of nesting.
const (
	EntryBytes = 64 << 10
	EntryDepth = 16
)

// The members of a submission that are not the entry's.
const (
	MemberConfirm   = "confirm"   // true submits, anything else only checks (rule ENT-008)
	MemberTestToken = "testToken" // for the probes; kept sealed, never shown
)

// EntryMembers are the members that a submission sent as JSON may have: the
// entry's own, what the app's packages carry besides, and the submission's.
func EntryMembers() []string {
	return append(jsonMembers(reflect.TypeFor[Entry]()), "builtinTools", MemberConfirm, MemberTestToken)
}

// ServerMembers are the members of an entry's server.
func ServerMembers() []string { return jsonMembers(reflect.TypeFor[Server]()) }

func jsonMembers(t reflect.Type) []string {
	var names []string
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// ReadEntry reads an entry from the members of a JSON object, by their exact
// names. A member of another type than it should have counts as absent: rule
// ENT-011 tells of it.
func ReadEntry(m map[string]json.RawMessage) Entry {
	var e Entry
	read(m["id"], &e.ID)
	read(m["kind"], &e.Kind)
	read(m["name"], &e.Name)
	read(m["desc"], &e.Desc)
	read(m["cat"], &e.Cat)
	read(m["ui"], &e.UI)
	read(m["author"], &e.Author)
	read(m["homepage"], &e.Homepage)
	read(m["privacy"], &e.Privacy)
	read(m["support"], &e.Support)
	read(m["icon"], &e.Icon)
	read(m["region"], &e.Region)
	read(m["changes"], &e.Changes)
	read(m["uiComponentId"], &e.UIComponentID)
	read(m["package"], &e.Package)
	read(m["authority"], &e.Authority)
	read(m["signer"], &e.Signer)
	var server map[string]json.RawMessage
	read(m["server"], &server)
	read(server["url"], &e.Server.URL)
	read(server["token"], &e.Server.Token)
	return e
}

// EntryFault is why the JSON of an entry cannot be taken as it is.
type EntryFault struct {
	Pointer string // into the entry (RFC 6901)
	Message Text
	Detail  string // for the log and as evidence; quotes nothing of the entry
}

// ScanEntry looks for what makes an entry's JSON unreadable, or readable in
// more than one way (rule ENT-001).
func ScanEntry(raw []byte) (EntryFault, bool) {
	err := strictjson.Scan(raw, strictjson.Limits{Bytes: EntryBytes, Depth: EntryDepth})
	if fault, ok := errors.AsType[*strictjson.Error](err); ok {
		return EntryFault{Pointer: fault.Pointer, Message: entryFaultText(fault.Code), Detail: fault.Detail}, true
	}
	if err != nil || strings.TrimLeft(string(raw), " \t\r\n")[0] != '{' {
		return EntryFault{Message: Text{"提交的不是一个 JSON 对象。", "It is not a JSON object."}, Detail: "not an object"}, true
	}
	return EntryFault{}, false
}

// EntryFaultFix is what to do about any [EntryFault].
func EntryFaultFix() Text {
	return Text{
		"提交一个 UTF-8 的 JSON 对象：键不重复（只差大小写也算重复），嵌套不超过 16 层，总共不超过 64 KiB。用 JSON 库生成，不要手写拼接。",
		"Send one JSON object in UTF-8: no key twice (keys that differ only in case count as the same), at most 16 levels deep, at most 64 KiB. Have a JSON library write it.",
	}
}

func entryFaultText(c strictjson.Code) Text {
	switch c {
	case strictjson.DuplicateKey:
		return Text{"同一个对象里有两个相同的键。", "An object has the same key twice."}
	case strictjson.CaseCollidingKey:
		return Text{"同一个对象里有两个只差大小写的键。", "An object has two keys that differ only in case."}
	case strictjson.NULInKey:
		return Text{"键里有空字符（U+0000）。", "A key contains the character U+0000."}
	case strictjson.Depth:
		return Text{"嵌套超过 16 层。", "It is nested more than 16 levels deep."}
	case strictjson.Size:
		return Text{"内容太大，上限是 64 KiB。", "It is too large; the limit is 64 KiB."}
	case strictjson.Trailing:
		return Text{"JSON 对象之后还有多余的内容。", "Something follows the JSON object."}
	case strictjson.UTF8:
		return Text{"不是合法的 UTF-8 文本。", "It is not valid UTF-8."}
	case strictjson.Syntax:
	}
	return Text{"不是合法的 JSON。", "It is not valid JSON."}
}

// read decodes raw into v and leaves v alone when it does not fit.
func read[T any](raw json.RawMessage, v *T) {
	var x T
	if len(raw) > 0 && json.Unmarshal(raw, &x) == nil {
		*v = x
	}
}
