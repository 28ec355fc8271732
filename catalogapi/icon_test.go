package catalogapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"marketd/market"
)

// listed brings the entry into the catalog with the icon that its review drew.
func (s *stand) listed(t *testing.T, png string) {
	t.Helper()
	s.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		x, err := good(ctx, c)
		if c.Entry.Icon != "" {
			x.Probe.Visits.Icon = &market.IconFacts{Type: "image/png", PNG: []byte(png)}
		}
		return x, err
	}
	res := s.submit(dev, confirmed(`,"icon":"https://weather.example.com/icon.png"`))
	if res.StatusCode != http.StatusAccepted {
		t.Fatalf("submit: %d %s", res.StatusCode, res.body)
	}
	id := decode[struct {
		SubmissionID string `json:"submissionId"`
	}](t, res).SubmissionID
	if err := s.intake.Review(t.Context(), market.ReviewArgs{Submission: id, Pass: 1}); err != nil {
		t.Fatal(err)
	}
	judge := market.Actor{Account: reviewer, Role: market.RoleReviewer}
	story, err := s.intake.Story(t.Context(), judge, id)
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.desk.Decide(t.Context(), judge, market.DecideRequest{ID: id, Version: story.Submission.Version, Digest: story.Submission.Digest, Kind: market.DecideApprove})
	if err != nil {
		t.Fatal(err)
	}
	s.refresh(t)
}

func TestIconIsServedFromHere(t *testing.T) {
	t.Parallel()
	s := newStand(t)
	const png = "\x89PNG\r\n\x1a\nthe icon"
	s.listed(t, png)
	doc := decode[struct {
		Packages []struct {
			Icon string `json:"icon"`
		} `json:"packages"`
	}](t, s.client.get("/market/registry.json"))
	want := "/icons/" + market.IconHash([]byte(png)) + ".png"
	if len(doc.Packages) != 1 || doc.Packages[0].Icon != want {
		t.Fatalf("the catalog says %+v, want %s", doc.Packages, want)
	}
	res := s.client.get(want)
	if res.StatusCode != http.StatusOK || string(res.body) != png {
		t.Fatalf("%d %q", res.StatusCode, res.body)
	}
	for name, value := range map[string]string{
		"Content-Type": "image/png", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
		"Cache-Control": "public, max-age=31536000, immutable", "Access-Control-Allow-Origin": "*", "Set-Cookie": "",
	} {
		if got := res.Header.Get(name); got != value {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
	if again := s.client.get(want, "If-None-Match: "+res.Header.Get("ETag")); again.StatusCode != http.StatusNotModified || len(again.body) > 0 {
		t.Errorf("asked again: %d %q", again.StatusCode, again.body)
	}
	if head := s.client.do(http.MethodHead, want, ""); head.StatusCode != http.StatusOK || len(head.body) > 0 {
		t.Errorf("HEAD: %d", head.StatusCode)
	}
	for _, path := range []string{
		"/icons/" + strings.Repeat("0", 64) + ".png", strings.ToUpper(want[:71]) + ".png", strings.TrimSuffix(want, ".png"),
		"/icons/../market/registry.json.png", "/icons/x.png", "/icons/%00.png",
	} {
		if res := s.client.get(path); res.StatusCode != http.StatusNotFound && res.StatusCode != http.StatusMovedPermanently {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
}
