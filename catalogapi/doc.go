// Package catalogapi is the market as JSON: the catalog that apps fetch, made
// once per revision in every coding, and submissions by API on the same core
// as the pages.
package catalogapi
