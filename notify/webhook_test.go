package notify_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"marketd/market"
)

// snippet is the code in the page for receivers, by its language.
func snippet(t *testing.T, language string) string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "docs", "notices.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(page)
	if m == nil {
		t.Fatalf("no %s in docs/notices.md", language)
	}
	return string(m[1])
}

// receivers run what the page tells receivers to run, on standard input's
// {"secret", "headers", "body"}, and print true or false.
func receivers(t *testing.T) map[string]func(dir string) []string {
	t.Helper()
	file := func(dir, name, code string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(code), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return map[string]func(string) []string{
		"node": func(dir string) []string {
			return []string{"node", file(dir, "receive.cjs", snippet(t, "js")+`
const x = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
console.log(verify(x.secret, x.headers, Buffer.from(x.body, 'base64')));`)}
		},
		"python3": func(dir string) []string {
			return []string{"python3", file(dir, "receive.py", snippet(t, "python")+`
import json, sys
x = json.load(sys.stdin)
print(str(verify(x["secret"], x["headers"], base64.b64decode(x["body"]))).lower())`)}
		},
		"go": func(dir string) []string {
			return []string{"go", "run", file(dir, "receive.go", `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

`+snippet(t, "go")+`
func main() {
	var x struct {
		Secret  string
		Headers map[string]string
		Body    []byte
	}
	if err := json.NewDecoder(os.Stdin).Decode(&x); err != nil {
		panic(err)
	}
	h := http.Header{}
	for k, v := range x.Headers {
		h.Set(k, v)
	}
	fmt.Println(verify(x.Secret, h, x.Body))
}
`)}
		},
	}
}

// TestWebhookSignature has what receivers are told to run judge what a real sink
// received, as it came and tampered with.
func TestWebhookSignature(t *testing.T) {
	t.Parallel()
	s := newSink(t, answer(200, ""))
	m := message(webhook(), s.URL+"/hook?key=1", secret, event(market.EventDown, market.EventData{Name: "天气", Reason: market.ReasonTimeout}))
	if sent := newSender(time.Now(), s).Send(t.Context(), m); !sent.OK {
		t.Fatalf("%+v", sent)
	}
	got := s.one(t)
	if got.path != "/hook" || got.query != "key=1" || got.header.Get("Webhook-Id") != "msg_1" || got.header.Get("User-Agent") != "marketd-notice/1" {
		t.Errorf("%s?%s %v", got.path, got.query, got.header)
	}
	headers := func(change map[string]string) map[string]string {
		h := map[string]string{}
		for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
			h[name] = got.header.Get(name)
		}
		maps.Copy(h, change)
		return h
	}
	old := strconv.FormatInt(time.Now().Add(-6*time.Minute).Unix(), 10)
	for name, command := range receivers(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(name); err != nil {
				t.Skipf("no %s here", name)
			}
			argv := command(t.TempDir())
			for what, c := range map[string]struct {
				headers map[string]string
				body    []byte
				want    string
			}{
				"as it came":          {headers(nil), got.body, "true"},
				"one of several":      {headers(map[string]string{"webhook-signature": "v1,AAAA v1a,BBBB " + got.header.Get("Webhook-Signature")}), got.body, "true"},
				"another body":        {headers(nil), append(bytes.Clone(got.body), ' '), "false"},
				"another id":          {headers(map[string]string{"webhook-id": "msg_2"}), got.body, "false"},
				"a time that is past": {headers(map[string]string{"webhook-timestamp": old}), got.body, "false"},
				"no signature":        {headers(map[string]string{"webhook-signature": "v1,"}), got.body, "false"},
			} {
				input, err := json.Marshal(map[string]any{"secret": secret, "headers": c.headers, "body": c.body})
				if err != nil {
					t.Fatal(err)
				}
				cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
				cmd.Stdin = bytes.NewReader(input)
				cmd.Stderr = os.Stderr
				out, err := cmd.Output()
				if err != nil || strings.TrimSpace(string(out)) != c.want {
					t.Errorf("%s: %s, %v; want %s", what, out, err, c.want)
				}
			}
		})
	}
}

func TestWebhookPayload(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "docs", "webhook.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	down := event(market.EventDown, market.EventData{Name: "天气 " + hostile, Before: "degraded", After: "down", Reason: market.ReasonTimeout, Since: then.Add(-72 * time.Hour), Detail: hostile})
	reminder := down
	reminder.Round = 2
	for name, m := range map[string]market.Message{
		"webhook.json":        message(webhook(), "", secret, down),
		"webhook_digest.json": message(webhook(), "", secret, reminder, event(market.EventDriftDangerous, market.EventData{Name: "b", Rules: []string{"DRF-004"}})),
		"webhook_test.json":   {ID: "msg_2", At: then, Purpose: market.PurposeTest, Channel: webhook(), Secret: secret},
	} {
		s := newSink(t, answer(200, ""))
		m.Target = s.URL
		for range 2 { // however often it is sent, and whenever
			newSender(then.Add(time.Hour), s).Send(t.Context(), m)
		}
		if !bytes.Equal(s.seen[0].body, s.seen[1].body) {
			t.Errorf("%s: the body of a message changes", name)
		}
		var b bytes.Buffer
		if err := json.Indent(&b, s.seen[0].body, "", "  "); err != nil {
			t.Fatal(err)
		}
		golden(t, name, append(b.Bytes(), '\n'))
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.seen[0].body))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
