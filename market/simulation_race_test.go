//go:build race

package market_test

// simShare is which share of the servers a simulation has: the race detector makes
// the database ten times as slow, and shows as much with fewer.
const simShare = 10
