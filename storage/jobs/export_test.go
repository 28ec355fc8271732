package jobs

import "time"

// NeverPolling makes a queue find only the jobs that it is told of.
func NeverPolling(o Options) Options {
	o.poll = time.Hour
	return o
}
