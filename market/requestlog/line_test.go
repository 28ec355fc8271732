package requestlog_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"marketd/market/requestlog"
)

func TestLine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		line requestlog.Line
		want string
	}{
		"page":   {requestlog.Line{ID: "req_1", Method: "GET", Route: "/l/:id", Status: 200, Bytes: 12, Took: time.Second}, `level=INFO msg=request id=req_1 method=GET route=/l/:id status=200 bytes=12 took=1s`},
		"error":  {requestlog.Line{ID: "req_1", Method: "POST", Route: "/x", Status: 422, Account: "a", Code: "INVALID"}, `level=INFO msg=request id=req_1 method=POST route=/x status=422 bytes=0 took=0s account=a code=INVALID`},
		"a bug":  {requestlog.Line{Status: 500, Code: "INTERNAL", Fault: errors.New("disk")}, `level=ERROR msg=request id="" method="" route="" status=500 bytes=0 took=0s code=INTERNAL error=disk`},
		"quiet":  {requestlog.Line{Status: 304, Quiet: true}, `level=DEBUG msg=request id="" method="" route="" status=304 bytes=0 took=0s`},
		"loud":   {requestlog.Line{Status: 500, Quiet: true, Fault: errors.New("disk")}, `level=ERROR msg=request id="" method="" route="" status=500 bytes=0 took=0s error=disk`},
		"nobody": {requestlog.Line{Status: 404}, `level=INFO msg=request id="" method="" route="" status=404 bytes=0 took=0s`},
	} {
		var b bytes.Buffer
		c.line.Write(t.Context(), slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelDebug})))
		if _, got, _ := strings.Cut(strings.TrimSpace(b.String()), " "); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestGuard(t *testing.T) {
	t.Parallel()
	err := requestlog.Guard(func() error { panic("canary") })
	if _, ok := errors.AsType[*requestlog.PanicError](err); !ok || !strings.Contains(err.Error(), "canary") {
		t.Fatalf("%v", err)
	}
	var b bytes.Buffer
	requestlog.Line{Fault: err}.Write(t.Context(), slog.New(slog.NewTextHandler(&b, nil)))
	if !strings.Contains(b.String(), "TestGuard") {
		t.Errorf("no stack: %s", b.String())
	}
	fault := errors.New("a fault")
	if got := requestlog.Guard(func() error { return fault }); !errors.Is(got, fault) {
		t.Errorf("%v", got)
	}
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, http.ErrAbortHandler) {
			t.Errorf("recovered %v", err)
		}
	}()
	_ = requestlog.Guard(func() error { panic(http.ErrAbortHandler) })
	t.Error("the abort was swallowed")
}

func TestNewID(t *testing.T) {
	t.Parallel()
	a, b := requestlog.NewID(), requestlog.NewID()
	if a == b || !regexp.MustCompile(`^req_[0-9a-f]{12}$`).MatchString(a) {
		t.Errorf("%s, %s", a, b)
	}
}
