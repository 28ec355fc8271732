package templates

import "time"

// AuditView is a stretch of the audit log.
type AuditView struct {
	Rows   []AuditRow
	Object string
	Actor  string
	Newest string // address of the newest acts, when these are not
	Older  string // address of the acts before; "" at the end
}

// AuditRow is one act.
type AuditRow struct {
	Seq       int64
	At        time.Time
	Actor     string // name; "" for the market itself
	ActorURL  string // leads to the acts of this actor
	Action    string // in words
	Object    string // "submission/ID"
	ObjectURL string // leads to the acts on this object
	Page      string // the object's own page; may be empty
	Before    string
	After     string
	Rules     []string
	Text      string
	IP        string
	Hash      string
}
