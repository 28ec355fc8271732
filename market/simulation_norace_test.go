//go:build !race

package market_test

// simShare is which share of the servers a simulation has: all.
const simShare = 1
