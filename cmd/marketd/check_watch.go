package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"marketd/cmd/marketd/config"
	"marketd/market"
	"marketd/market/plaintext"
	"marketd/market/report"
)

// How often a watch asks a server again, and looks whether a file has changed.
const (
	serverEvery = 3 * time.Second
	fileEvery   = 500 * time.Millisecond
)

// watch checks again and again until the context ends, and then ends with the
// last exit code. A report is shown when it differs from the one before.
func (k *checker) watch(ctx context.Context) error {
	every := fileEvery
	if k.URL != "" {
		every = serverEvery
	}
	seen := make([]sight, len(k.subjects()))
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		for i, what := range k.subjects() {
			if err := k.lookAgain(ctx, what, &seen[i]); err != nil {
				return err
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			code := exitClean
			for _, s := range seen {
				code = max(code, s.code)
			}
			return ended(code)
		}
	}
}

// sight is what a watch last saw of one thing.
type sight struct {
	looked  bool
	stamp   stamp          // of the file
	code    int            // exit code
	failed  string         // why there was no report
	checked bool           // there was one
	report  market.Report  // the last one
	keys    map[string]int // of its findings, how often each
}

// stamp tells a file that was written from what it was. No file has the zero one.
type stamp struct {
	at   time.Time
	size int64
	ok   bool
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size(), true}
}

// lookAgain checks a thing that may have changed and shows what came of it, if
// it is news.
func (k *checker) lookAgain(ctx context.Context, what string, last *sight) error {
	now := stamp{}
	if k.URL == "" {
		if now = stampOf(what); last.looked && now == last.stamp {
			return nil
		}
	}
	s, err := k.check(ctx, what)
	if ctx.Err() == nil {
		return k.saw(s, err, now, last)
	}
	return nil // the user has had enough; the code stays the last one
}

// saw takes in what a look gave: a report, or why there is none.
func (k *checker) saw(s report.Subject, err error, now stamp, last *sight) error {
	first := !last.looked
	last.looked, last.stamp = true, now
	if err != nil {
		last.code = exitUnchecked
		if err.Error() != last.failed {
			last.failed = err.Error()
			tell(k.streams, err)
		}
		return nil
	}
	keys := keysOf(s.Report)
	news := first || last.failed != "" || !last.checked || s.Report.Verdict != last.report.Verdict || differ(keys, last.keys)
	before := *last
	last.code, last.failed, last.checked, last.report, last.keys = exitOf(s.Report.Verdict), "", true, s.Report, keys
	if !news {
		return nil
	}
	return k.showAgain(s, before)
}

// showAgain writes a report, and what has changed since the last one.
func (k *checker) showAgain(s report.Subject, before sight) error {
	if k.Format == config.FormatJSON {
		return report.JSON(k.out, s)
	}
	var b strings.Builder
	if k.screen && len(k.subjects()) == 1 {
		b.WriteString("\x1b[2J\x1b[H") // an empty screen (ECMA-48 8.3.39, 8.3.21)
	}
	if err := report.Text(&b, s, k.style); err != nil {
		return err
	}
	if before.checked {
		k.changes(&b, before.report, s.Report)
	}
	b.WriteString("\n" + k.say("在看着它；Ctrl-C 结束。", "Watching; Ctrl-C ends it.") + "\n\n")
	_, err := io.WriteString(k.out, b.String())
	return err
}

// changes lists what was mended and what is new.
func (k *checker) changes(b *strings.Builder, before, after market.Report) {
	mended, fresh := without(before, after), without(after, before)
	fmt.Fprintf(b, "\n"+k.say("改好 %d 处，新出现 %d 处", "mended: %d, new: %d")+"\n", len(mended), len(fresh))
	list := func(sign string, found []market.Finding) {
		for _, f := range found {
			b.WriteString("  " + sign + " " + plaintext.Visible(f.Rule+" "+f.Where+" "+f.Message.In(k.Lang)) + "\n")
		}
	}
	list("✓", mended)
	list("✗", fresh)
}

func (k *checker) say(zh, en string) string { return market.Text{ZH: zh, EN: en}.In(k.Lang) }

// keysOf counts a report's findings by what they are.
func keysOf(r market.Report) map[string]int {
	keys := map[string]int{}
	for _, f := range r.Findings {
		keys[f.Key()]++
	}
	return keys
}

func differ(a, b map[string]int) bool {
	if len(a) != len(b) {
		return true
	}
	for k, n := range a {
		if b[k] != n {
			return true
		}
	}
	return false
}

// without are the findings of a report that another one does not have.
func without(r, other market.Report) []market.Finding {
	have := keysOf(other)
	var left []market.Finding
	for _, f := range r.Findings {
		if have[f.Key()]--; have[f.Key()] < 0 {
			left = append(left, f)
		}
	}
	return left
}
