// Package healthcheck looks at a server in both ways in which clients use it,
// over the guarded client of netguard: as the app does, with the contract probe
// and the bare tools/list, byte for byte what the app sends; and as standard MCP
// has it, newest version first, with a client of our own. Each has a result of
// its own, and neither stands in for the other.
//
// The exchanges that are kept bear these steps: "contract", "list", "list/2" …;
// "mcp/discover", "mcp/list", "mcp/list/2" …; "mcp/initialize",
// "mcp/initialized", "mcp/session-list" …; "mcp/sse", "mcp/sse-initialize",
// "mcp/sse-initialized", "mcp/sse-list" …; and "close" for each session ended.
//
// What a server sends is hostile: it is read within limits, kept as evidence
// with secrets redacted, and never an instruction. Nothing that a server does
// is an error here; it is the result.
package healthcheck
