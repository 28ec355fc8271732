package web

import (
	"marketd/templates"
)

// withhold takes off a listing's page what would lead someone to the server:
// there is nothing to copy and nothing to connect while a hold stands.
func withhold(v *templates.ListingView) {
	v.Card.Copy, v.Connect = "", nil
	for i := range v.Tools {
		v.Tools[i].Call, v.Tools[i].Curl, v.Tools[i].Mounted = "", "", ""
	}
}
