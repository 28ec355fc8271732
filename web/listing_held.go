package web

import (
	"marketd/templates"
)

// withhold takes off a listing's page what would lead someone to the server:
// there is nothing to copy and nothing to connect while a hold stands, and
// nobody is told who can use it.
func withhold(p *templates.Page, v *templates.ListingView) {
	v.Card.Copy, v.Connect, v.Profiles = "", nil, nil
	for i := range v.Tools {
		v.Tools[i].Call, v.Tools[i].Curl, v.Tools[i].Mounted = "", "", ""
	}
	if len(v.Trust) > 0 { // the first tile says that it works
		v.Trust[0] = templates.TrustView{State: "unknown", Head: p.T("trust.held"), Text: p.T("trust.heldText"), URL: "#status"}
	}
}
