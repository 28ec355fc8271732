package catalogapi

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"

	"marketd/market"
	"marketd/market/plaintext"
)

// SubmissionRequest is the body of a submission: an entry, and whether it is meant.
type SubmissionRequest struct {
	market.Entry
	// Confirm submits the entry. Without it the entry is checked and nothing is stored.
	Confirm bool `json:"confirm,omitempty"`
	// TestToken is sent to the server by the market's own probes, is kept encrypted, and is never shown again.
	TestToken string `json:"testToken,omitempty"`
}

var (
	errBodyTooLarge = market.NewError(market.TooLarge, "BODY_TOO_LARGE", market.Text{
		ZH: "请求超过 64 KiB。", EN: "The request is larger than 64 KiB.",
	})
	errBodyUnread = market.NewError(market.Malformed, "BODY_UNREADABLE", market.Text{
		ZH: "请求没有传完。", EN: "The request ended before its body did.",
	})
)

// submission is a submission's request as it was read.
type submission struct {
	market.SubmitRequest
	vague bool // confirm is there and neither true nor false
}

// readSubmission reads a submission's request: 415, 413 and 400 for what is not
// a JSON object. What is wrong within it is for the rules to say.
func readSubmission(w http.ResponseWriter, r *http.Request) (submission, error) {
	if err := wantJSON(r); err != nil {
		return submission{}, err
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, market.EntryBytes))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return submission{}, errBodyTooLarge
	}
	if err != nil {
		return submission{}, errBodyUnread
	}
	return parseSubmission(data)
}

// wantJSON is 415 for a body that does not say that it is JSON in UTF-8.
func wantJSON(r *http.Request) error {
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" || r.Header.Get("Content-Encoding") != "" {
		return errMediaType
	}
	if charset, ok := params["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return errMediaType
	}
	return nil
}

// parseSubmission takes out of a body what is needed to act on it, and hands
// the body on as it is: rules ENT-001, ENT-008 and ENT-011 look at it.
func parseSubmission(data []byte) (submission, error) {
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) != nil || members == nil {
		return submission{}, malformed(data)
	}
	var sub submission
	sub.Entry, sub.RawEntry = market.ReadEntry(members), data
	if json.Unmarshal(members[market.MemberTestToken], &sub.Token) != nil {
		sub.Token = "" // of a wrong type, if there at all
	}
	confirm, given := members[market.MemberConfirm]
	sub.Confirm = string(confirm) == "true"
	sub.vague = given && !sub.Confirm && string(confirm) != "false"
	return sub, nil
}

// malformed is the error for what is no JSON object.
func malformed(data []byte) error {
	fault, _ := market.ScanEntry(data)
	return &market.Error{
		Kind: market.Malformed, Code: "MALFORMED_JSON",
		Msg:        market.Text{ZH: "请求不是规范的 JSON 对象。", EN: "The request is not a proper JSON object."},
		Violations: []market.Violation{{Rule: "ENT-001", Path: plaintext.Cut(fault.Pointer, maxPath), Message: fault.Message, Fix: market.EntryFaultFix()}},
	}
}

// maxPath is the length in runes of a pointer into a body that goes back to the asker.
const maxPath = 300
