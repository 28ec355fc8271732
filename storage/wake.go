package storage

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	"github.com/riverqueue/river/riverdriver"
)

// Topics that River listens on.
const (
	topicInsert     = "river_insert"
	topicLeadership = "river_leadership"
)

// wakes tells the workers of this process of a committed job at once. Workers
// of other processes find it when they next poll, within a second.
//
// It stands where River expects LISTEN/NOTIFY: River has no listener through
// database/sql, and its own one for SQLite polls the file 20 times a second.
type wakes struct {
	mu        sync.Mutex
	listeners map[*listener]bool
	later     map[*func(time.Time)]bool
}

func newWakes() *wakes {
	return &wakes{listeners: map[*listener]bool{}, later: map[*func(time.Time)]bool{}}
}

func (w *wakes) inserted(queue string) {
	w.tell(topicInsert, fmt.Sprintf(`{"queue":%q}`, queue))
}

func (w *wakes) resigned(leader string) {
	w.tell(topicLeadership, fmt.Sprintf(`{"action":"resigned","leader_id":%q}`, leader))
}

func (w *wakes) tell(topic, payload string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for l := range w.listeners {
		select {
		case l.heard <- &riverdriver.Notification{Topic: topic, Payload: payload}:
		default: // so far behind that the poll comes first
		}
	}
}

// scheduled passes on that a job will be due at the instant.
func (w *wakes) scheduled(at time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for f := range w.later {
		(*f)(at)
	}
}

// OnScheduled has f called after each commit that put a job in the queue for a
// later instant, until stop is called. f must not block. For package jobs.
func (db *DB) OnScheduled(f func(at time.Time)) (stop func()) {
	db.wakes.mu.Lock()
	defer db.wakes.mu.Unlock()
	db.wakes.later[&f] = true
	return func() {
		db.wakes.mu.Lock()
		defer db.wakes.mu.Unlock()
		delete(db.wakes.later, &f)
	}
}

// Wake has the workers of this process look at the kind's queue now. For package jobs.
func (db *DB) Wake(kind string) { db.wakes.inserted(kind) }

// WakeElection tells this process that the worker no longer leads. For package jobs.
func (db *DB) WakeElection(worker string) { db.wakes.resigned(worker) }

// QueueDriver is River's access to the database. For package jobs.
func (db *DB) QueueDriver() riverdriver.Driver[*sql.Tx] { return db.driver }

// wakingDriver is a River driver that listens to [wakes].
type wakingDriver struct {
	riverdriver.Driver[*sql.Tx]
	wakes *wakes
}

func (d wakingDriver) SupportsListener() bool { return true }

// SupportsListenNotify keeps River from writing notifications that nobody reads.
func (d wakingDriver) SupportsListenNotify() bool { return false }

func (d wakingDriver) GetListener(p *riverdriver.GetListenenerParams) riverdriver.Listener {
	return &listener{wakes: d.wakes, schema: p.Schema, heard: make(chan *riverdriver.Notification, 64)}
}

// listener hears everything that is told while it is connected; River sorts out
// the topics. So nothing is missed between the start and the first Listen.
type listener struct {
	wakes  *wakes
	schema string
	heard  chan *riverdriver.Notification
}

func (l *listener) Connect(context.Context) error {
	l.wakes.mu.Lock()
	defer l.wakes.mu.Unlock()
	l.wakes.listeners[l] = true
	return nil
}

func (l *listener) Close(context.Context) error {
	l.wakes.mu.Lock()
	defer l.wakes.mu.Unlock()
	delete(l.wakes.listeners, l)
	return nil
}

func (l *listener) WaitForNotification(ctx context.Context) (*riverdriver.Notification, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case n := <-l.heard:
		return n, nil
	}
}

func (l *listener) Listen(context.Context, string) error   { return nil }
func (l *listener) Unlisten(context.Context, string) error { return nil }
func (l *listener) Ping(context.Context) error             { return nil }
func (l *listener) Schema() string                         { return l.schema }
func (l *listener) SetAfterConnectExec(string)             {}
