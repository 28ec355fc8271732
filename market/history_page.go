package market

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"
)

// WholeMarket is the listing under which the roll-ups of all listings together
// are kept, hourly and daily.
const WholeMarket = ""

// RollupPage is the roll-ups of one listing and resolution that are stored
// together: a day of five-minute ones, a week of hourly ones, 32 days of daily
// ones. So a listing's year is a handful of rows, and adding an hour to it
// writes some three kilobytes.
type RollupPage struct {
	Listing    string // or [WholeMarket]
	Resolution Resolution
	Number     int64  // of pages since 1970
	Packed     []byte // see [RollupPage.Pack]
}

// slots is how many roll-ups a page can hold.
func (r Resolution) slots() int64 {
	switch r {
	case FiveMinutes:
		return 288
	case Hourly:
		return 168
	}
	return 32
}

// Page is the number of the page that covers the instant.
func (r Resolution) Page(at time.Time) int64 {
	length := r.slots() * time.Duration(r).Microseconds()
	return alignDown(at, time.Duration(length)*time.Microsecond).UnixMicro() / length
}

// first is when the page begins.
func (p *RollupPage) first() time.Time {
	return time.UnixMicro(p.Number * p.Resolution.slots() * time.Duration(p.Resolution).Microseconds()).UTC()
}

// rollupAt finds the roll-up of the instant, or makes it in its place.
func rollupAt(rollups []Rollup, res Resolution, when time.Time) (*Rollup, []Rollup) {
	start := res.start(when)
	i, there := slices.BinarySearchFunc(rollups, start, func(r Rollup, t time.Time) int { return r.Start.Compare(t) })
	if !there {
		rollups = slices.Insert(rollups, i, Rollup{Start: start})
	}
	return &rollups[i], rollups
}

// pageFormat is the first byte of a packed page.
const pageFormat = 1

// Pack makes the roll-ups the page's: in order, each with a probe at least, and
// all of them in its time. They are packed so: after the format's number, of
// each how many slots of the page are empty before it, which of its counts are
// not 0, those counts, and the histogram when something was answered.
func (p *RollupPage) Pack(rollups []Rollup) error {
	b := make([]byte, 1, 16+12*len(rollups))
	b[0] = pageFormat
	next, first := int64(0), p.first()
	for i := range rollups {
		r := &rollups[i]
		slot := int64(r.Start.Sub(first) / time.Duration(p.Resolution))
		if slot < next || slot >= p.Resolution.slots() || r.Total() == 0 {
			return fmt.Errorf("market: the roll-up of %v has no place in page %d", r.Start, p.Number)
		}
		b = binary.AppendUvarint(b, uint64(slot-next))
		next = slot + 1
		b = r.append(b)
	}
	p.Packed = b
	return nil
}

func (r *Rollup) append(b []byte) []byte {
	counts := [...]int{r.OK, r.Gated, r.Failed, r.Unknown, r.Maintenance}
	mask := len(b)
	b = append(b, 0)
	for i, n := range counts {
		if n > 0 {
			b[mask] |= 1 << i
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	if r.Answered() > 0 {
		b, _ = r.Latency.AppendBinary(b) // never fails
	}
	return b
}

// Each calls f with the page's roll-ups in order. What f is given is another
// one after it returns.
func (p *RollupPage) Each(f func(*Rollup)) error {
	if len(p.Packed) == 0 || p.Packed[0] != pageFormat {
		return fmt.Errorf("market: page %d of history has a format that this release does not know", p.Number)
	}
	in := packed{rest: p.Packed[1:]}
	slots := uint64(p.Resolution.slots())
	next, first := uint64(0), p.first()
	var r Rollup
	for len(in.rest) > 0 {
		slot := next + in.number(slots)
		r = Rollup{}
		in.rollup(&r)
		if in.bad || slot >= slots {
			return fmt.Errorf("page %d: %w", p.Number, errPacked)
		}
		r.Start = first.Add(time.Duration(slot) * time.Duration(p.Resolution))
		f(&r)
		next = slot + 1
	}
	return nil
}

// Rollups returns all of the page's roll-ups.
func (p *RollupPage) Rollups() ([]Rollup, error) {
	var out []Rollup
	err := p.Each(func(r *Rollup) { out = append(out, *r) })
	return out, err
}

func (p *packed) rollup(r *Rollup) {
	mask := p.number(1<<5 - 1)
	if mask == 0 { // of times without a probe there is none
		p.bad = true
		return
	}
	for i, n := range [...]*int{&r.OK, &r.Gated, &r.Failed, &r.Unknown, &r.Maintenance} {
		if mask&(1<<i) == 0 {
			continue
		}
		if *n = int(p.number(math.MaxInt32 << 16)); *n == 0 {
			p.bad = true
			return
		}
	}
	if r.Answered() > 0 {
		p.histogram(&r.Latency)
		p.bad = p.bad || r.Latency.Count() != uint64(r.Answered())
	}
}
