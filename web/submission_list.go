package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

func (s *Server) submissionList(c echo.Context) error {
	page := pageNumber(c)
	// One more than a page holds tells whether there is another.
	mine, err := s.Intake.Mine(c.Request().Context(), s.actor(c), pageSize+1, (page-1)*pageSize)
	if err != nil {
		return err
	}
	p := s.page(c, "submission.mine", "submissions")
	v := &templates.SubmissionsView{}
	v.Said, v.Before, v.After = paging(p, page, pageSize, len(mine), func(n string) string {
		return pathWith("/submissions", "page", n)
	})
	if page > 1 && len(mine) == 0 {
		v.First = "/submissions"
	}
	for _, sub := range mine[:min(len(mine), pageSize)] {
		v.Rows = append(v.Rows, submissionRow(p, "/submissions/", sub))
	}
	return s.render(c, http.StatusOK, templates.Submissions(p, v))
}

func submissionRow(p *templates.Page, under string, sub market.Submission) templates.SubmissionRow {
	return templates.SubmissionRow{
		URL: under + sub.ID, Name: templates.Or(sub.Entry.Name, sub.ListingID), Listing: sub.ListingID,
		Revision: sub.Revision, Stage: string(sub.Stage), Next: p.T("submission.next_" + string(sub.Stage)), Updated: sub.UpdatedAt,
	}
}

// paging says which rows a page shows and where its neighbours are. got is how
// many rows were found when one more than size was asked for.
func paging(p *templates.Page, page, size, got int, url func(page string) string) (said, before, after string) {
	first := (page - 1) * size
	said = p.T("submission.rows", first+1, first+min(got, size))
	if page > 1 {
		before = url(strconv.Itoa(page - 1))
	}
	if got > size {
		after = url(strconv.Itoa(page + 1))
	}
	return said, before, after
}
