// Package web serves the pages: thin handlers over the use cases of market,
// converters from market's nouns to the view structs of templates, sessions,
// and what every answer must carry to be safe in a browser.
package web
