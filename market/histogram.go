package market

// Histogram counts latencies in buckets whose bounds grow by the same factor,
// so that any two can be added.
type Histogram struct {
	Counts map[uint8]uint32 // by bucket
}
