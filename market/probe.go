package market

import (
	"encoding/json"
	"time"
)

// Reason classes one probe in one word of the contract. It is public.
type Reason string

// The reasons. Only those for which [Reason.Counts] is true say anything
// about the server.
const (
	ReasonOK           Reason = "ok"
	ReasonDNS          Reason = "dns"
	ReasonConnect      Reason = "connect"
	ReasonTLS          Reason = "tls"
	ReasonTimeout      Reason = "timeout"
	ReasonHTTPError    Reason = "http_error"
	ReasonNotMCP       Reason = "not_mcp"
	ReasonAuthRequired Reason = "auth_required"
	ReasonRateLimited  Reason = "rate_limited"
	ReasonRPCError     Reason = "rpc_error"
	ReasonTooLarge     Reason = "too_large"
	ReasonBlocked      Reason = "blocked" // our own guard refused the address
	ReasonOurNetwork   Reason = "our_network"
)

// Counts reports whether the reason says something about the server, and so
// counts in its health: a 429 and a fault of our own network do not (CRN-001).
func (r Reason) Counts() bool { return r != ReasonRateLimited && r != ReasonOurNetwork }

// Class is the finer class of the answer to the contract probe (rule HLT-001).
type Class string

// The classes of HLT-001's table.
const (
	ClassOK              Class = "contract-ok"
	ClassMismatch        Class = "contract-mismatch"
	ClassNotEndpoint     Class = "not-an-endpoint"
	ClassMoved           Class = "moved"
	ClassAuth            Class = "auth"
	ClassSessionRequired Class = "session-required"
	ClassWrongPath       Class = "wrong-path"
	ClassAccept          Class = "accept"
	ClassThrottled       Class = "throttled"
	ClassContentType     Class = "content-type"
	ClassProxy           Class = "proxy"
	ClassChallenge       Class = "challenge" // a firewall's challenge page (HLT-005)
	ClassServerError     Class = "server-error"
	ClassGateway         Class = "gateway"
	ClassNetwork         Class = "network"
)

// Target says what to probe. Token is sent as a Bearer token to this URL's
// origin only, and never appears in an [Exchange].
type Target struct {
	URL   string
	Token string

	// Profile is the one that is asked for. Empty: both. ProfileApp: standard
	// MCP is tried only when the app's way fails, to explain. ProfileMCP: the
	// app's way is not tried.
	Profile Profile

	// Agent is the User-Agent to send in place of the prober's own (rule
	// PRO-014); empty for its own.
	Agent string

	// Brief leaves out what a good probe is not asked for, and saves its cost:
	// the transcript and the guess at an SDK come only when the probe failed,
	// and a list's answer bears no body of its own.
	Brief bool
}

// Probe is all the evidence that one look at a server gave. Texts from the
// server are cut, and secrets in them redacted, before they come here.
type Probe struct {
	At        time.Time     `json:"at"`
	Took      time.Duration `json:"took"`
	URL       string        `json:"url"`
	Reason    Reason        `json:"reason"`
	Class     Class         `json:"class"`
	Net       NetFacts      `json:"net"`
	Contract  Answer        `json:"contract"`        // POST {}, byte for byte what the app sends
	List      ToolList      `json:"list"`            // the bare tools/list
	MCP       Talk          `json:"mcp,omitzero"`    // standard MCP
	Agent     string        `json:"agent,omitempty"` // the User-Agent, when it was not the prober's own
	Visits    Visits        `json:"visits,omitzero"` // what the entry's links and icon are
	SDK       string        `json:"sdk,omitempty"`   // the SDK recognised: "go-sdk", "mcp-go", "typescript", "python"
	Phases    Phases        `json:"phases,omitzero"`
	Exchanges []Exchange    `json:"exchanges,omitempty"` // in the order in which they happened
}

// Phases is where the time of a probe went. What is left of the time it took
// went into reading bodies.
type Phases struct {
	DNS       time.Duration `json:"dns,omitempty"`       // these three of all connections that it made, one as a rule
	Connect   time.Duration `json:"connect,omitempty"`   //
	TLS       time.Duration `json:"tls,omitempty"`       //
	FirstByte time.Duration `json:"firstByte,omitempty"` // of the first exchange that was answered
}

// Skew is how far the server's clock is ahead of ours, negative when behind,
// to a second (rule CRN-011). ok is false when the server did not tell.
func (p Probe) Skew() (ahead time.Duration, ok bool) {
	for _, a := range []*Answer{&p.Contract, &p.List.Answer, &p.MCP.List.Answer} {
		if a.Dated {
			return a.Skew, true
		}
	}
	return 0, false
}

// Ended is when the probe was over.
func (p Probe) Ended() time.Time { return p.At.Add(p.Took) }

// OK reports whether the server did what the app asks of it.
func (p Probe) OK() bool { return p.Reason == ReasonOK }

// Tools is the list that was read: the bare one, or else standard MCP's. ok is
// false when neither was.
func (p Probe) Tools() (l ToolList, ok bool) {
	if p.List.OK() {
		return p.List, true
	}
	return p.MCP.List, p.MCP.List.OK()
}

// broken reports whether no list was read to its end, and the beginning of one was.
func (p Probe) broken() bool {
	_, whole := p.Tools()
	return !whole && len(p.List.Tools)+len(p.MCP.List.Tools) > 0
}

// ReasonFor is the reason of one profile; of both (""), the better one.
func (p Probe) ReasonFor(q Profile) Reason {
	if q == ProfileMCP || q == "" && (p.Reason == "" || p.Reason != ReasonOK && p.MCP.Reason == ReasonOK) {
		return p.MCP.Reason
	}
	return p.Reason
}

// Talk is how standard MCP went: 2026-07-28 first, then initialize, then the
// SSE transport of 2024-11-05 (the contract, two verdicts).
type Talk struct {
	Reason       Reason       `json:"reason"`                 // ok when a list was read; empty when it was not tried
	Way          string       `json:"way,omitempty"`          // that worked: "modern", "session" or "sse"
	Version      string       `json:"version,omitempty"`      // protocol version agreed on
	ServerName   string       `json:"serverName,omitempty"`   // of serverInfo, as served, cut
	ServerTitle  string       `json:"serverTitle,omitempty"`  // the same
	Instructions string       `json:"instructions,omitempty"` // as served, at most 64 KiB
	Attempts     []Diagnostic `json:"attempts,omitempty"`     // what was tried, in order; the last one is Way's when one worked
	List         ToolList     `json:"list,omitzero"`          // all pages, by Way
}

// IsZero reports whether standard MCP was not tried.
func (t Talk) IsZero() bool { return t.Reason == "" && len(t.Attempts) == 0 }

// Transport is the transport of the way that worked, "" when none did.
func (t Talk) Transport() string {
	switch t.Way {
	case "":
		return ""
	case "sse":
		return "sse"
	}
	return "streamable-http"
}

// NetFacts is what was learnt below HTTP.
type NetFacts struct {
	Addrs     []string  `json:"addrs,omitempty"`    // what the name resolved to
	Blocked   []string  `json:"blocked,omitempty"`  // those of Addrs that the guard refuses
	Own       bool      `json:"own,omitempty"`      // refused as the market itself: its name, or an address of it
	Dialled   string    `json:"dialled,omitempty"`  // the address that answered, host:port
	DNSFault  string    `json:"dnsFault,omitempty"` // "nxdomain": there is no such name; "servfail", "timeout": the resolver found out nothing; "unreachable": the resolver itself was not reached
	TLS       string    `json:"tls,omitempty"`      // "TLS 1.3"
	TLSFault  string    `json:"tlsFault,omitempty"` // "expired", "not-yet-valid", "unknown-authority", "name-mismatch", "old-version", "handshake"
	CertFrom  time.Time `json:"certFrom,omitzero"`  // when the server's own certificate became valid
	CertUntil time.Time `json:"certUntil,omitzero"` // when the chain expires
	Roots     []Root    `json:"roots,omitempty"`    // that the certificate leads to; several when the server sends cross-signed ones
	Lifted    bool      `json:"lifted,omitempty"`   // the operator allows this range (--probe-allow): address and https rules do not apply
}

// Root is an authority that a certificate leads to.
type Root struct {
	Name string `json:"name"`
	Key  string `json:"key"` // the SHA-256 of its public key (SubjectPublicKeyInfo), in hexadecimal
}

// Answer is the server's answer to one request, or the lack of one.
type Answer struct {
	Sent       bool          `json:"sent"`                 // the connection stood and the request went out
	Status     int           `json:"status,omitempty"`     // 0: no answer
	MediaType  string        `json:"mediaType,omitempty"`  // lower case, without parameters
	Body       string        `json:"body,omitempty"`       // at most 16 KiB
	Location   string        `json:"location,omitempty"`   // of a 3xx
	Astray     bool          `json:"astray,omitempty"`     // Location is the market itself, or an address that is refused as it is written
	RetryAfter time.Duration `json:"retryAfter,omitempty"` // capped at 1 h
	AuthScheme string        `json:"authScheme,omitempty"` // of WWW-Authenticate
	Server     string        `json:"server,omitempty"`     // the Server header, lower case
	SessionID  bool          `json:"sessionId,omitempty"`  // the answer carried Mcp-Session-Id
	Connect    time.Duration `json:"connect,omitempty"`    // DNS, TCP and TLS; 0 over a connection that stood before
	FirstByte  time.Duration `json:"firstByte,omitempty"`  // from the request on the standing connection
	Took       time.Duration `json:"took,omitempty"`
	Dated      bool          `json:"dated,omitempty"`  // the answer was made for us and says when
	Skew       time.Duration `json:"skew,omitempty"`   // how far that is ahead of our clock
	Reason     Reason        `json:"reason"`           // why there is no usable answer; ReasonOK when there is one
	Detail     string        `json:"detail,omitempty"` // one English line for people, e.g. "connect: connection refused"
}

// ToolList is the answer to the bare tools/list, all pages together.
type ToolList struct {
	Answer     Answer            `json:"answer"` // of the page that ended the walk
	Tools      []json.RawMessage `json:"tools,omitempty"`
	Pages      int               `json:"pages,omitempty"`
	FirstPage  int               `json:"firstPage,omitempty"` // tools on page one: all that the app reads (PAG-002)
	Bytes      int64             `json:"bytes,omitempty"`     // decoded
	SSE        bool              `json:"sse,omitempty"`
	Fault      Note              `json:"fault,omitzero"`  // why there is no list; zero Code when there is one
	Notes      []Note            `json:"notes,omitempty"` // what the parser put up with
	RPCCode    int               `json:"rpcCode,omitempty"`
	RPCMessage string            `json:"rpcMessage,omitempty"`
	Supported  []string          `json:"supported,omitempty"` // data.supported of -32022
}

// IsZero reports whether no list was asked for.
func (l ToolList) IsZero() bool {
	return l.Pages == 0 && l.Fault == (Note{}) && len(l.Tools) == 0 && l.Answer == (Answer{})
}

// OK reports whether a list was read to its end.
func (l ToolList) OK() bool { return l.Pages > 0 && l.Fault.Code == "" }

// Note is one observation of the protocol reader: a code from the lists below
// and, for people, the detail (already escaped and cut).
type Note struct {
	Code   string `json:"code"`
	Detail string `json:"detail,omitempty"`
	Where  string `json:"where,omitempty"` // JSON pointer into the tool list, when there is a place
}

// Codes of [ToolList.Fault], with the rule that turns each into a finding.
const (
	FaultTransport     = "transport"       // HLT-001: no HTTP answer; see Answer.Reason
	FaultStatus        = "status"          // PRO-001 / PRO-006: HTTP status was not 200
	FaultHTML          = "html"            // HLT-003
	FaultMediaType     = "media-type"      // PRO-005: neither JSON nor SSE
	FaultNotJSON       = "not-json"        // PRO-002
	FaultUnstrictJSON  = "unstrict-json"   // PRO-002: duplicate or case-colliding keys, NUL in a key, depth, size
	FaultEnvelope      = "envelope"        // PRO-002
	FaultID            = "id"              // PRO-003
	FaultRPCError      = "rpc-error"       // PRO-004; see RPCCode
	FaultNoTools       = "no-tools-member" // PRO-001: result has no tools array
	FaultTooLarge      = "too-large"       // PRO-009 / URL guard's byte limits
	FaultTooManyTools  = "too-many-tools"  // PRO-008
	FaultStreamNoReply = "stream-no-reply" // SSE-004
	FaultStreamNoise   = "stream-noise"    // SSE-003: more than 50 events that are no JSON
	FaultCursorLoop    = "cursor-loop"     // PAG-003
	FaultCursorType    = "cursor-type"     // PAG-004
	FaultEncoded       = "encoded-body"    // content-encoding that was not asked for and cannot be read
	FaultWithheld      = "withheld"        // PRO-016: the server asks something first and does not answer
	FaultEndpoint      = "endpoint"        // PRO-018: the SSE transport's endpoint event leads to another origin
)

// Codes of [ToolList.Notes].
const (
	NoteBatch         = "batch"          // PRO-002: a one-element array
	NoteNullError     = "null-error"     // PRO-002: "error": null beside a result
	NoteStringID      = "string-id"      // PRO-003: "1"
	NoteMediaType     = "media-type"     // PRO-005: text/plain or none, read as JSON
	NoteSSEAsJSON     = "sse-as-json"    // PRO-005: SSE under a JSON type
	NoteFrames        = "sse-frames"     // SSE-002: framing that simple clients fail on
	NoteHeartbeat     = "sse-heartbeat"  // SSE-003: data that is no JSON, skipped
	NoteUnended       = "sse-unended"    // SSE-001: last event without a blank line
	NoteLaterPages    = "later-pages"    // PAG-002
	NoteRedefined     = "page-redefined" // PAG-005: a name again with other content
	NoteServerRequest = "server-request" // PRO-016: Detail is the method
	NoteSlow          = "slow"           // a list slower than 5 s
	NoteTokenEcho     = "token-echo"     // the list has the test token in it
)

// Diagnostic is one attempt to talk standard MCP (rules HLT-002, PRO-018).
type Diagnostic struct {
	Kind   string `json:"kind"` // "modern" (2026-07-28), "session" (initialize, 2025-11-25), "sse" (2024-11-05)
	OK     bool   `json:"ok"`
	Status int    `json:"status,omitempty"`
	Detail string `json:"detail,omitempty"`
	Tools  int    `json:"tools,omitempty"`
}

// Exchange is one request and its answer as kept for display and replay.
// Authorization values are already "Bearer ⟦token⟧".
type Exchange struct {
	Step       string        `json:"step"` // "contract", "list", "list/2", "mcp/discover", "mcp/initialize", …
	At         time.Time     `json:"at"`
	Method     string        `json:"method"`
	URL        string        `json:"url"`
	ReqHeader  []Header      `json:"reqHeader"`
	ReqBody    string        `json:"reqBody,omitempty"`
	Status     int           `json:"status,omitempty"`
	RespHeader []Header      `json:"respHeader,omitempty"`
	RespBody   string        `json:"respBody,omitempty"` // at most 16 KiB
	RespBytes  int64         `json:"respBytes,omitempty"`
	Cut        bool          `json:"cut,omitempty"`
	Remote     string        `json:"remote,omitempty"`
	Reused     bool          `json:"reused,omitempty"` // went over a connection that an exchange before had made
	DNS        time.Duration `json:"dns,omitempty"`
	Connect    time.Duration `json:"connect,omitempty"`
	TLS        time.Duration `json:"tls,omitempty"`
	FirstByte  time.Duration `json:"firstByte,omitempty"`
	Took       time.Duration `json:"took"`
	Err        string        `json:"err,omitempty"` // one English line
}

// Header is one header line of an [Exchange].
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}
