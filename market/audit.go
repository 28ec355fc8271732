package market

import "time"

// Act is one line of the append-only audit log. Hash chains it to the line
// before: SHA-256 over the JCS form of the act with Prev in it.
type Act struct {
	Seq    int64     `json:"seq"`
	At     time.Time `json:"at"`
	Actor  string    `json:"actor"`  // account id, "" for the market
	Action string    `json:"action"` // see the Act… constants
	Object string    `json:"object"` // "submission/ID", "listing/ID", "account/ID", "rule/ID", "rereview/ID"
	Before string    `json:"before,omitempty"`
	After  string    `json:"after,omitempty"` // states or digests
	Rules  []string  `json:"rules,omitempty"`
	Text   string    `json:"text,omitempty"`
	IP     string    `json:"ip,omitempty"`
	Prev   string    `json:"prev"`
	Hash   string    `json:"hash"`
}

// The actions. A submission's timeline is its acts, oldest first.
const (
	ActSubmitted    = "submitted"
	ActExamined     = "examined"      // After: verdict
	ActAutoRejected = "auto_rejected" // by the rules
	ActGaveUp       = "gave_up"       // the examination failed for good
	ActQueued       = "queued"        // to a person
	ActClaimed      = "claimed"
	ActReleased     = "released"
	ActApproved     = "approved"
	ActRequested    = "changes_requested"
	ActRejected     = "rejected"
	ActWithdrawn    = "withdrawn"
	ActTokenDeleted = "token_deleted"
	ActHealth       = "health"        // Before, After: states
	ActToolsChanged = "tools_changed" // Before, After: set digests
	ActSignedUp     = "signed_up"
	ActSignedIn     = "signed_in"
	ActSignInFailed = "sign_in_failed"
	ActRoleGiven    = "role_given"
	ActRuleSet      = "rule_set"         // Before, After: settings
	ActWaived       = "finding_waived"   // Before, After: verdicts
	ActUnwaived     = "waiver_withdrawn" // Before, After: verdicts, when there was a case to judge anew
	ActAppealed     = "appealed"         // by the publisher, against the rules
	ActRejudged     = "rejudged"         // by a re-review; Before, After: verdicts
	ActRereview     = "rereview_started" // After: how many listings
	ActRereviewEnd  = "rereview_cancelled"
	ActRereviewDone = "rereview_applied" // After: how many settings changed

	ActDriftTaken     = "drift_taken"    // a cosmetic change, by the rules; Before, After: set digests, as of all of these
	ActDriftSeen      = "drift_seen"     // a change that waits for a person
	ActDriftReverted  = "drift_reverted" // by the server itself
	ActDriftBack      = "drift_back"     // refused before, and the server shows the approved tools again
	ActDriftReplaced  = "drift_replaced" // by a new revision
	ActDriftSeconded  = "drift_seconded" // accepted by one reviewer, and waits for another
	ActDriftAccepted  = "drift_accepted"
	ActDriftRefused   = "drift_refused"
	ActDriftDismissed = "drift_dismissed"
	ActDriftRestored  = "drift_restored"

	ActHeld     = "listing_held"     // Before, After: holds; Text: why
	ActRestored = "listing_restored" // Before, After: holds

	ActComplained = "complaint_sent"        // After: its reason
	ActAnswered   = "complaint_answered"    // After: its state; Text: the answer
	ActAnnounced  = "maintenance_announced" // After: from, until
	ActCalledOff  = "maintenance_cancelled" // Before: from, until
	ActExcluded   = "domain_excluded"       // Text: why
	ActReadmitted = "domain_readmitted"
	ActRenamed    = "account_renamed"
	ActPassword   = "password_changed"

	ActChannelAdded    = "channel_added" // After: its kind, as of all of these; never where it sends
	ActChannelChanged  = "channel_changed"
	ActChannelDisabled = "channel_disabled" // Text: why
	ActChannelEnabled  = "channel_enabled"
	ActChannelDeleted  = "channel_deleted"
	ActChannelVerified = "channel_verified"
	ActChannelSecret   = "channel_secret_renewed"
)

// AuditFilter chooses acts; zero members do not restrict.
type AuditFilter struct {
	Object string
	Actor  string
	Oldest bool  // oldest first; otherwise newest first
	Before int64 // only acts with a smaller Seq, for paging newest first
	Limit  int   // 0 means 100
}
