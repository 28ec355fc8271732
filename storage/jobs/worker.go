package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"marketd/market"
	"marketd/storage"
)

// worker runs every kind of job.
type worker struct {
	river.WorkerDefaults[storage.Task]
	handlers map[string]market.JobHandler
	gaveUp   func(context.Context, string, json.RawMessage, error) error
	again    time.Duration // until gaveUp is told again when it failed
	log      *slog.Logger
}

// giveUpFor is how long [Options.GaveUp] may take.
const giveUpFor = 30 * time.Second

// Work makes one attempt. After the last one, what is to follow from the
// failure must have followed before the job is discarded: until then the job
// stays, and is tried again too.
func (w *worker) Work(ctx context.Context, job *river.Job[storage.Task]) error {
	err := w.attempt(ctx, job)
	if err == nil || job.Attempt < job.MaxAttempts || interrupted(ctx, err) {
		return err
	}
	// The attempt's own time may be over.
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveUpFor)
	defer cancel()
	if failed := w.gaveUp(grace, job.Args.Job, job.Args.Args, err); failed != nil {
		w.log.ErrorContext(ctx, "job cannot be given up: it will be tried once more",
			"kind", job.Args.Job, "job", job.ID, "error", failed, "job_error", err)
		return river.JobSnooze(w.again)
	}
	return err
}

// interrupted reports whether the attempt ended because the queue stops. River
// counts none such.
func interrupted(ctx context.Context, err error) bool {
	return errors.Is(ctx.Err(), context.Canceled) && errors.Is(err, context.Canceled)
}

func (w *worker) attempt(ctx context.Context, job *river.Job[storage.Task]) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &recordedError{fmt.Errorf("panic: %v\n%s", p, debug.Stack())}
		}
	}()
	handle := w.handlers[job.Args.Job]
	if handle == nil {
		return fmt.Errorf("nothing handles %q", job.Args.Job)
	}
	err = handle(ctx, job.Args.Args)
	if err == nil {
		return nil
	}
	if cut := ctx.Err(); cut != nil && !errors.Is(err, cut) { // what a database says of a query that was cut off
		err = fmt.Errorf("%w: %w", cut, err)
	}
	return &recordedError{err}
}

// recordedError is a job's error as its row can keep it: PostgreSQL's jsonb
// refuses NUL, and a job whose end cannot be written would run for ever.
type recordedError struct{ err error }

// maxRecorded bounds, in bytes, the text of an error kept with its job.
const maxRecorded = 4000

func (e *recordedError) Error() string {
	s := e.err.Error()
	s = s[:min(len(s), maxRecorded)]
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

func (e *recordedError) Unwrap() error { return e.err }

// backoff doubles the time between attempts, from first up to ten minutes.
type backoff struct{ first time.Duration }

const longestBackoff = 10 * time.Minute

// NextRetry spreads by a tenth, so that what failed together does not return together.
func (b backoff) NextRetry(job *rivertype.JobRow) time.Time {
	return time.Now().Add(b.after(job.Attempt))
}

func (b backoff) after(attempt int) time.Duration {
	d := b.first
	for n := 1; n < attempt && d < longestBackoff; n++ {
		d *= 2
	}
	d = min(d, longestBackoff)
	return d + rand.N(d/10+1) //nolint:gosec // spreads retries, guards nothing
}

// failures tells the log of every attempt that failed, loudest of the last one.
type failures struct{ log *slog.Logger }

func (f failures) HandleError(ctx context.Context, job *rivertype.JobRow, err error) *river.ErrorHandlerResult {
	attrs := []any{"kind", job.Queue, "job", job.ID, "attempt", job.Attempt, "of", job.MaxAttempts, "error", err}
	switch {
	case job.Attempt >= job.MaxAttempts:
		f.log.ErrorContext(ctx, "job given up: it stays in the database as discarded", attrs...)
	case errors.Is(err, context.Canceled):
		f.log.InfoContext(ctx, "job interrupted: it will be tried again", attrs...)
	default:
		f.log.WarnContext(ctx, "job failed: it will be tried again", attrs...)
	}
	return nil
}

// HandlePanic is never reached for a handler's panic, which Work makes an error.
func (f failures) HandlePanic(ctx context.Context, job *rivertype.JobRow, p any, trace string) *river.ErrorHandlerResult {
	return f.HandleError(ctx, job, fmt.Errorf("panic: %v\n%s", p, trace))
}

// atLeast drops what is less grave than level: River tells of every start and
// every failed attempt, which we tell of ourselves.
type atLeast struct {
	slog.Handler
	level slog.Level
}

func (h atLeast) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= h.level && h.Handler.Enabled(ctx, l)
}

func (h atLeast) WithAttrs(a []slog.Attr) slog.Handler {
	return atLeast{h.Handler.WithAttrs(a), h.level}
}

func (h atLeast) WithGroup(n string) slog.Handler { return atLeast{h.Handler.WithGroup(n), h.level} }
