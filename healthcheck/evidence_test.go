package healthcheck_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
)

// TestTokenStaysSecret: the token goes to the server in every request, and
// nowhere else; a server that sends it back finds it masked.
func TestTokenStaysSecret(t *testing.T) {
	t.Parallel()
	const token = "tok-0123456789"
	echo := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			says(status, "text/plain", "you sent "+r.Header.Get("Authorization"), "X-Echo", r.Header.Get("Authorization"), "Set-Cookie", "sid=abc")(w, r)
		}
	}
	srv := newServer(t, echo(400), echo(404))
	p := prober(whole).Probe(t.Context(), market.Target{URL: srv.URL, Token: token}, nil)
	for _, r := range srv.requests() {
		if r.header.Get("Authorization") != "Bearer "+token {
			t.Errorf("%s was sent without the token", r.body)
		}
	}
	if len(p.Exchanges) < 4 {
		t.Fatalf("%d exchanges", len(p.Exchanges))
	}
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), token) || strings.Contains(string(b), "sid=abc") {
		t.Error("a secret is in the evidence")
	}
	want := market.Header{Name: "Authorization", Value: "Bearer ⟦token⟧"}
	for _, x := range p.Exchanges {
		found := false
		for _, h := range x.ReqHeader {
			found = found || h == want
		}
		if !found {
			t.Errorf("%s: request header %v", x.Step, x.ReqHeader)
		}
	}
	if p.Contract.Body != "you sent Bearer ⟦token⟧" {
		t.Errorf("body %q", p.Contract.Body)
	}
}

// TestTokenInTheList: tools are what was served, byte for byte, or an approval
// would be of something else; that the token is in them is noted.
func TestTokenInTheList(t *testing.T) {
	t.Parallel()
	const token = "tok-0123456789"
	srv := newServer(t, fine, says(200, "application/json", strings.Replace(goodList, "weather.now", token, 1)))
	p := prober(whole).Probe(t.Context(), market.Target{URL: srv.URL, Token: token}, nil)
	if got := codes(p.List); len(got) != 1 || got[0] != market.NoteTokenEcho || !strings.Contains(string(p.List.Tools[0]), token) {
		t.Errorf("notes %v, tools %s", got, p.List.Tools)
	}
}

// TestLongTokensStaySecret: whatever the length of the token, wherever the
// evidence is cut and however JSON escapes it, nothing of it is kept.
func TestLongTokensStaySecret(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1600, 4096} {
		const piece = "t0k/"
		token := strings.Repeat(piece, n/len(piece))
		var escaped strings.Builder
		for _, c := range token {
			fmt.Fprintf(&escaped, `\u%04x`, c)
		}
		for name, written := range map[string]string{
			"plain": token, "slashes": strings.ReplaceAll(token, "/", `\/`), "code points": escaped.String(),
		} {
			for _, before := range []int{0, 500, maxBody - 800, maxBody - 10} {
				body := strings.Repeat("x", before) + written + "y"
				srv := newServer(t, says(400, "text/plain", body, "X-Echo", written[:min(len(written), 20<<10)]),
					says(200, "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"`+body+`"}}`))
				p := prober(whole).Probe(t.Context(), market.Target{URL: srv.URL, Token: token}, nil)
				b, err := json.Marshal(p)
				if err != nil {
					t.Fatal(err)
				}
				for _, part := range []string{piece + piece, `t0k\\/t0k`, `u0074\\u0030`} {
					if strings.Contains(string(b), part) {
						t.Fatalf("%d bytes, %s, after %d: a part of the token is in the evidence", n, name, before)
					}
				}
			}
		}
	}
}

const maxBody = 16 << 10 // of evidence

func TestEscapedTokenInTheList(t *testing.T) {
	t.Parallel()
	const token = "tok/0123456789"
	srv := newServer(t, fine, says(200, "application/json", strings.Replace(goodList, "weather.now", `tok\/012345678\u0039`, 1)))
	p := prober(whole).Probe(t.Context(), market.Target{URL: srv.URL, Token: token}, nil)
	if got := codes(p.List); len(got) != 1 || got[0] != market.NoteTokenEcho {
		t.Errorf("notes %v", got)
	}
}

func TestEvidenceIsRedactedAndCut(t *testing.T) {
	t.Parallel()
	client := netguard.New(netguard.Policy{Allow: loopback})
	redact := func(s string) string { return strings.ReplaceAll(s, "hunter2", "⟨secret⟩") }
	p := healthcheck.NewProber(client, market.SystemClock{}, slog.New(slog.DiscardHandler), redact)
	body := strings.Repeat("好", 5459) + "abcd" + "hunter2" + strings.Repeat("x", 5000) // the secret lies across 16 KiB
	srv := newServer(t, says(400, "text/plain", body, "X-A", "hunter2"), says(200, "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"hunter2`+strings.Repeat("长", 500)+`"}}`))
	got := p.Probe(t.Context(), market.Target{URL: srv.URL + "/?k=hunter2"}, nil)
	b, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "hunter") {
		t.Error("a secret, or half of one, is in the evidence")
	}
	x := got.Exchanges[0]
	if len(x.RespBody) > 16<<10 || !utf8.ValidString(x.RespBody) || !x.Cut || x.RespBytes <= 16<<10 {
		t.Errorf("kept %d bytes of %d, cut %v", len(x.RespBody), x.RespBytes, x.Cut)
	}
	if n := len(got.List.RPCMessage); n > 400 || !strings.HasPrefix(got.List.RPCMessage, "⟨secret⟩") {
		t.Errorf("message of %d bytes: %q", n, got.List.RPCMessage)
	}
}

func TestEvidenceIsValidText(t *testing.T) {
	t.Parallel()
	srv := newServer(t, says(400, "text/\xff", "\xff\xfe\x00 bad", "X-Bad", "\xc3("), listed)
	p := probe(t, srv.URL)
	for _, s := range []string{p.Contract.Body, p.Contract.MediaType, p.Exchanges[0].RespBody} {
		if !utf8.ValidString(s) {
			t.Errorf("%q", s)
		}
	}
	for _, h := range p.Exchanges[0].RespHeader {
		if !utf8.ValidString(h.Value) {
			t.Errorf("%s: %q", h.Name, h.Value)
		}
	}
}
