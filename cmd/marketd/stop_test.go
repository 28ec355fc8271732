package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"marketd/market"
)

func TestStopLetsRequestsFinish(t *testing.T) {
	t.Parallel()
	m := serving(t, dataFolder(t))
	body, write := io.Pipe()
	reading := make(chan struct{})
	trace := &httptrace.ClientTrace{Got100Continue: sync.OnceFunc(func() { close(reading) })}
	req, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodPost, m.url+"/signin", body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Expect", "100-continue") // answered when the handler begins to read: the request is under way
	type result struct {
		status int
		err    error
	}
	done := make(chan result, 1)
	go func() {
		resp, err := m.client.Do(req)
		if err != nil {
			done <- result{0, err}
			return
		}
		_ = resp.Body.Close()
		done <- result{resp.StatusCode, nil}
	}()
	select {
	case <-reading:
	case got := <-done:
		t.Fatalf("the request was over before its body came: %+v", got)
	case <-time.After(20 * time.Second):
		t.Fatal("the request was not begun in 20 s")
	}
	if _, err := io.WriteString(write, "email=ada%40market.test&"); err != nil {
		t.Fatal(err)
	}
	m.cancel()
	waitFor(t, "the port to close", func() bool {
		c, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(m.url, "https://"))
		if err == nil {
			_ = c.Close()
		}
		return err != nil
	})
	if _, err := io.WriteString(write, "password=not+the+password"); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	if got := <-done; got.err != nil || got.status < 200 || got.status >= 500 {
		t.Errorf("a request that was under way gets %+v", got)
	}
	m.stop(t)
}

// mute is a server that takes requests and answers none; it tells of each.
func mute(t *testing.T) (url string, asked <-chan struct{}) {
	t.Helper()
	told, over := make(chan struct{}, 100), make(chan struct{})
	ln, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		told <- struct{}{}
		select {
		case <-r.Context().Done():
		case <-over:
		}
	})}
	go func() { _ = srv.Serve(ln) }()
	t.Cleanup(func() { close(over); _ = srv.Close() })
	return "http://" + ln.Addr().String() + "/mcp", told
}

// soon bounds a stop that nothing should hold up; most of it is for a machine
// that is busy.
const soon = 5 * time.Second

func muteEntry(url string) string {
	return `{"id":"slow-tools","name":"Slow Tools","desc":"Answers nothing for a long time","cat":"developer","author":"Somebody","server":{"url":"` + url + `"},"confirm":false}`
}

// A check that is under way is called off with an answer, and does not hold the
// stop up.
func TestStopCallsChecksOff(t *testing.T) {
	t.Parallel()
	silent, asked := mute(t)
	m := serveProcess(t, dataFolder(t), "--probe-allow=127.0.0.0/8")
	answers := make(chan reply, 1)
	go func() {
		answers <- m.do(t, http.MethodPost, "/api/v1/submissions", muteEntry(silent), "Content-Type", "application/json")
	}()
	took(t, asked)
	if d := m.end(t, syscall.SIGTERM); d > soon {
		t.Errorf("the stop takes %v", d)
	}
	r := took(t, answers)
	if r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") != "5" || !strings.Contains(r.body, "RESTARTING") {
		t.Errorf("the check is answered %s, Retry-After %q: %s", r.Status, r.Header.Get("Retry-After"), r.body)
	}
}

// A review that is under way is cut off, and done by the next process.
func TestStopCutsReviewsOff(t *testing.T) {
	t.Parallel()
	silent, asked := mute(t)
	data := dataFolder(t)
	m := serveProcess(t, data, "--demo")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	m.client.Jar = jar
	form := url.Values{"email": {"dev@demo.test"}, "password": {"demo-developer"}}.Encode()
	m.do(t, http.MethodPost, "/signin", form, "Content-Type", "application/x-www-form-urlencoded")
	entry := strings.Replace(muteEntry(silent), `"confirm":false`, `"confirm":true`, 1)
	r := m.do(t, http.MethodPost, "/api/v1/submissions", entry, "Content-Type", "application/json")
	var answer struct {
		SubmissionID string `json:"submissionId"`
	}
	if err := json.Unmarshal([]byte(r.body), &answer); err != nil || answer.SubmissionID == "" {
		t.Fatalf("%s %s", r.Status, r.body)
	}
	took(t, asked)
	if d := m.end(t, syscall.SIGTERM); d > soon {
		t.Errorf("the stop takes %v", d)
	}
	for len(asked) > 0 {
		<-asked
	}
	again := serveProcess(t, data, "--demo")
	took(t, asked)
	if d := again.end(t, syscall.SIGTERM); d > soon {
		t.Errorf("the second stop takes %v", d)
	}
}

// took takes the next value, or fails the test.
func took[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatal("it did not happen")
		panic("unreachable")
	}
}

type examinerFunc func(context.Context, market.Case) (market.Examined, error)

func (f examinerFunc) Examine(ctx context.Context, c market.Case) (market.Examined, error) {
	return f(ctx, c)
}

func TestInterruptible(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	waiting := examinerFunc(func(ctx context.Context, _ market.Case) (market.Examined, error) {
		<-ctx.Done()
		return market.Examined{}, ctx.Err()
	})
	done := examinerFunc(func(context.Context, market.Case) (market.Examined, error) {
		return market.Examined{Again: 1}, nil
	})
	failing := examinerFunc(func(context.Context, market.Case) (market.Examined, error) { return market.Examined{}, boom })
	over, end := context.WithCancel(t.Context())
	end()
	for name, c := range map[string]struct {
		inner   market.Examiner
		serving context.Context
		ctx     context.Context
		want    error
	}{
		"the market stops":               {waiting, over, t.Context(), errRestarting},
		"the client goes away":           {waiting, t.Context(), over, context.Canceled},
		"finished as the market stops":   {done, over, t.Context(), nil},
		"failed while the market serves": {failing, t.Context(), t.Context(), boom},
	} {
		x, err := interruptible{c.inner, c.serving}.Examine(c.ctx, market.Case{})
		if !errors.Is(err, c.want) || c.want == nil && (err != nil || x.Again != 1) {
			t.Errorf("%s: %+v, %v; want %v", name, x, err, c.want)
		}
	}
}
