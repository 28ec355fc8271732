// Package netguard is the one way by which the market talks to addresses that
// strangers give it. Its client resolves a name itself, refuses every address
// that is not on the public internet, connects to exactly the address that it
// checked, follows nothing, and bounds an exchange in time and bytes.
//
// Every URL and every answer is taken to be hostile. What goes wrong comes
// back as an [*Error] that says whose fault it is.
package netguard
