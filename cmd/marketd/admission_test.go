package main

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"testing"
)

// A client's checks are counted together, whichever surface takes them.
func TestChecksAreCountedTogether(t *testing.T) {
	t.Parallel()
	m := serving(t, dataFolder(t))
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	m.client.Jar = jar
	form := url.Values{"do": {"check"}, "url": {"not a URL"}}.Encode()
	page := func() int {
		return m.do(t, http.MethodPost, "/submit", form, "Content-Type", "application/x-www-form-urlencoded").StatusCode
	}
	api := func() int {
		return m.do(t, http.MethodPost, "/api/v1/submissions", muteEntry("no URL"), "Content-Type", "application/json").StatusCode
	}
	for n := range 5 { // of the ten that a client may begin in a minute
		if page, api := page(), api(); page != http.StatusSeeOther || api != http.StatusOK {
			t.Fatalf("check %d: %d on the page, %d by API", 2*n, page, api)
		}
	}
	if page, api := page(), api(); page != http.StatusTooManyRequests || api != http.StatusTooManyRequests {
		t.Errorf("one more: %d on the page, %d by API; want 429", page, api)
	}
}
