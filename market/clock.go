package market

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// Clock tells the time. The running market uses [SystemClock]; tests hold the hands.
type Clock interface {
	Now() time.Time
}

// SystemClock is the wall clock, in UTC and at the store's precision of a microsecond.
type SystemClock struct{}

// Now returns the present instant.
func (SystemClock) Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// NewID returns a random identifier that sorts by its time (UUIDv7, RFC 9562 §5.7).
func NewID(now time.Time) string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(now.UnixMilli()))
	copy(b[:6], ms[2:])
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	s := hex.EncodeToString(b[:])
	return s[:8] + "-" + s[8:12] + "-" + s[12:16] + "-" + s[16:20] + "-" + s[20:]
}
