// Package contract holds the rules on what a server must answer to the app:
// the health check (HLT), JSON-RPC and the tool list (PRO), event streams
// (SSE), paging (PAG), that what it lists can be pinned (DRF), and that it keeps
// the token it was sent to itself (SEC-032).
package contract

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{
		healthCheck(), explained(), isEndpoint(), notChallenged(), answersSteadily(),
		bareList(), envelope(), idEchoed(), noRPCError(), mediaType(), statusOK(), toolsPresent(), notTooMany(),
		notTooLarge(), namesDiffer(), membersKnown(), typesRight(), waysAgree(), clientsAlike(), listStays(), nothingAsked(), standardWorks(),
		plainFrames(), noHeartbeatData(), streamAnswers(), currentTransport(),
		onePage(), cursorMoves(), cursorText(), pagesAgree(),
		tokenKept(), canBePinned(),
	}
}

// Where the hits of this family stand.
const (
	atContract = "/probe/contract"
	atList     = "/probe/list"
)
