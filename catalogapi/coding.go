package catalogapi

import (
	"bytes"
	"errors"
	"io"
	"math/bits"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"marketd/negotiate"
)

// effort is how much time an encoding may take.
type effort uint8

const (
	effortFast effort = iota
	effortStrong
)

// Sizes in bytes: up to smallBody a coding saves nothing that a packet would
// not carry anyway; from bigBody on brotli's last levels, which take seconds for
// a megabyte, are not worth their time at every change of a listing's health.
const (
	smallBody = 512
	bigBody   = 128 << 10
)

// worthwhile are the codings, but for identity, that a body is kept in.
func worthwhile(body []byte) []negotiate.Coding {
	if len(body) <= smallBody {
		return nil
	}
	return []negotiate.Coding{negotiate.Brotli, negotiate.Zstd, negotiate.Gzip}
}

// maxWindow is the largest zstd window that every client can be asked to hold (RFC 9659).
const maxWindow = 8 << 20

var errStopped = errors.New("encoding stopped")

// encode returns body in a coding. It gives up with errStopped soon after stop
// begins to return true.
func encode(body []byte, c negotiate.Coding, e effort, stop func() bool) ([]byte, error) {
	if c == negotiate.Identity {
		return body, nil
	}
	var out bytes.Buffer
	w, err := encoder(&out, c, e, len(body))
	if err != nil {
		return nil, err
	}
	const chunk = 256 << 10
	for from := 0; from < len(body); from += chunk {
		if stop() {
			return nil, errStopped
		}
		if _, err := w.Write(body[from:min(from+chunk, len(body))]); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return bytes.Clone(out.Bytes()), nil
}

// encoder makes encoders with windows no larger than the body needs: their
// tables are made for the window, and most catalogs are small.
func encoder(w io.Writer, c negotiate.Coding, e effort, size int) (io.WriteCloser, error) {
	log2 := bits.Len(uint(size))
	switch c {
	case negotiate.Brotli:
		quality := 4
		if e == effortStrong {
			if quality = 11; size > bigBody {
				quality = 9
			}
		}
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: quality, LGWin: max(16, min(22, log2))}), nil
	case negotiate.Zstd:
		level := zstd.SpeedFastest
		if e == effortStrong {
			level = zstd.SpeedBetterCompression
		}
		return zstd.NewWriter(w, zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true),
			zstd.WithWindowSize(max(zstd.MinWindowSize, min(maxWindow, 1<<log2))))
	default:
		level := gzip.BestSpeed
		if e == effortStrong {
			level = gzip.BestCompression
		}
		return gzip.NewWriterLevel(w, level)
	}
}
