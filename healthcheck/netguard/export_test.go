package netguard

import "time"

// SetNow changes the clock by which certificates and sessions are judged.
func SetNow(c *Client, now func() time.Time) { c.now = now }
