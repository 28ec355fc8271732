package web

import (
	"net/http"
	"strings"
	"testing"

	"marketd/market"
)

const drawnIcon = "\x89PNG\r\n\x1a\ndrawn anew"

// withIcon is a good look that found the entry's icon good too.
func withIcon(e market.Entry) market.Examined {
	x := good(e)
	if e.Icon != "" {
		x.Probe.Visits.Icon = &market.IconFacts{Type: "image/png", Width: 512, Height: 512, PNG: []byte(drawnIcon)}
	}
	return x
}

func TestCardsShowIcons(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	with, without := listing("weather-demo", "天气预报", "weather", weatherTool), listing("papers", "论文检索", "academic", forecastTool)
	with.Icon = market.IconHash([]byte(drawnIcon))
	with.Entry.Icon = "https://pictures.example.net/icon.png"
	with.Entry.Support, with.Entry.Region, with.Entry.Changes = "mailto:help@example.com", "只在<b>中国大陆</b>的网络可用", "加了\u202e七日预报"
	w.list(with, without)
	want := "/icons/" + with.Icon + ".png"
	for _, path := range []string{"/", "/listings/weather-demo"} {
		a := w.browser().get(path)
		img := a.doc.Find("img.tile")
		if src, _ := img.Attr("src"); img.Length() != 1 || src != want {
			t.Errorf("%s: %d pictures, of %q; want %q", path, img.Length(), src, want)
		}
		if alt, there := img.Attr("alt"); alt != "" || !there {
			t.Errorf("%s: the picture beside the name reads %q", path, alt)
		}
		if strings.Contains(a.body, "pictures.example.net") {
			t.Errorf("%s leads to the publisher's own picture", path)
		}
	}
	a := w.browser().get("/listings/weather-demo")
	if got := a.text("#about"); !strings.Contains(got, "只在<b>中国大陆</b>的网络可用") || !strings.Contains(got, "加了⟦U+202E⟧七日预报") {
		t.Errorf("about reads %q", got)
	}
	if href, _ := a.doc.Find("#about a[href^=mailto]").Attr("href"); href != "mailto:help@example.com" {
		t.Errorf("support leads to %q", href)
	}
	if a := w.browser().get("/listings/papers"); a.has("img:not([src^='/badge/'])") || a.text(".tile") != "论" {
		t.Errorf("without an icon: %q", a.text(".tile"))
	}
}

func TestPreviewShowsTheCheckedIcon(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(withIcon)
	visitor := w.browser()
	form := formOf("weather-demo", "icon", "https://weather-demo.example.com/icon.png", "support", "mailto:help@example.com", "region", "中国大陆", "changes", "七日预报")
	path, a := visitor.check(form...)
	src, _ := a.doc.Find("[data-testid=card] img.tile").Attr("src")
	if src != path+"/icon.png" {
		t.Fatalf("the preview shows %q", src)
	}
	for field, want := range map[string]string{"icon": "https://weather-demo.example.com/icon.png", "support": "mailto:help@example.com", "region": "中国大陆", "changes": "七日预报"} {
		if got, _ := a.doc.Find("#" + field).Attr("value"); got != want {
			t.Errorf("field %s holds %q", field, got)
		}
	}
	got := visitor.get(src)
	if got.status != http.StatusOK || got.body != drawnIcon || got.header.Get("Content-Type") != "image/png" ||
		got.header.Get("Content-Security-Policy") != "default-src 'none'; sandbox" || got.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%d %q %v", got.status, got.body, got.header)
	}
	if a := w.browser().get(src); a.status != http.StatusNotFound {
		t.Errorf("another browser gets %d", a.status)
	}
	path, a = visitor.check(formOf("weather-demo")...)
	if a.has("[data-testid=card] img") {
		t.Error("an entry without an icon shows one")
	}
	if a := visitor.get(path + "/icon.png"); a.status != http.StatusNotFound {
		t.Errorf("no icon: %d", a.status)
	}
}

func TestReviewerSeesTheIcon(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sub := w.submitted(devEmail, "weather-demo", func(e market.Entry) market.Examined {
		e.Icon = "https://weather-demo.example.com/icon.png"
		return withIcon(e)
	})
	path := "/desk/" + sub.ID
	rev := w.signedIn(reviewerEmail)
	a := rev.get(path)
	if src, _ := a.doc.Find("[data-testid=seen] img.tile").Attr("src"); src != path+"/icon.png" {
		t.Errorf("the desk shows %q", src)
	}
	if a := rev.get(path); a.has("[data-testid=told]") {
		t.Errorf("it says %q where nothing is told", a.text("[data-testid=told]"))
	}
	if got := rev.get(path + "/icon.png"); got.status != http.StatusOK || got.body != drawnIcon {
		t.Errorf("%d %q", got.status, got.body)
	}
	if a := w.signedIn(devEmail).get(path + "/icon.png"); a.status != http.StatusForbidden {
		t.Errorf("a developer gets %d", a.status)
	}
	if a := rev.get("/desk/none/icon.png"); a.status != http.StatusNotFound {
		t.Errorf("no such submission: %d", a.status)
	}
	plain := w.submitted(otherEmail, "papers", good)
	if a := rev.get("/desk/" + plain.ID); a.has("[data-testid=seen] img") {
		t.Error("a submission without an icon shows one")
	}
}

// What an update before changed is not said again of the next.
func TestRevisingBeginsWithoutTheOldNote(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dev := w.signedIn(devEmail)
	sub := w.submitted(devEmail, "weather-demo", good)
	story, err := w.intake.Story(t.Context(), market.Actor{Account: w.account(reviewerEmail).ID, Role: market.RoleReviewer}, sub.ID)
	if err != nil {
		t.Fatal(err)
	}
	s := story.Submission
	s.Entry.Changes, s.Stage = "the first version", market.StageApproved
	if err := w.store.Update(t.Context(), func(tx market.Writer) error { return tx.UpdateSubmission(t.Context(), s) }); err != nil {
		t.Fatal(err)
	}
	if got, _ := dev.get("/submissions/" + sub.ID + "/revise").doc.Find("#changes").Attr("value"); got != "" {
		t.Errorf("the form begins with %q", got)
	}
}

// A reviewer reads what the publisher says besides the card, as plain text.
func TestReviewerReadsWhatIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(good)
	dev := w.account(devEmail)
	e := market.Entry{
		ID: "weather-demo", Name: "天气 weather", Desc: "查询国内城市的实时天气与七日预报", Cat: "weather", Author: "Example", Server: market.Server{URL: "https://weather-demo.example.com/mcp"},
		Changes: "Adds <b>hours</b>", Region: "mainland\u202e China", Support: "mailto:help@example.com", Icon: "data:image/png;base64," + strings.Repeat("A", 5000),
	}
	sub, err := w.intake.Submit(t.Context(), market.Actor{Account: dev.ID, Role: dev.Role}, market.SubmitRequest{Confirm: true, Entry: e})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.intake.Review(t.Context(), market.ReviewArgs{Submission: sub.ID, Pass: 1}); err != nil {
		t.Fatal(err)
	}
	got := w.signedIn(reviewerEmail).get("/desk/" + sub.ID).text("[data-testid=told]")
	for _, want := range []string{"Adds <b>hours</b>", "mainland⟦U+202E⟧ China", "mailto:help@example.com", "data:image/png;sha256="} {
		if !strings.Contains(got, want) {
			t.Errorf("the desk reads %q, without %q", got, want)
		}
	}
}
