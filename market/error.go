package market

import (
	"errors"
	"time"
)

// ErrorKind says what sort of failure an [Error] is; surfaces map it to a status.
type ErrorKind uint8

// The kinds, with the HTTP status each becomes.
const (
	Internal     ErrorKind = iota // 500: ours; nothing of it is shown
	Invalid                       // 422: the input breaks a rule
	Malformed                     // 400: the input cannot be read
	Unauthorized                  // 401: who are you?
	Forbidden                     // 403: not yours to do
	NotFound                      // 404
	Conflict                      // 409: the state has moved on
	Gone                          // 410
	TooLarge                      // 413
	TooMany                       // 429: with RetryAfter
	Unavailable                   // 503
)

// Error is the only error whose text may reach a user. Code is stable and
// upper-case; Msg says what happened, to what, and what to do. The cause, if
// any, is for the log alone.
type Error struct {
	Kind       ErrorKind
	Code       string
	Msg        Text
	Violations []Violation
	RetryAfter time.Duration
	Cause      error
}

// Violation is one place where an input breaks a rule. Path names the form
// field or JSON pointer.
type Violation struct {
	Rule    string
	Path    string
	Message Text
	Fix     Text
}

// Error gives the code, the English text and the cause, for logs.
func (e *Error) Error() string {
	s := e.Code + ": " + e.Msg.EN
	if e.Cause != nil {
		s += ": " + e.Cause.Error()
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is makes errors.Is(err, &Error{Code: c}) match by code.
func (e *Error) Is(target error) bool {
	t, ok := errors.AsType[*Error](target)
	return ok && t.Code != "" && t.Code == e.Code
}

// NewError returns an error of the given kind.
func NewError(kind ErrorKind, code string, msg Text) *Error {
	return &Error{Kind: kind, Code: code, Msg: msg}
}

// KindOf returns the kind of err, Internal for anything that is not an [Error].
func KindOf(err error) ErrorKind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Internal
}

// The errors that more than one surface returns for itself.
var (
	ErrInternal         = NewError(Internal, "INTERNAL", Text{"我们这边出了错，已记下。请稍后再试。", "Something failed on our side and has been recorded. Try again later."})
	ErrTimedOut         = NewError(Unavailable, "TIMED_OUT", Text{"没有在时限内做完，请稍后再试。", "This was not done in time; try again later."})
	ErrCrossSite        = NewError(Forbidden, "CROSS_SITE", Text{"这个请求来自别的网站，没有执行。请在本站的页面上再做一次。", "This request came from another site and was not carried out. Do it again from a page of this site."})
	ErrMethodNotAllowed = NewError(Malformed, "METHOD_NOT_ALLOWED", Text{"这个地址不接受这种请求方法。", "This address does not take this method."}) // 405 in HTTP
	ErrCheckRunning     = &Error{Kind: TooMany, Code: "CHECK_RUNNING", RetryAfter: 10 * time.Second, Msg: Text{"你的检查还没做完，请等它结束再查。", "Checks of yours are still running; wait until one has ended."}}
	ErrChecksBusy       = &Error{Kind: TooMany, Code: "CHECKS_BUSY", RetryAfter: 10 * time.Second, Msg: Text{"现在检查的人很多，请过一会儿再试。", "Many checks are running right now; try again in a moment."}}
)

// The errors that storage and more than one use case return.
var (
	ErrSubmissionNotFound  = NewError(NotFound, "SUBMISSION_NOT_FOUND", Text{"没有这份提交，或它不归你看。", "There is no such submission, or it is not yours to see."})
	ErrListingNotFound     = NewError(NotFound, "LISTING_NOT_FOUND", Text{"没有这个条目；也许已撤回，也许编号打错了。", "There is no such listing; it may be withdrawn, or the id mistyped."})
	ErrAccountNotFound     = NewError(NotFound, "ACCOUNT_NOT_FOUND", Text{"没有这个账号。", "There is no such account."})
	ErrEmailTaken          = NewError(Conflict, "EMAIL_TAKEN", Text{"这个邮箱已有账号，请直接登录。", "There is already an account with this e-mail; sign in instead."})
	ErrIDTaken             = NewError(Conflict, "ID_TAKEN", Text{"这个编号已有人用，请换一个。", "This id is taken; choose another."})
	ErrStale               = NewError(Conflict, "CHANGED_SINCE_OPENED", Text{"你打开之后它变了。请重新打开，看过新内容再操作。", "It changed since you opened it. Open it again and look at what is new."})
	ErrSignInRequired      = NewError(Unauthorized, "SIGN_IN_REQUIRED", Text{"请先登录。只有浏览和检查不用登录。", "Sign in first; only browsing and checking need no account."})
	ErrReviewersOnly       = NewError(Forbidden, "REVIEWERS_ONLY", Text{"这里只有审核员能进。", "Only reviewers may enter here."})
	ErrWaiverNotFound      = NewError(NotFound, "WAIVER_NOT_FOUND", Text{"没有这条放行记录。", "There is no such waiver."})
	ErrDriftNotFound       = NewError(NotFound, "DRIFT_NOT_FOUND", Text{"没有这次变更。", "There is no such change of tools."})
	ErrEventNotFound       = NewError(NotFound, "EVENT_NOT_FOUND", Text{"没有这个事件；也许太久，已不再保留。", "There is no such event; it may be too old to be kept."})
	ErrChannelNotFound     = NewError(NotFound, "CHANNEL_NOT_FOUND", Text{"没有这个通知渠道，或它不归你管。", "There is no such channel, or it is not yours."})
	ErrDeliveryNotFound    = NewError(NotFound, "DELIVERY_NOT_FOUND", Text{"没有这条通知记录；也许太久，已不再保留。", "There is no such delivery; it may be too old to be kept."})
	ErrLinkInvalid         = NewError(Gone, "LINK_INVALID", Text{"这个链接已用过、已过期，或不完整。", "This link has been used, has expired, or is not whole."})
	ErrMaintenanceNotFound = NewError(NotFound, "MAINTENANCE_NOT_FOUND", Text{"没有这个维护时段。", "There is no such maintenance window."})
	ErrComplaintNotFound   = NewError(NotFound, "COMPLAINT_NOT_FOUND", Text{"没有这条举报；也许链接不全。", "There is no such report; the link may not be whole."})
	ErrRereviewNotFound    = NewError(NotFound, "REREVIEW_NOT_FOUND", Text{"没有这次重审。", "There is no such re-review."})
	ErrInviteInvalid       = NewError(Gone, "INVITE_INVALID", Text{"这个链接已用过或已过期。", "This link has been used or has expired."})
)
