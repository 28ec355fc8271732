package sse_test

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"marketd/healthcheck/sse"
)

type event = sse.Event

func readAll(r io.Reader, l sse.Limits) ([]event, error) {
	var all []event
	reader := sse.NewReader(r, l)
	for {
		ev, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all = append(all, ev)
	}
}

func TestReader(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 129_042)
	for _, tc := range []struct {
		name, in string
		want     []event // Data as text in the ID-less form below
		data     []string
	}{
		{"LF", "data: a\n\n", []event{{Type: "message", Lines: 1}}, []string{"a"}},
		{"CRLF", "event: message\r\ndata: {…}\r\n\r\n", []event{{Type: "message", Lines: 1}}, []string{"{…}"}},
		{"CR", "data: a\r\rdata: b\r\r", []event{{Type: "message", Lines: 1, CR: true}, {Type: "message", Lines: 1, CR: true}}, []string{"a", "b"}},
		{"no space", "data:{\"a\":1}\r\n\r\n", []event{{Type: "message", Lines: 1, Tight: true}}, []string{`{"a":1}`}},
		{"two spaces keep one", "data:  a\n\n", []event{{Type: "message", Lines: 1}}, []string{" a"}},
		{"comment, then lines", ": ping\n\ndata: {\ndata: }\n\n", []event{{Type: "message", Lines: 2}}, []string{"{\n}"}},
		{"BOM", "\ufeffdata: a\n\n", []event{{Type: "message", Lines: 1}}, []string{"a"}},
		{"a second BOM is a name", "\ufeff\ufeffdata: a\n\n", nil, nil},
		{"empty data", "data:\n\ndata\n\ndata: \n\n", nil, nil},
		{"two empty lines of data", "data\ndata\n\n", []event{{Type: "message", Lines: 2}}, []string{"\n"}},
		{"endpoint", "event: endpoint\ndata: /messages?id=1\n\n", []event{{Type: "endpoint", Lines: 1}}, []string{"/messages?id=1"}},
		{"event without data resets", "event: endpoint\n\ndata: a\n\n", []event{{Type: "message", Lines: 1}}, []string{"a"}},
		{"id lasts", "id: 7\ndata: a\n\ndata: b\n\n", []event{{Type: "message", ID: "7", Lines: 1}, {Type: "message", ID: "7", Lines: 1}}, []string{"a", "b"}},
		{"id with NUL is no id", "id: 7\x00\ndata: a\n\n", []event{{Type: "message", Lines: 1}}, []string{"a"}},
		{"retry and unknown fields", "retry: 10\nfoo: bar\nfoo\ndata: a\n\n", []event{{Type: "message", Lines: 1}}, []string{"a"}},
		{"no blank line at the end", "data: a\n", []event{{Type: "message", Lines: 1, Open: true}}, []string{"a"}},
		{"no line end at all", "data: a", []event{{Type: "message", Lines: 1, Open: true}}, []string{"a"}},
		{"nothing", "", nil, nil},
		{"only comments", ":\n: a\n\n:\n", nil, nil},
		{"JSON, not a stream", "{\"a\":\n1}\n", nil, nil},
		{"a long line", "data: " + long + "\n\n", []event{{Type: "message", Lines: 1}}, []string{long}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			for how, r := range map[string]io.Reader{
				"at once":     strings.NewReader(tc.in),
				"by bytes":    iotest.OneByteReader(strings.NewReader(tc.in)),
				"end in data": iotest.DataErrReader(strings.NewReader(tc.in)),
			} {
				got, err := readAll(r, sse.Limits{})
				if err != nil || len(got) != len(tc.want) {
					t.Fatalf("%s: %d events, error %v, want %d", how, len(got), err, len(tc.want))
				}
				for i, g := range got {
					w := tc.want[i]
					if g.Type != w.Type || g.ID != w.ID || string(g.Data) != tc.data[i] || g.Lines != w.Lines || g.Tight != w.Tight || g.Open != w.Open {
						t.Errorf("%s: event %d is %+v %q, want %+v %q", how, i, g, g.Data, w, tc.data[i])
					}
					if how == "at once" && g.CR != w.CR {
						t.Errorf("event %d: lone CR %v, want %v", i, g.CR, w.CR)
					}
				}
			}
		})
	}
}

// TestReaderAtEverySplit feeds a stream in two reads, cut at every place.
func TestReaderAtEverySplit(t *testing.T) {
	t.Parallel()
	const in = "\ufeff: hi\r\nid: 1\r\ndata: a\r\n\r\ndata:b\rdata: c\r\revent: x\ndata: d\n\n"
	for i := range len(in) {
		r := io.MultiReader(strings.NewReader(in[:i]), strings.NewReader(in[i:]))
		got, err := readAll(r, sse.Limits{})
		if err != nil || len(got) != 3 {
			t.Fatalf("cut at %d: %d events, error %v", i, len(got), err)
		}
		if string(got[0].Data) != "a" || string(got[1].Data) != "b\nc" || string(got[2].Data) != "d" || got[2].Type != "x" {
			t.Errorf("cut at %d: %+v", i, got)
		}
	}
}

// TestReaderDoesNotWaitForLF: an event that ends in CR is there at once,
// though an LF could still follow.
func TestReaderDoesNotWaitForLF(t *testing.T) {
	t.Parallel()
	pr, pw := io.Pipe()
	defer func() { _ = pw.Close() }()
	got := make(chan error, 1)
	go func() {
		_, err := sse.NewReader(pr, sse.Limits{}).Next()
		got <- err
	}()
	if _, err := pw.Write([]byte("data: a\r\n\r")); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-got:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("the reader waits for more")
	}
}

func TestReaderLimits(t *testing.T) {
	t.Parallel()
	small := sse.Limits{Line: 20, Event: 30, Events: 3}
	for _, tc := range []struct {
		name, in string
		events   int
		err      error
	}{
		{"line at the limit", "data: " + strings.Repeat("a", 14) + "\n\n", 1, nil},
		{"line over it", "data: " + strings.Repeat("a", 15) + "\n\n", 0, sse.ErrLine},
		{"endless line", strings.Repeat("a", 1<<20), 0, sse.ErrLine},
		{"endless comment", "data: a\n\n:" + strings.Repeat("a", 1<<20), 1, sse.ErrLine},
		{"event over the limit", strings.Repeat("data: aaaaaaaaaa\n", 3) + "\n", 0, sse.ErrEvent},
		{"events at the limit", strings.Repeat("data: a\n\n", 3), 3, nil},
		{"events over it", strings.Repeat("data: a\n\n", 4), 3, sse.ErrEvents},
		{"comments do not count", strings.Repeat(":\n\n", 100) + "data: a\n\n", 1, nil},
	} {
		got, err := readAll(strings.NewReader(tc.in), small)
		if len(got) != tc.events || !errors.Is(err, tc.err) {
			t.Errorf("%s: %d events, error %v, want %d and %v", tc.name, len(got), err, tc.events, tc.err)
		}
	}
}

func TestReaderKeepsTheStreamsError(t *testing.T) {
	t.Parallel()
	broken := errors.New("reset")
	r := sse.NewReader(io.MultiReader(strings.NewReader("data: a\n\ndata: b\n"), iotest.ErrReader(broken)), sse.Limits{})
	if ev, err := r.Next(); err != nil || string(ev.Data) != "a" {
		t.Fatalf("first: %+v, %v", ev, err)
	}
	for range 2 {
		if _, err := r.Next(); !errors.Is(err, broken) {
			t.Errorf("error %v, want the stream's", err)
		}
	}
}

var lineEnd = regexp.MustCompile("\r\n|\r|\n")

// naive reads a whole stream the way the standard is written.
func naive(in string) []string {
	var all []string
	data := ""
	for _, line := range lineEnd.Split(strings.TrimPrefix(in, "\ufeff"), -1) {
		name, value, _ := strings.Cut(line, ":")
		switch {
		case line == "":
			if data = strings.TrimSuffix(data, "\n"); data != "" {
				all = append(all, data)
			}
			data = ""
		case name == "data":
			data += strings.TrimPrefix(value, " ") + "\n"
		}
	}
	if data = strings.TrimSuffix(data, "\n"); data != "" {
		all = append(all, data)
	}
	return all
}

// FuzzReader holds the reader, fed whole and byte by byte, against naive.
func FuzzReader(f *testing.F) {
	for _, s := range []string{"data: a\n\n", "data: a\r\n\r\ndata:b\r\r", ": c\n\ndata: {\ndata: }\n\n", "\ufeffdata: x", "id: 1\nevent: e\ndata\n\n", "data: a\r\n\r"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		want := naive(in)
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
			got, err := readAll(r, sse.Limits{Events: 1 << 30})
			if err != nil || len(got) != len(want) {
				t.Fatalf("%q: %d events, error %v, want %d", in, len(got), err, len(want))
			}
			for i := range got {
				if string(got[i].Data) != want[i] {
					t.Fatalf("%q: event %d is %q, want %q", in, i, got[i].Data, want[i])
				}
			}
		}
	})
}
