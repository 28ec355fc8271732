// Package signing keeps the market's secrets: it encrypts what must rest in
// the database under a key that does not, and hashes passwords.
package signing
