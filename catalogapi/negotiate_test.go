package catalogapi

import (
	"strings"
	"testing"
)

func TestAcceptEncodingChooses(t *testing.T) {
	t.Parallel()
	all := func(coding) bool { return true }
	tests := []struct {
		header string // lines apart by \n; "-" is no header
		want   coding
	}{
		{"-", codingIdentity},
		{"", codingIdentity},
		{"br", codingBrotli},
		{"gzip", codingGzip},
		{"x-gzip", codingGzip},
		{"GZip", codingGzip},
		{"zstd", codingZstd},
		{"identity", codingIdentity},
		{"deflate", codingIdentity},
		{"deflate, compress, br;q=0.001", codingBrotli},
		{"gzip, deflate, br, zstd", codingBrotli},
		{"gzip, deflate, zstd", codingZstd},
		{"gzip;q=1.0, br;q=0.9", codingGzip},
		{"gzip;q=0.5,br;q=0.5", codingBrotli},
		{"gzip;q=0.001, zstd;q=0.002", codingZstd},
		{"gzip;q=0", codingIdentity},
		{"*", codingBrotli},
		{"*;q=0.1", codingBrotli},
		{"br;q=0, *", codingZstd},
		{"br;q=0, zstd;q=0.0, *;q=0.3", codingGzip},
		{"*;q=0", codingIdentity},
		{"identity;q=0", codingIdentity}, // nothing else is accepted: an answer all the same
		{"identity;q=0, gzip;q=0.1", codingGzip},
		{"identity, gzip;q=0.5", codingIdentity},
		{"identity;q=0.5, gzip;q=0.5", codingGzip},
		{"gzip; q=0.5", codingGzip},
		{" \tgzip\t ; \tq=1 ", codingGzip},
		{",, ,gzip,", codingGzip},
		{"gzip;q=2", codingIdentity},
		{"gzip;q=1.001", codingIdentity},
		{"gzip;q=0.1234", codingIdentity},
		{"gzip;q=.5", codingIdentity},
		{"gzip;q=-1", codingIdentity},
		{"gzip;q=0.x", codingIdentity},
		{"gzip;level=9", codingIdentity},
		{"gzip;q=0, gzip", codingIdentity}, // the first counts
		{"gzip\nbr;q=0.5", codingGzip},
		{"gzip;q=0.5\nbr", codingBrotli},
	}
	for _, tt := range tests {
		if got := readAcceptEncoding(linesOf(tt.header)).best(all); got != tt.want {
			t.Errorf("Accept-Encoding %q chooses %s, want %s", tt.header, codingNames[got], codingNames[tt.want])
		}
	}
}

func TestAcceptEncodingChoosesOfWhatThereIs(t *testing.T) {
	t.Parallel()
	only := func(c coding) bool { return c == codingGzip || c == codingIdentity }
	if got := readAcceptEncoding([]string{"br, zstd, gzip;q=0.1"}).best(only); got != codingGzip {
		t.Errorf("chose %s, want gzip", codingNames[got])
	}
	if got := readAcceptEncoding([]string{"br"}).best(only); got != codingIdentity {
		t.Errorf("chose %s, want identity", codingNames[got])
	}
}

func linesOf(header string) []string {
	if header == "-" {
		return nil
	}
	return strings.Split(header, "\n")
}

func FuzzAcceptEncoding(f *testing.F) {
	for _, s := range []string{"gzip, br;q=0.5", "*;q=0", ";;;,,,", "identity;q=0,*", "br;q=1.000", "\x00;q=1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, header string) {
		p := readAcceptEncoding([]string{header})
		for c, q := range p {
			if q < 0 || q > maxQuality {
				t.Fatalf("%q gives %s the weight %d", header, codingNames[c], q)
			}
		}
		best := p.best(func(coding) bool { return true })
		if best != codingIdentity && p[best] == 0 {
			t.Fatalf("%q chooses %s, which it refuses", header, codingNames[best])
		}
		// One line of two elements and two lines of one are the same.
		if a, b, cut := strings.Cut(header, ","); cut {
			if two := readAcceptEncoding([]string{a, b}); two != p {
				t.Fatalf("%q: %v in one line, %v in two", header, p, two)
			}
		}
	})
}
