package jobs

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestSilentWorkersAreDead(t *testing.T) {
	t.Parallel()
	r := &rescuer{after: 8 * time.Second, signs: map[string]sign{}}
	at := time.Now()
	for _, look := range []struct {
		after time.Duration
		beats map[string]int64
		dead  []string
	}{
		{0, map[string]int64{"a": 1, "b": 7}, nil},
		{4 * time.Second, map[string]int64{"a": 2, "b": 7}, nil},
		{7999 * time.Millisecond, map[string]int64{"a": 3, "b": 7}, nil},
		{8 * time.Second, map[string]int64{"a": 4, "b": 7}, []string{"b"}},
		{9 * time.Second, map[string]int64{"a": 5}, nil},          // b is forgotten
		{10 * time.Second, map[string]int64{"a": 6, "b": 7}, nil}, // and new when it comes back
		{18 * time.Second, map[string]int64{"a": 6, "b": 8}, []string{"a"}},
		{30 * time.Second, map[string]int64{"a": 1, "b": 9}, nil}, // started anew: any other count is a sign of life
	} {
		dead := r.silent(look.beats, at.Add(look.after))
		slices.Sort(dead)
		if !slices.Equal(dead, look.dead) {
			t.Errorf("after %v: dead %v, want %v", look.after, dead, look.dead)
		}
	}
}

func TestBackoff(t *testing.T) {
	t.Parallel()
	b := backoff{time.Second}
	for attempt, want := range map[int]time.Duration{
		0: time.Second, 1: time.Second, 2: 2 * time.Second, 4: 8 * time.Second, 10: 512 * time.Second, 11: longestBackoff, 1000: longestBackoff,
	} {
		if got := b.after(attempt); got < want || got > want+want/10 {
			t.Errorf("attempt %d: %v, want %v and a tenth at most", attempt, got, want)
		}
	}
}

func FuzzRecordedError(f *testing.F) {
	for _, s := range []string{"", "plain", "a\x00b", "\xff\xfe", strings.Repeat("长", maxRecorded)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		cause := errors.New(s)
		err := &recordedError{cause}
		got := err.Error()
		if !utf8.ValidString(got) || strings.Contains(got, "\x00") || len(got) > 3*maxRecorded {
			t.Errorf("%.40q is recorded as %.40q", s, got)
		}
		if !errors.Is(err, cause) {
			t.Error("the cause is lost")
		}
	})
}

func TestAlarmRemembersInstantsInOrder(t *testing.T) {
	t.Parallel()
	a := &alarm{reset: make(chan struct{}, 1)}
	if _, ok := a.next(); ok {
		t.Error("an alarm that was never set is due")
	}
	at := time.Now().Add(time.Hour)
	for _, d := range []time.Duration{3, 1, 2, 1, 3} {
		a.set(at.Add(d * time.Minute))
	}
	if len(a.due) != 3 || !slices.IsSortedFunc(a.due, time.Time.Compare) {
		t.Errorf("due: %v", a.due)
	}
	if d, ok := a.next(); !ok || d <= time.Hour || d > time.Hour+time.Minute+late {
		t.Errorf("next in %v, %t", d, ok)
	}
}

func TestQuietLogKeepsGraveLines(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	log := slog.New(atLeast{slog.NewTextHandler(&out, nil), slog.LevelWarn}).With("a", 1).WithGroup("g")
	log.Info("chatter")
	log.Warn("trouble")
	if s := out.String(); strings.Contains(s, "chatter") || !strings.Contains(s, "trouble") {
		t.Errorf("logged %q", s)
	}
}
