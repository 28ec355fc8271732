package market

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"time"
)

// The bounds of a [Histogram]'s buckets, in microseconds: 16 octaves from 2^10
// (1.024 ms) to 2^26 (67.1 s), each in four equal parts, and one bucket below
// and one above.
const (
	lowestBit  = 10
	highestBit = 26
	buckets    = 4*(highestBit-lowestBit) + 2
)

// Histogram counts lengths of time in buckets whose bounds are the same in all
// histograms, so that any two can be added without loss. A bucket is at most a
// quarter longer than where it begins, and a quantile is given as the harmonic
// mean of its bounds: within 11.2 % of the true one, from 1 ms to 67 s. The zero
// value is empty; two of the same counts are equal.
type Histogram [buckets]uint64

// Add counts one length of time; a negative one counts as none at all.
func (h *Histogram) Add(d time.Duration) { h[bucketOf(d)]++ }

// Merge adds what the other one counted.
func (h *Histogram) Merge(o *Histogram) {
	for i, n := range o {
		h[i] += n
	}
}

// Count is how many lengths of time were added.
func (h *Histogram) Count() uint64 {
	var n uint64
	for _, c := range h {
		n += c
	}
	return n
}

// Quantile is the length of time that the share q of those counted, from 0 to 1,
// did not exceed, by nearest rank; 0 when none were counted. What is below 1 ms
// is given as half of that, what is above 67 s as 67 s.
func (h *Histogram) Quantile(q float64) time.Duration {
	n := h.Count()
	if n == 0 {
		return 0
	}
	rank := uint64(max(1, math.Ceil(min(max(q, 0), 1)*float64(n))))
	var below uint64
	for i, c := range h {
		if below += c; below >= rank {
			return middle(i)
		}
	}
	return middle(buckets - 1)
}

func bucketOf(d time.Duration) int {
	us := uint64(max(0, d.Microseconds()))
	switch octave := bits.Len64(us) - 1; {
	case octave < lowestBit:
		return 0
	case octave >= highestBit:
		return buckets - 1
	default:
		return 1 + 4*(octave-lowestBit) + int(us>>(octave-2)&3)
	}
}

// floor is where a bucket begins, in microseconds.
func floor(bucket int) int64 {
	if bucket == 0 {
		return 0
	}
	octave, part := lowestBit+(bucket-1)/4, (bucket-1)%4
	return int64(4+part) << (octave - 2)
}

// middle stands for all that a bucket counted: as far from its lower bound as
// from its upper one, in proportion.
func middle(bucket int) time.Duration {
	us := floor(bucket)
	switch {
	case bucket == 0:
		us = floor(1) / 2
	case bucket < buckets-1:
		up := floor(bucket + 1)
		us = 2 * us * up / (us + up)
	}
	return time.Duration(us) * time.Microsecond
}

// AppendBinary appends the histogram packed: how many buckets are not empty, and
// of each how many empty ones come before it, and its count, as varints.
func (h *Histogram) AppendBinary(b []byte) ([]byte, error) {
	filled := uint64(0)
	for _, n := range h {
		if n > 0 {
			filled++
		}
	}
	b = binary.AppendUvarint(b, filled)
	next := 0
	for i, n := range h {
		if n > 0 {
			b = binary.AppendUvarint(b, uint64(i-next))
			b = binary.AppendUvarint(b, n)
			next = i + 1
		}
	}
	return b, nil
}

var errPacked = errors.New("market: packed history is damaged")

// UnmarshalBinary takes what [Histogram.AppendBinary] gave, byte for byte, and
// nothing else.
func (h *Histogram) UnmarshalBinary(b []byte) error {
	p := packed{rest: b}
	p.histogram(h)
	if p.bad || len(p.rest) > 0 {
		return errPacked
	}
	return nil
}

// packed reads varints one after another; after one that is no good, bad stays
// set and everything reads as 0.
type packed struct {
	rest []byte
	bad  bool
}

// number reads a varint that is written in the shortest way and at most limit.
func (p *packed) number(limit uint64) uint64 {
	n, size := binary.Uvarint(p.rest)
	if p.bad || size <= 0 || n > limit || size > 1 && p.rest[size-1] == 0 {
		p.bad = true
		return 0
	}
	p.rest = p.rest[size:]
	return n
}

func (p *packed) histogram(h *Histogram) {
	*h = Histogram{}
	var sum uint64
	next := uint64(0)
	for left := p.number(buckets); left > 0 && !p.bad; left-- {
		i := next + p.number(buckets)
		n := p.number(math.MaxInt64 - sum)
		if p.bad || i >= buckets || n == 0 {
			p.bad = true
			return
		}
		h[i] = n
		sum += n
		next = i + 1
	}
}
