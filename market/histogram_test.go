package market_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"marketd/market"
)

// samples are lengths of time from 1 ms to 66 s, most of them short.
func samples(r *rand.Rand, n int) []time.Duration {
	out := make([]time.Duration, n)
	for i := range out {
		ms := math.Exp(r.Float64() * math.Log(64_000))
		out[i] = time.Duration(ms * 1.03 * float64(time.Millisecond))
	}
	return out
}

func histogramOf(ds []time.Duration) (h market.Histogram) {
	for _, d := range ds {
		h.Add(d)
	}
	return h
}

func TestHistogramQuantilesAreNearTheTrueOnes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		ds := samples(r, 1+r.IntN(400))
		h := histogramOf(ds)
		slices.Sort(ds)
		for _, q := range []float64{0, 0.01, 0.5, 0.9, 0.95, 0.99, 1} {
			want := ds[max(1, int(math.Ceil(q*float64(len(ds)))))-1]
			got := h.Quantile(q)
			if off := math.Abs(float64(got-want)) / float64(want); off > 0.112 {
				t.Fatalf("quantile %v of %d samples: %v, truly %v: %.1f %% off", q, len(ds), got, want, 100*off)
			}
		}
	}
}

func TestHistogramEdges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, want time.Duration }{
		{-time.Second, 512 * time.Microsecond},
		{0, 512 * time.Microsecond},
		{1023 * time.Microsecond, 512 * time.Microsecond},
		{1024 * time.Microsecond, 1137 * time.Microsecond},
		{1279 * time.Microsecond, 1137 * time.Microsecond},
		{1280 * time.Microsecond, 1396 * time.Microsecond},
		{67_108_863 * time.Microsecond, 62_634_939 * time.Microsecond},
		{67_108_864 * time.Microsecond, 67_108_864 * time.Microsecond},
		{24 * time.Hour, 67_108_864 * time.Microsecond},
	} {
		h := histogramOf([]time.Duration{tt.in})
		if got := h.Quantile(0.5); got != tt.want {
			t.Errorf("%v counts as %v, want %v", tt.in, got, tt.want)
		}
	}
	var none market.Histogram
	if none.Quantile(0.5) != 0 || none.Count() != 0 {
		t.Error("an empty histogram has a quantile")
	}
}

func TestHistogramsMergeWithoutLoss(t *testing.T) {
	t.Parallel()
	ds := samples(rand.New(rand.NewPCG(3, 4)), 1000)
	for _, cut := range []int{0, 1, 500, 1000} {
		h, rest := histogramOf(ds[:cut]), histogramOf(ds[cut:])
		h.Merge(&rest)
		if h != histogramOf(ds) || h.Count() != 1000 {
			t.Errorf("parts of %d and %d do not make the whole", cut, 1000-cut)
		}
	}
}

func TestHistogramPacked(t *testing.T) {
	t.Parallel()
	h := histogramOf([]time.Duration{0, 1024 * time.Microsecond, 1024 * time.Microsecond, time.Hour})
	for range 200 {
		h.Add(20 * time.Millisecond)
	}
	b, err := h.AppendBinary(nil)
	if want := []byte{4, 0, 1, 0, 2, 15, 0xc8, 1, 47, 1}; err != nil || !bytes.Equal(b, want) {
		t.Errorf("packed as %v, want %v (%v)", b, want, err)
	}
	for n := range b {
		if (&market.Histogram{}).UnmarshalBinary(b[:n]) == nil {
			t.Errorf("cut to %d bytes it is still taken", n)
		}
	}
	for name, bad := range map[string][]byte{
		"more after it":       append(slices.Clone(b), 0),
		"an empty bucket":     {1, 0, 0},
		"a bucket beyond":     {1, 66, 1},
		"a long varint":       {1, 0, 0x81, 0},
		"counts that spill":   {2, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0, 1},
		"more than there are": {67},
	} {
		if (&market.Histogram{}).UnmarshalBinary(bad) == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func FuzzHistogram(f *testing.F) {
	for _, n := range []int{0, 1, 50} {
		h := histogramOf(samples(rand.New(rand.NewPCG(5, 6)), n))
		b, _ := h.AppendBinary(nil)
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var h market.Histogram
		if h.UnmarshalBinary(b) != nil {
			return
		}
		if again, _ := h.AppendBinary(nil); !bytes.Equal(again, b) {
			t.Errorf("%x is taken and packed as %x", b, again)
		}
	})
}
