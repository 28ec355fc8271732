package healthcheck

import "time"

// SetSlow changes from when on a list is noted as slow.
func SetSlow(p *Prober, d time.Duration) { p.slow = d }
