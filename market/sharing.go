package market

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"time"

	"marketd/market/secret"
	"marketd/market/strictjson"
)

// SharedReport is a report that somebody made public: whoever has its id, which
// is the link, can read it until it expires.
type SharedReport struct {
	ID      string
	Owner   string // who may take it back: an account, or a browser; see [ShareRequest]
	At      time.Time
	Expires time.Time
	Bytes   int // of the report and the exchanges as they are kept
	Report  Report
	Sent    []Exchange // what was asked and answered, in order
}

// ShareFor is how long a shared report can be read.
const ShareFor = 90 * 24 * time.Hour

// Sharing keeps shared reports.
type Sharing struct {
	SharingOptions
	lately *attempts
}

// SharingOptions are a Sharing's dependencies. Zero limits take the defaults.
type SharingOptions struct {
	Store  Store
	Clock  Clock
	PerDay int   // reports that one client shares in a day; default 20
	Each   int   // bytes of one report with its exchanges; default 1 MiB
	All    int64 // bytes of all that are kept; default 512 MiB
}

// NewSharing returns a Sharing.
func NewSharing(o SharingOptions) *Sharing {
	if o.PerDay == 0 {
		o.PerDay = 20
	}
	if o.Each == 0 {
		o.Each = 1 << 20
	}
	if o.All == 0 {
		o.All = 512 << 20
	}
	return &Sharing{o, newAttempts(o.PerDay, 24*time.Hour)}
}

// ShareRequest is a report to be shared.
type ShareRequest struct {
	Report Report
	Sent   []Exchange
	Token  string // that was sent with the requests: taken out wherever it stands
	Owner  string // who may take it back; never shown
	Client string // IP address that is counted; not kept
}

var (
	// ErrReportNotFound is a report that was never shared, or is no more.
	ErrReportNotFound = NewError(NotFound, "REPORT_NOT_FOUND", Text{"没有这份报告：链接不全、已过 90 天，或已被收回。", "There is no such report: the link is not whole, it is older than 90 days, or it was taken back."})
	errNotShareable   = NewError(TooLarge, "REPORT_NOT_SHAREABLE", Text{"这份报告太大，不能用链接分享。请下载后再发给别人。", "This report is too large to be shared by link. Download it and pass the file on."})
	errSharedFull     = &Error{Kind: Unavailable, Code: "SHARED_FULL", RetryAfter: time.Hour, Msg: Text{"分享的报告已经存满，请过些时候再试，或下载后再发给别人。", "The room for shared reports is full. Try again later, or download the report and pass the file on."}}
	errNotSharer      = NewError(Forbidden, "NOT_YOUR_REPORT", Text{"只有分享它的人能收回这份报告。", "Only who shared this report can take it back."})
)

// Share makes a lasting link to a report. Errors: TooMany with RetryAfter,
// TooLarge, Unavailable.
func (s *Sharing) Share(ctx context.Context, req ShareRequest) (SharedReport, error) {
	now := s.Clock.Now()
	shared := SharedReport{ID: rand.Text(), Owner: req.Owner, At: now, Expires: now.Add(ShareFor)}
	var err error
	if shared.Bytes, err = shared.fill(req); err != nil {
		return SharedReport{}, err
	}
	if shared.Bytes > s.Each {
		return SharedReport{}, errNotShareable
	}
	key := ClientKey(req.Client)
	if wait := s.lately.begin(key, now); wait > 0 {
		return SharedReport{}, &Error{Kind: TooMany, Code: "TOO_MANY_REPORTS", RetryAfter: wait, Msg: Text{"你今天分享的报告够多了，请明天再来，或下载后再发给别人。", "You have shared many reports today. Come back tomorrow, or download the report and pass the file on."}}
	}
	err = s.Store.Update(ctx, func(w Writer) error {
		kept, err := w.SharedReportBytes(ctx)
		if err != nil {
			return err
		}
		if kept+int64(shared.Bytes) > s.All {
			return errSharedFull
		}
		return w.InsertSharedReport(ctx, shared)
	})
	if err != nil {
		s.lately.undo(key)
		return SharedReport{}, err
	}
	return shared, nil
}

// fill puts the report and the exchanges in, without the token, and says how
// long they are as JSON.
func (r *SharedReport) fill(req ShareRequest) (int, error) {
	hide := secret.New(req.Token)
	size := 0
	for _, part := range []struct{ from, to any }{{req.Report, &r.Report}, {req.Sent, &r.Sent}} {
		b, err := strictjson.Marshal(part.from)
		if err != nil {
			return 0, err
		}
		if b = hide.HideJSON(b); json.Unmarshal(b, part.to) != nil {
			return 0, errNotShareable // a number of the report holds the token: nothing that could be shown
		}
		size += len(b)
	}
	return size, nil
}

// Shared finds a report by its link. Error: [ErrReportNotFound].
func (s *Sharing) Shared(ctx context.Context, id string) (SharedReport, error) {
	var r SharedReport
	err := s.Store.View(ctx, func(tx Reader) (err error) {
		r, err = tx.SharedReport(ctx, id)
		return err
	})
	if err == nil && !s.Clock.Now().Before(r.Expires) {
		return SharedReport{}, ErrReportNotFound
	}
	return r, err
}

// TakeBack ends the link to a report. Reviewers may do it for anybody.
func (s *Sharing) TakeBack(ctx context.Context, actor Actor, owner, id string) error {
	r, err := s.Shared(ctx, id)
	if err != nil {
		return err
	}
	if !actor.Role.Reviews() && (owner == "" || owner != r.Owner) {
		return errNotSharer
	}
	return s.Store.Update(ctx, func(w Writer) error { return w.DeleteSharedReport(ctx, id) })
}
