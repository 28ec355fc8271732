package catalogapi

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
