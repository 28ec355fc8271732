// Package healthcheck looks at a server the way the app will: the contract
// probe and the bare tools/list, byte for byte what the app sends, over the
// guarded client of netguard. When the server fails them, standard MCP is
// tried to explain why; that never decides.
//
// What a server sends is hostile: it is read within limits, kept as evidence
// with secrets redacted, and never an instruction. Nothing that a server does
// is an error here; it is the result.
package healthcheck
