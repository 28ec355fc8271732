package catalogapi

import "time"

// Settle waits until the latest edition is as small as it gets.
func (s *Server) Settle() { s.press.worker.Wait() }

// Pause keeps editions as they are first encoded, until Resume.
func (s *Server) Pause() {
	s.press.mu.Lock()
	defer s.press.mu.Unlock()
	s.press.busy = true
}

// Resume has the worker improve on the latest edition.
func (s *Server) Resume() { s.press.worker.Go(s.press.improve) }

// ParseChecking reads the body of a check, and says whether it is of a list of tools.
func ParseChecking(data []byte) (list bool, err error) {
	c, err := parseChecking(data)
	return c.file != nil, err
}

// Latency is a time to answer as the documents tell it.
func Latency(d time.Duration) int64 { return latency(d) }
