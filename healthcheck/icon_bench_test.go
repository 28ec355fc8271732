package healthcheck_test

import "testing"

// BenchmarkIcon reads a picture of 512 by 512 and draws the icon of it anew.
func BenchmarkIcon(b *testing.B) {
	m := disc(512, 512)
	for name, data := range map[string][]byte{"png": pngOf(b, m), "jpeg": jpegOf(b, m)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if f := drawn(b, data); len(f.PNG) == 0 {
					b.Fatal(f)
				}
			}
		})
	}
}
