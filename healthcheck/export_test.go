package healthcheck

import "time"

// SetSlow changes from when on a list is noted as slow.
func SetSlow(p *Prober, d time.Duration) { p.slow = d }

// SetVisitTotal changes how long a visit may take.
func SetVisitTotal(v *Visitor, d time.Duration) { v.total = d }
