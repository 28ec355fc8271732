package catalogapi

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

// SubmissionStatus is how a submission stands, for its submitter. To anyone
// else only that a listing is approved is told.
type SubmissionStatus struct {
	OK           bool             `json:"ok"`
	ID           string           `json:"id"` // of the listing
	SubmissionID string           `json:"submissionId,omitempty"`
	Revision     int              `json:"revision"`
	Status       string           `json:"status"` // pending, rejected or approved
	Stage        market.Stage     `json:"stage"`  // the finer state
	Reason       string           `json:"reason"` // of a rejection or a request for changes; "" otherwise
	Rules        []string         `json:"rules"`  // that the reason names
	Ahead        int              `json:"ahead,omitempty"`
	Listed       bool             `json:"listed"`
	Verdict      market.Verdict   `json:"verdict,omitempty"`
	Findings     []market.Finding `json:"findings"`
	Timeline     []TimelineAct    `json:"timeline"`
}

// TimelineAct is one thing that happened to a submission. Who did it is not told.
type TimelineAct struct {
	At     time.Time `json:"at"`
	Action string    `json:"action"`
	After  string    `json:"after,omitempty"`
	Rules  []string  `json:"rules,omitempty"`
	Text   string    `json:"text,omitempty"`
}

// submissionShow tells how a submission stands, by its id or by its listing's.
func (s *Server) submissionShow(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), storeLimit)
	defer cancel()
	id := c.Param("id")
	story, err := s.story(ctx, s.actor(c), id)
	if errors.Is(err, market.ErrSubmissionNotFound) {
		if l, ok := s.Catalog.Current().Listing(id); ok {
			return send(c, http.StatusOK, approvedStatus(l))
		}
	}
	if err != nil {
		return err
	}
	return send(c, http.StatusOK, statusOf(story))
}

// story finds a submission by its own id, or the latest for a listing.
func (s *Server) story(ctx context.Context, actor market.Actor, id string) (market.SubmissionStory, error) {
	story, err := s.Intake.Story(ctx, actor, id)
	if !errors.Is(err, market.ErrSubmissionNotFound) {
		return story, err
	}
	latest, err := s.Intake.Latest(ctx, actor, id)
	if err != nil {
		return market.SubmissionStory{}, err
	}
	return s.Intake.Story(ctx, actor, latest.ID)
}

// approvedStatus is what is public of a listing's submission.
func approvedStatus(l market.Listing) SubmissionStatus {
	return SubmissionStatus{
		OK: true, ID: l.ID, Revision: l.Revision, Status: market.StageApproved.Status(), Stage: market.StageApproved,
		Listed: true, Rules: []string{}, Findings: []market.Finding{}, Timeline: []TimelineAct{},
	}
}

func statusOf(story market.SubmissionStory) SubmissionStatus {
	sub := story.Submission
	st := SubmissionStatus{
		OK: true, ID: sub.ListingID, SubmissionID: sub.ID, Revision: sub.Revision, Status: sub.Stage.Status(), Stage: sub.Stage,
		Rules: []string{}, Ahead: story.Ahead, Listed: story.Listed, Verdict: sub.Verdict,
		Findings: []market.Finding{}, Timeline: []TimelineAct{},
	}
	if sub.Decision.Kind == market.DecideReject || sub.Decision.Kind == market.DecideRequestChanges {
		st.Rules = append(st.Rules, sub.Decision.Rules...)
		st.Reason = reason(sub.Decision)
	}
	if story.Report != nil {
		st.Findings = append(st.Findings, story.Report.Findings...)
	}
	for _, a := range story.Timeline {
		st.Timeline = append(st.Timeline, TimelineAct{At: a.At, Action: a.Action, After: a.After, Rules: a.Rules, Text: a.Text})
	}
	return st
}

// reason is a decision's reason in one line: the reviewer's words and the rules they rest on.
func reason(d market.Decision) string {
	rules := strings.Join(d.Rules, ", ")
	switch {
	case d.Text == "":
		return rules
	case rules == "":
		return d.Text
	}
	return d.Text + " (" + rules + ")"
}
