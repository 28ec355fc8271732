// Package report writes what the automated reviewer says of a server or of a
// list of tools, for people and for other programs: text for a terminal,
// Markdown for a pull request, SARIF 2.1.0 for CI, a line of JSON, and the
// requests that were sent as curl commands. Whatever a text from outside holds,
// it stays a text in each of them.
package report

import (
	"io"

	"marketd/market"
	"marketd/market/strictjson"
	"marketd/market/toollist"
)

// Subject is one thing that was checked, with all that is known of it.
type Subject struct {
	Report  market.Report
	Name    string            // the URL, or the path of the file as it was given
	File    *File             // nil when a server was asked
	Local   bool              // the server is on this machine or in a private network
	Require market.Require    // what the verdict is of; empty when that is not known
	Unread  string            // why there is no report: the file could not be read; "" when there is one
	Sent    []market.Exchange // what was asked and answered, in order; may be nil
}

// File is a kept list of tools that was checked.
type File struct {
	Data  []byte
	List  toollist.List
	Fault *toollist.Fault // why it was not taken; nil when it was
}

// JSON writes one report on a line of its own: a [market.Report], for a file
// with its path as the first member.
func JSON(w io.Writer, s Subject) error {
	line := struct {
		File string `json:"file,omitempty"`
		market.Report
	}{Report: s.Report}
	if s.File != nil {
		line.File = s.Name
	}
	b, err := strictjson.Marshal(line)
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}
