package similar_test

import (
	"runtime"
	"sync"
	"testing"

	"marketd/market/similar"
)

const many = 100_000

var market = sync.OnceValue(func() *similar.Index { return similar.New(crowd(many, 1)) })

// BenchmarkFind looks among 100,000 listings for what resembles one.
func BenchmarkFind(b *testing.B) {
	x := market()
	items := crowd(many, 1)
	near := items[1]
	near.ID, near.Owner, near.Name = near.ID[1:], "a stranger", near.Name[1:]
	large := items[3]
	large.Owner = "a stranger"
	for i := range 1000 {
		large.Tools = append(large.Tools, items[i].Tools[0]+"x")
		large.Digests = append(large.Digests, items[i].Digests[0])
	}
	for name, q := range map[string]similar.Item{"listed": items[4], "near": near, "chinese": items[2], "1000 tools": large} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				x.Find(q)
			}
		})
	}
}

// BenchmarkNew makes the index of 100,000 listings of twelve tools each.
func BenchmarkNew(b *testing.B) {
	items := crowd(many, 1)
	b.ReportAllocs()
	var x *similar.Index
	for b.Loop() {
		x = similar.New(items)
	}
	b.ReportMetric(float64(x.Size())/(1<<20), "MiB")
	runtime.KeepAlive(x)
}

// BenchmarkKey makes keys of names in both languages.
func BenchmarkKey(b *testing.B) {
	for name, text := range map[string]string{"ascii": "Weather Finder 2", "han": "全國天氣查詢", "cyrillic": "Wеаther Find\u0435r"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				similar.Key(text)
			}
		})
	}
}
