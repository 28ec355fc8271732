// Package storagetest proves that a store keeps what [market.Store] promises,
// and gives other packages' tests a real one to run on.
package storagetest
