package catalogapi

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

// Limits of time. A check is bounded from without; the probe within it has
// limits of its own. Anything else is work on the database alone.
const (
	checkLimit = 2 * time.Minute
	storeLimit = 15 * time.Second
)

// Submitted says that an entry was stored and will be reviewed.
type Submitted struct {
	OK           bool   `json:"ok"`
	ID           string `json:"id"` // of the listing
	SubmissionID string `json:"submissionId"`
	Status       string `json:"status"`
}

// Checked is the answer on an entry that was not confirmed: nothing is stored.
type Checked struct {
	OK      bool          `json:"ok"`
	Stored  bool          `json:"stored"` // false
	Preview Preview       `json:"preview"`
	Report  market.Report `json:"report"`
}

// Preview is what users would see of the entry.
type Preview struct {
	Package Package       `json:"package"`
	Tools   []PreviewTool `json:"tools"`
}

// PreviewTool is a tool as the app would offer it.
type PreviewTool struct {
	Name        string `json:"name"`
	Mounted     string `json:"mounted"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description"`
	Level       string `json:"level"`
}

// submissionCreate checks an entry, or with confirm submits it.
func (s *Server) submissionCreate(c echo.Context) error {
	req, err := readSubmission(c.Response(), c.Request())
	if err != nil {
		return err
	}
	if req.vague { // whether a check or a submission was wanted cannot be told
		if r := s.Intake.Checker.CheckEntry(market.Case{Entry: req.Entry, RawEntry: req.RawEntry}); r.Verdict == market.VerdictRejected {
			return market.Refusal(r)
		}
	}
	actor := s.actor(c)
	if !req.Confirm {
		return s.submissionCheck(c, actor, req.SubmitRequest)
	}
	ctx, cancel := context.WithTimeout(c.Request().Context(), storeLimit)
	defer cancel()
	sub, err := s.Intake.Submit(ctx, actor, req.SubmitRequest)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Location", "/api/v1/submissions/"+sub.ID)
	return send(c, http.StatusAccepted, Submitted{OK: true, ID: sub.ListingID, SubmissionID: sub.ID, Status: sub.Stage.Status()})
}

func (s *Server) submissionCheck(c echo.Context, actor market.Actor, req market.SubmitRequest) error {
	leave, err := s.Admission.Enter(s.ClientIP(c.Request()))
	if err != nil {
		return err
	}
	defer leave()
	// A check may take longer than the server gives an answer; checkLimit holds instead.
	_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Time{})
	ctx, cancel := context.WithTimeout(c.Request().Context(), checkLimit)
	defer cancel()
	x, err := s.Intake.Check(ctx, actor, req, nil)
	if err != nil {
		return err
	}
	return send(c, http.StatusOK, Checked{OK: true, Preview: previewOf(req, x), Report: x.Report})
}

func previewOf(req market.SubmitRequest, x market.Examined) Preview {
	p := Preview{Package: entryPackage(req.Entry), Tools: []PreviewTool{}}
	p.Package.ToolCount, p.Package.ToolsDigest = len(x.Tools), x.Report.Digest
	if x.Report.Profiles.App.Outcome != "" {
		p.Package.Compat.App = x.Report.Profiles.App.Outcome
	}
	if req.Token != "" || x.Report.Profiles.App.Outcome == market.OutcomeGated {
		p.Package.Auth = "token"
	}
	for _, t := range market.ReadTools(x.Tools) {
		p.Tools = append(p.Tools, PreviewTool{Name: t.Name, Mounted: req.Entry.MountedName(t.Name), Title: t.Title, Description: t.Description, Level: t.Level})
	}
	return p
}
