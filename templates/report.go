package templates

import "time"

// ReportView is the automated reviewer's report as pages show it.
type ReportView struct {
	Verdict     string // "rejected", "inconclusive", "needs_human" or "clean"
	Summary     string // whom the server works for, in one sentence
	Profiles    []ProfileView
	Quality     *QualityView // nil without tools
	Groups      []CheckGroup
	Counts      FindingCounts
	Checked     int // rules that looked
	Skipped     int // rules that had nothing to look at
	Broken      int // rules that broke themselves
	Passes      int
	Provisional bool
	Once        bool   // nobody checks again unless asked
	Took        string // of the last look at the server; "" when nothing was sent
	At          time.Time
	SDK         string // the SDK recognised; may be empty
	Ruleset     string
}

// FindingCounts is how many findings stand, of each severity. AddApp and AddMCP
// keep one kind of clients out, and nobody has to mend them.
type FindingCounts struct {
	Reject, NeedsHuman, AddApp, AddMCP, Warn, Info int
}

// Clean reports whether nothing is to be mended, looked at or thought over.
func (c FindingCounts) Clean() bool { return c == FindingCounts{Info: c.Info} }

// List is the counts with their words, heaviest first.
func (c FindingCounts) List() []Count {
	return []Count{
		{"report.n_reject", c.Reject},
		{"report.n_needs_human", c.NeedsHuman},
		{"report.n_add_app", c.AddApp},
		{"report.n_add_mcp", c.AddMCP},
		{"report.n_warn", c.Warn},
		{"report.n_info", c.Info},
	}
}

// CheckGroup is a heading with its checks. It stands open when anything in it
// wants attention that is not shown elsewhere.
type CheckGroup struct {
	Name    string      // "reachable", "app", "protocol", "tools", "safety" or "metadata"
	Worst   string      // severity of its heaviest finding as shown, "failed", "pass" or "skipped"
	Counts  string      // "2 must change · 40 passed · 9 skipped"
	Said    string      // instead of the counts, why it has none worth telling; may be empty
	Folded  bool        // what wants attention stands elsewhere on the page
	Found   []CheckView // those with findings or that broke, heaviest first
	Passed  []CheckView
	Skipped []CheckView
}

// Open reports whether the group stands open.
func (g CheckGroup) Open() bool {
	return g.Worst != "pass" && g.Worst != "skipped" && g.Said == "" && !g.Folded
}

// CheckView is one rule's outcome.
type CheckView struct {
	Rule     string
	Title    string
	State    string // "pass", "skipped", "failed", or the severity of what was found
	Note     string // why it was skipped or failed
	Took     string
	Findings []FindingView
	More     int // findings beyond those of Findings
}

// FindingView is one place where a rule hit.
type FindingView struct {
	Anchor   string // unique on the page
	Rule     string
	Severity string // or "add_app" and "add_mcp", for what one kind of clients needs and the market does not
	Profile  string // the one on which it bears, when Severity does not say so; "" is both
	Waived   *WaivedView
	Waive    *WaiveView // the form that lets it be; nil where nobody may
	Monitor  bool       // recorded only
	Unsure   bool       // may pass by itself: looked at again before it counts
	Once     bool       // nobody looks again unless asked
	Message  string
	Why      string
	Fix      string
	Where    string // JSON pointer
	Tool     string
	Class    string
	Evidence string // the server's own text
	Field    string // id of the form's field where it is mended; may be empty
	Snippets []SnippetView
	SameFix  *Link  // the finding that has the fix to paste, when it is the same
	Sent     string // the request it judges, as it went out; may be empty
	Got      string // the answer, as it came
	Open     bool
}

// WaivedView says that a reviewer let a finding be.
type WaivedView struct {
	Reason string
	At     time.Time
}

// SnippetView is a fix to paste.
type SnippetView struct {
	Lang string
	Code string
}

// ProgressView is a check at work.
type ProgressView struct {
	Events string // address of the event stream
	Step   string
	Visits bool // the entry names addresses besides its server's, which are looked at too
}

// VerdictText is the verdict in words. One that leaves only advice says how much.
func VerdictText(p *Page, v *ReportView) string {
	text := p.T("report.verdict_" + v.Verdict)
	if v.Once && v.Verdict == "inconclusive" {
		text = p.T("check.inconclusive")
	}
	if v.Verdict == "clean" && v.Counts.Warn > 0 {
		text += " · " + p.N("report.n_warn", v.Counts.Warn)
	}
	return text
}

// ran says how the rules went that looked, and how many did not.
func ran(p *Page, v *ReportView) string {
	found := 0
	for _, g := range v.Groups {
		found += len(g.Found)
	}
	return Counted(p, []Count{
		{"report.n_found", found - v.Broken},
		{"report.n_passed", v.Checked + v.Broken - found},
		{"report.n_skipped", v.Skipped},
		{"report.n_failed", v.Broken},
	})
}

// sdkName is an SDK as people call it.
func sdkName(id string) string {
	switch id {
	case "go-sdk":
		return "Go SDK"
	case "mcp-go":
		return "mcp-go (Go)"
	case "typescript":
		return "TypeScript SDK"
	case "python":
		return "Python SDK"
	}
	return Inert(Clip(id, 40))
}

func restKey(state string) string {
	if state == "skipped" {
		return "report.n_skipped"
	}
	return "report.n_passed"
}

// steps are the parts of a check in their order.
func (v *ProgressView) steps() []string {
	if v.Visits {
		return []string{"entry", "resolve", "contract", "list", "mcp", "visit", "rules"}
	}
	return []string{"entry", "resolve", "contract", "list", "mcp", "rules"}
}

// state is how far a step is.
func (v *ProgressView) state(step string) string {
	current, past := v.Step, true
	for _, s := range v.steps() {
		if s == current {
			past = false
		}
		if s != step {
			continue
		}
		switch {
		case s == current:
			return "running"
		case past:
			return "pass"
		}
		return "unknown"
	}
	return "unknown"
}
