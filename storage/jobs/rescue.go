package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"marketd/storage"
)

// rescuer gives this process's sign of life and takes over from those that
// give none any more.
//
// It uses River's driver, whose interface may change with River's version:
// River's own rescuer looks only at how long a job has run, so a process killed
// a second ago would hold its jobs for as long as the longest job may take.
type rescuer struct {
	db     *storage.DB
	exec   riverdriver.Executor
	self   string
	after  time.Duration
	gaveUp func(context.Context, string, json.RawMessage, error) error
	log    *slog.Logger
	signs  map[string]sign // of other workers
}

// sign is another worker's last sign of life, and since when, by our own
// clock, it has been the same.
type sign struct {
	beat  int64
	since time.Time
}

// Bounds of the time between two looks, an eighth of after.
const (
	fastestLook = 50 * time.Millisecond
	slowestLook = 15 * time.Second
)

func (r *rescuer) run(ctx context.Context) {
	tick := time.NewTicker(min(max(r.after/8, fastestLook), slowestLook))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := r.look(ctx); err != nil && ctx.Err() == nil {
			r.log.ErrorContext(ctx, "cannot watch over other workers", "error", err)
		}
	}
}

func (r *rescuer) look(ctx context.Context) error {
	beats, err := r.db.Beat(ctx, r.self)
	if err != nil {
		return err
	}
	running, err := r.running(ctx)
	if err != nil {
		return err
	}
	for _, job := range running { // a worker without a row may hold jobs all the same
		if _, known := beats[owner(job)]; !known {
			beats[owner(job)] = 0
		}
	}
	delete(beats, r.self)
	for _, dead := range r.silent(beats, time.Now()) {
		if err := r.takeOver(ctx, dead, running); err != nil {
			return err
		}
	}
	return nil
}

// silent returns the workers whose sign of life has stood still for too long.
func (r *rescuer) silent(beats map[string]int64, now time.Time) []string {
	var dead []string
	for id, beat := range beats {
		if s, ok := r.signs[id]; !ok || s.beat != beat {
			r.signs[id] = sign{beat, now}
		} else if now.Sub(s.since) >= r.after {
			dead = append(dead, id)
		}
	}
	for id := range r.signs {
		if _, there := beats[id]; !there {
			delete(r.signs, id)
		}
	}
	return dead
}

// running lists every job that some worker has taken.
func (r *rescuer) running(ctx context.Context) ([]*rivertype.JobRow, error) {
	const batch = 500
	var jobs []*rivertype.JobRow
	var after int64
	for {
		page, err := r.exec.JobGetStuck(ctx, &riverdriver.JobGetStuckParams{
			AfterID: after, Max: batch, StuckHorizon: time.Now().AddDate(1, 0, 0), // every one, whatever the clocks say
		})
		if err != nil {
			return nil, fmt.Errorf("jobs: running jobs: %w", err)
		}
		jobs = append(jobs, page...)
		if len(page) < batch {
			return jobs, nil
		}
		after = page[len(page)-1].ID
	}
}

// owner is the worker that runs the job.
func owner(job *rivertype.JobRow) string {
	if n := len(job.AttemptedBy); n > 0 {
		return job.AttemptedBy[n-1]
	}
	return ""
}

func (r *rescuer) takeOver(ctx context.Context, dead string, running []*rivertype.JobRow) error {
	for _, job := range running {
		if owner(job) == dead {
			if err := r.release(ctx, job); err != nil {
				return err
			}
		}
	}
	if err := r.depose(ctx, dead); err != nil {
		return err
	}
	delete(r.signs, dead)
	return r.db.ForgetWorker(ctx, dead)
}

// release makes a dead worker's job available again, unless it has had its
// attempts. The horizon, just after this run's beginning, spares a run that
// another rescuer has already brought about.
func (r *rescuer) release(ctx context.Context, job *rivertype.JobRow) error {
	if job.AttemptedAt == nil {
		return nil
	}
	now := time.Now()
	record, err := json.Marshal(rivertype.AttemptError{At: now.UTC(), Attempt: job.Attempt, Error: errDied.Error()})
	if err != nil {
		return err
	}
	state, finalized := rivertype.JobStateAvailable, (*time.Time)(nil)
	level, message := slog.LevelWarn, "job of a dead process is taken up again"
	if job.Attempt >= job.MaxAttempts {
		state, finalized = rivertype.JobStateDiscarded, &now
		level, message = slog.LevelError, "job given up: its process died once too often"
		if err := r.tell(ctx, job); err != nil {
			return err
		}
	}
	_, err = r.exec.JobRescueMany(ctx, &riverdriver.JobRescueManyParams{
		ID: []int64{job.ID}, Error: [][]byte{record}, FinalizedAt: []*time.Time{finalized}, ScheduledAt: []time.Time{now},
		State: []string{string(state)}, StuckHorizon: job.AttemptedAt.Add(time.Millisecond),
	})
	if err != nil {
		return fmt.Errorf("jobs: rescue: %w", err)
	}
	r.log.Log(ctx, level, message, "kind", job.Queue, "job", job.ID, "attempt", job.Attempt, "of", job.MaxAttempts)
	r.db.Wake(job.Queue)
	return nil
}

var errDied = errors.New("its process died")

// tell has the end of a job follow that no attempt is left for.
func (r *rescuer) tell(ctx context.Context, job *rivertype.JobRow) error {
	var task storage.Task
	if err := json.Unmarshal(job.EncodedArgs, &task); err != nil {
		r.log.ErrorContext(ctx, "job given up is none of ours", "job", job.ID, "error", err)
		return nil
	}
	if err := r.gaveUp(ctx, task.Job, task.Args, errDied); err != nil {
		return fmt.Errorf("jobs: give up: %w", err)
	}
	return nil
}

// depose ends the leadership of a dead worker before its term does, which lasts
// up to 15 seconds.
func (r *rescuer) depose(ctx context.Context, dead string) error {
	leader, err := r.exec.LeaderGetElectedLeader(ctx, &riverdriver.LeaderGetElectedLeaderParams{})
	if errors.Is(err, rivertype.ErrNotFound) || err == nil && leader.LeaderID != dead {
		return nil
	}
	if err != nil {
		return fmt.Errorf("jobs: leader: %w", err)
	}
	_, err = r.exec.LeaderResign(ctx, &riverdriver.LeaderResignParams{
		ElectedAt: leader.ElectedAt, LeaderID: dead, LeadershipTopic: "river_leadership",
	})
	if err != nil {
		return fmt.Errorf("jobs: depose: %w", err)
	}
	r.db.WakeElection(dead)
	return nil
}
