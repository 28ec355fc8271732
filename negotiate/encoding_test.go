package negotiate

import (
	"strings"
	"testing"
)

func TestAcceptEncodingChooses(t *testing.T) {
	t.Parallel()
	all := func(Coding) bool { return true }
	tests := []struct {
		header string // lines apart by \n; "-" is no header
		want   Coding
	}{
		{"-", Identity},
		{"", Identity},
		{"br", Brotli},
		{"gzip", Gzip},
		{"x-gzip", Gzip},
		{"GZip", Gzip},
		{"zstd", Zstd},
		{"identity", Identity},
		{"deflate", Identity},
		{"deflate, compress, br;q=0.001", Brotli},
		{"gzip, deflate, br, zstd", Brotli},
		{"gzip, deflate, zstd", Zstd},
		{"gzip;q=1.0, br;q=0.9", Gzip},
		{"gzip;q=0.5,br;q=0.5", Brotli},
		{"gzip;q=0.001, zstd;q=0.002", Zstd},
		{"gzip;q=0", Identity},
		{"*", Brotli},
		{"*;q=0.1", Brotli},
		{"br;q=0, *", Zstd},
		{"br;q=0, zstd;q=0.0, *;q=0.3", Gzip},
		{"*;q=0", Identity},
		{"identity;q=0", Identity}, // nothing else is accepted: an answer all the same
		{"identity;q=0, gzip;q=0.1", Gzip},
		{"identity, gzip;q=0.5", Identity},
		{"identity;q=0.5, gzip;q=0.5", Gzip},
		{"gzip; q=0.5", Gzip},
		{" \tgzip\t ; \tq=1 ", Gzip},
		{",, ,gzip,", Gzip},
		{"gzip;q=2", Identity},
		{"gzip;q=1.001", Identity},
		{"gzip;q=0.1234", Identity},
		{"gzip;q=.5", Identity},
		{"gzip;q=-1", Identity},
		{"gzip;q=0.x", Identity},
		{"gzip;level=9", Identity},
		{"gzip;q=0, gzip", Identity}, // the first counts
		{"gzip\nbr;q=0.5", Gzip},
		{"gzip;q=0.5\nbr", Brotli},
	}
	for _, tt := range tests {
		if got := AcceptEncoding(linesOf(tt.header)).Best(all); got != tt.want {
			t.Errorf("Accept-Encoding %q chooses %s, want %s", tt.header, got, tt.want)
		}
	}
}

func TestAcceptEncodingChoosesOfWhatThereIs(t *testing.T) {
	t.Parallel()
	only := func(c Coding) bool { return c == Gzip || c == Identity }
	if got := AcceptEncoding([]string{"br, zstd, gzip;q=0.1"}).Best(only); got != Gzip {
		t.Errorf("chose %s, want gzip", got)
	}
	if got := AcceptEncoding([]string{"br"}).Best(only); got != Identity {
		t.Errorf("chose %s, want identity", got)
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
		p := AcceptEncoding([]string{header})
		for c, q := range p {
			if q < 0 || q > maxQuality {
				t.Fatalf("%q gives %s the weight %d", header, Coding(c), q)
			}
		}
		best := p.Best(func(Coding) bool { return true })
		if best != Identity && p[best] == 0 {
			t.Fatalf("%q chooses %s, which it refuses", header, best)
		}
		// One line of two elements and two lines of one are the same.
		if a, b, cut := strings.Cut(header, ","); cut {
			if two := AcceptEncoding([]string{a, b}); two != p {
				t.Fatalf("%q: %v in one line, %v in two", header, p, two)
			}
		}
	})
}
