package market

// NeighbourQuery is what is compared with everything else.
type NeighbourQuery struct {
	Entry   Entry
	Owner   string   // account id; what is the owner's own is told as Mine
	Tools   []string // names; nil before a list was read
	Digests []string // per tool
	Digest  string   // of the set
}

// Likeness is in what two entries resemble each other.
type Likeness string

// The likenesses.
const (
	LikeID       Likeness = "id"        // equal keys (SIM-001)
	LikeName     Likeness = "name"      // equal keys (SIM-001)
	LikeNearID   Likeness = "near-id"   // one slip apart, or but for an affix (SIM-002)
	LikeNearName Likeness = "near-name" // the same (SIM-002)
	LikeTag      Likeness = "tag"       // equal mount tags (ENT-006); Shared are the tool names that collide
	LikeHost     Likeness = "host"      // hosts that look alike and are not the same (URL-007)
	LikeTools    Likeness = "tools"     // equal or nearly equal tool sets (SIM-004); Shared are the equal tools' names

	// LikeMany is a likeness to no one listing: Shared are the names of tools that
	// three others or more have (NAM-007).
	LikeMany Likeness = "many"
)

// Neighbour is an entry that resembles the one at hand.
type Neighbour struct {
	Like    Likeness
	Listing string // its id
	Name    string
	Host    string
	Mine    bool // the asker's own
	Pending bool // not listed yet: a submission that waits
	Shared  []string
	Share   float64 // of the smaller tool set that is equal, 0 to 1; LikeTools
}
