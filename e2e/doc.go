// Package e2e tests the built program from outside: it starts marketd as a
// user would, and talks to it by HTTPS and with a browser.
package e2e
