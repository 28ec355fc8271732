package netguard_test

import (
	"bytes"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"marketd/healthcheck/netguard"
)

// TestDoHeaderWithoutEndOverHTTP2: a server that goes on with CONTINUATION
// frames for ever is left, by its size or by its time.
func TestDoHeaderWithoutEndOverHTTP2(t *testing.T) {
	t.Parallel()
	ca := newAuthority(t)
	now := time.Now()
	cfg := tlsConfig(ca.issue(t, "tls.test.cn", now.Add(-time.Hour), now.Add(time.Hour)))
	cfg.NextProtos = []string{"h2"}
	for name, block := range map[string][]byte{"growing": fields(t, "x-a", "b"), "empty": nil} {
		addr := raw(t, func(conn net.Conn, _ <-chan struct{}) {
			secured := tls.Server(conn, cfg)
			defer func() { _ = secured.Close() }()
			floodHeader(secured, fields(t, ":status", "200"), block)
		})
		_, port, err := net.SplitHostPort(addr)
		if err != nil {
			t.Fatal(err)
		}
		c := netguard.New(netguard.Policy{Allow: loopback, CA: ca.pool, Resolver: resolver{"tls.test.cn": {"127.0.0.1"}}, Limits: short})
		start := time.Now()
		_, _, _, err = get(t, c, "https://tls.test.cn:"+port)
		if e, ok := errors.AsType[*netguard.Error](err); !ok || e.Phase != netguard.PhaseHeader {
			t.Errorf("%s: error %v", name, err)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
	}
}

func fields(t *testing.T, name, value string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := hpack.NewEncoder(&b).WriteField(hpack.HeaderField{Name: name, Value: value}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// floodHeader answers the first request with a header that does not end.
func floodHeader(conn io.ReadWriter, status, block []byte) {
	if _, err := io.CopyN(io.Discard, conn, int64(len(http2.ClientPreface))); err != nil {
		return
	}
	f := http2.NewFramer(conn, conn)
	if f.WriteSettings() != nil {
		return
	}
	for {
		frame, err := f.ReadFrame()
		if err != nil {
			return
		}
		if frame.Header().Type == http2.FrameHeaders {
			break
		}
	}
	if f.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: status}) != nil {
		return
	}
	for f.WriteContinuation(1, false, block) == nil {
	}
}
