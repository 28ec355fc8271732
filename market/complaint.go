package market

import "time"

// ComplaintReason is why somebody reports a listing.
type ComplaintReason string

// The reasons. The first four, from enough independent people, quarantine.
const (
	ComplaintHarmful     ComplaintReason = "harmful"     // does harm, or steals data
	ComplaintImpersonate ComplaintReason = "impersonate" // passes for somebody else
	ComplaintSteers      ComplaintReason = "steers"      // its texts steer the assistant
	ComplaintPrivacy     ComplaintReason = "privacy"     // takes more than it says
	ComplaintBroken      ComplaintReason = "broken"      // does not do what it says
	ComplaintSpam        ComplaintReason = "spam"
	ComplaintOther       ComplaintReason = "other"
)

// ComplaintReasons are all reasons, the grave ones first.
func ComplaintReasons() []ComplaintReason {
	return []ComplaintReason{
		ComplaintHarmful, ComplaintImpersonate, ComplaintSteers, ComplaintPrivacy, ComplaintBroken, ComplaintSpam, ComplaintOther,
	}
}

// Grave reports whether the reason bears on safety.
func (r ComplaintReason) Grave() bool {
	switch r {
	case ComplaintHarmful, ComplaintImpersonate, ComplaintSteers, ComplaintPrivacy:
		return true
	case ComplaintBroken, ComplaintSpam, ComplaintOther:
	}
	return false
}

// ComplaintState is where a complaint stands.
type ComplaintState string

// The states.
const (
	ComplaintOpen      ComplaintState = "open"
	ComplaintUpheld    ComplaintState = "upheld"
	ComplaintDismissed ComplaintState = "dismissed"
)

// Complaint is a user's report of a listing.
type Complaint struct {
	ID      string
	Listing string
	Reason  ComplaintReason
	Tool    string // that it is about, as the sender wrote it; "" for the whole
	Text    string
	Account string // who sent it; "" when not signed in
	Fresh   bool   // the account was too young to count as one
	Origin  string // keyed hash of the sender's address prefix: tells independent people apart, and nobody who they are; "" once it is answered
	Secret  string // hash of the secret in the link by which its sender reads the answer, which makes a second click none
	State   ComplaintState
	Version int64
	At      time.Time

	Held      Hold // that its arrival brought; "" for most
	Displaced Hold // the hold before that

	Answer     string // to the sender
	AnsweredBy string
	AnsweredAt time.Time
}

// ComplaintFilter chooses complaints; zero members do not restrict.
type ComplaintFilter struct {
	Listing string
	Account string
	States  []ComplaintState
	Since   time.Time
	Limit   int // 0 means 50
	Offset  int
}

// ComplaintGroup is a listing's complaints in one state, in numbers.
type ComplaintGroup struct {
	Listing string
	Count   int
	Grave   int
	First   time.Time
	Last    time.Time
}
