package web

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// Progress comes as it happens, and the stream ends with the check.
func TestCheckEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	step, open := make(chan market.Step), make(chan struct{})
	w.examiner.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		for s := range step {
			c.Progress(s)
		}
		select {
		case <-open:
		case <-ctx.Done():
		}
		return refused(c.Entry), nil
	}
	v := w.browser()
	sent := v.post("/submit", formOf("weather-demo", "do", "check")...)
	path := sent.header.Get("Location")
	page := v.get(path)
	if got, _ := page.doc.Find("[data-live]").Attr("data-live"); got != path+"/events" {
		t.Fatalf("the page follows %q", got)
	}
	if !strings.Contains(page.body, `http-equiv="refresh"`) {
		t.Error("without script the page does not reload")
	}
	// What could be lost by the reload is not there to be typed.
	if !strings.Contains(page.body, "Fill in the rest when the check is done") || page.doc.Find("form.busy > div > .later").Length() != 3 {
		t.Error("without script the other cards stand there while the page reloads")
	}
	events := v.events(path + "/events")
	defer events.close()
	events.want("step", "entry")
	step <- market.StepContract
	events.want("step", "contract")
	step <- market.StepList
	events.want("step", "list")
	if got, _ := v.get(path).doc.Find("[data-step=contract]").Attr("data-s"); got != "pass" {
		t.Errorf("a page loaded now shows the contract as %q", got)
	}
	close(step)
	close(open)
	events.want("done", runOf(path))
	a := v.get(path)
	if a.has("form.busy") {
		t.Error("the other cards stay away after the check")
	}
	finding := a.doc.Find("[data-testid=finding][data-rule=HLT-001]")
	if _, open := finding.Attr("open"); !open {
		t.Error("a failing check is folded")
	}
	for _, want := range []string{"POST /mcp HTTP/1.1", "HTTP 400 Bad Request", "Invalid Request", "mux.HandleFunc", "Bearer ⟦token⟧"} {
		if !strings.Contains(finding.Text(), want) {
			t.Errorf("the finding lacks %q", want)
		}
	}
	if _, open := a.doc.Find("[data-testid=group-reachable]").Attr("open"); open {
		t.Error("a passing group stands open")
	}
	if a.has("button[value=submit]") || a.text("button[value=anyway]") == "" {
		t.Error("a refused server is submitted like any other")
	}
}

// A server that stops ends the streams and the checks.
func TestCloseEndsStreams(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examiner.examine = func(ctx context.Context, _ market.Case) (market.Examined, error) {
		<-ctx.Done()
		return market.Examined{}, ctx.Err()
	}
	v := w.browser()
	path := v.post("/submit", formOf("weather-demo", "do", "check")...).header.Get("Location")
	events := v.events(path + "/events")
	defer events.close()
	events.want("step", "entry")
	w.web.Close()
	for {
		if _, _, ok := events.next(); !ok {
			break
		}
	}
	if a := v.get(path); !strings.Contains(a.text("#card1 [role=alert]"), "did not finish") {
		t.Errorf("the page of the ended check says %q", a.text("#card1"))
	}
}

// eventStream reads server-sent events.
type eventStream struct {
	t      testing.TB
	body   *bufio.Scanner
	cancel context.CancelFunc
	resp   *http.Response
}

func (b *browser) events(path string) *eventStream {
	b.w.t.Helper()
	ctx, cancel := context.WithTimeout(b.w.t.Context(), 20*time.Second)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.w.http.URL+path, nil)
	if err != nil {
		b.w.t.Fatal(err)
	}
	resp, err := b.client.Do(r)
	if err != nil {
		b.w.t.Fatal(err)
	}
	if got := resp.Header.Get("Content-Type"); resp.StatusCode != http.StatusOK || got != "text/event-stream" {
		b.w.t.Fatalf("events: %d %s", resp.StatusCode, got)
	}
	return &eventStream{t: b.w.t, body: bufio.NewScanner(resp.Body), cancel: cancel, resp: resp}
}

func (e *eventStream) close() {
	e.cancel()
	_ = e.resp.Body.Close()
}

func (e *eventStream) next() (event, data string, ok bool) {
	for e.body.Scan() {
		line := e.body.Text()
		switch {
		case strings.HasPrefix(line, "event: "):
			event = line[7:]
		case strings.HasPrefix(line, "data: "):
			data = line[6:]
		case line == "" && event != "":
			return event, data, true
		}
	}
	return "", "", false
}

func (e *eventStream) want(event, data string) {
	e.t.Helper()
	gotEvent, gotData, ok := e.next()
	if !ok || gotEvent != event || gotData != data {
		e.t.Fatalf("event %q %q (%v), want %q %q", gotEvent, gotData, ok, event, data)
	}
}
