package netguard

import (
	"crypto/tls"
	"strconv"
	"testing"
	"time"
)

// TestTicketsAreBounded: whoever comes, no more than the bound are kept, the
// newest among them.
func TestTicketsAreBounded(t *testing.T) {
	t.Parallel()
	kept, now := newTickets(), time.Now()
	var last origin
	for i := range maxTickets + 100 {
		last = origin{"https", "h" + strconv.Itoa(i) + ".test.cn", 443}
		r := &resumption{kept: kept, to: last, now: now, full: now}
		r.Put("", &tls.ClientSessionState{})
	}
	if n := len(kept.kept); n != maxTickets {
		t.Errorf("%d are kept", n)
	}
	if _, ok := kept.get(last, now); !ok {
		t.Error("the newest is not")
	}
	for _, later := range []time.Duration{-time.Second, fullEvery} {
		kept.put(last, ticket{&tls.ClientSessionState{}, now})
		if _, ok := kept.get(last, now.Add(later)); ok {
			t.Errorf("%v after a full handshake none is due", later)
		}
	}
}
