package jobs

import "time"

// NeverPolling makes a queue find only the jobs that it is told of.
func NeverPolling(o Options) Options {
	o.poll = time.Hour
	return o
}

// TellingAgain sets when a GaveUp that failed is told again.
func TellingAgain(o Options, after time.Duration) Options {
	o.again = after
	return o
}
