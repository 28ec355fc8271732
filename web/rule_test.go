package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"marketd/market"
)

// catalogue is a catalogue with every kind of entry in it.
func catalogue(o *Options) {
	o.RuleDocs = append(slices.Clone(sampleRules),
		market.RuleDoc{ID: "QLT-003", Kind: market.KindQuality, Group: market.GroupTools, Severity: market.SeverityInfo, Title: market.Text{ZH: "每个参数都有说明", EN: "Every parameter says what it means"}, Why: market.Text{ZH: "没有说明就只能猜。", EN: "Without one a model can only guess."}},
		market.RuleDoc{ID: "SSE-001", Kind: market.KindParser, Group: market.GroupProtocol, Title: market.Text{ZH: "完整地读懂事件流", EN: "Event streams are read as they are defined"}, Why: market.Text{ZH: "少认一种就会误判。", EN: "A reader that misses one misjudges good servers."}, Test: "healthcheck/sse: TestReaderAtEverySplit"},
	)
}

func TestRuleCatalogue(t *testing.T) {
	t.Parallel()
	w := newWorld(t, catalogue)
	a := w.browser().get("/rules")
	if n := a.doc.Find("[data-testid=rule]").Length(); n != 6 {
		t.Errorf("%d rules are listed of 6", n)
	}
	for _, c := range []struct{ sel, want string }{
		{"#HLT h2", "Health HLT"},
		{"#HLT-001", "HLT-001 Answers POST {} with 200 or 405 the app only Must change"},
		{"#QLT-003", "Quality only"},
		{"#SSE-001", "How we read"},
		{"main > .stack", "4 rules · 1 rule on quality · 1 duty of our readers · Review rules 2026-12-01.1"},
		{".toc a[href='#DSC']", "Descriptions1"},
	} {
		if got := a.text(c.sel); !strings.Contains(got, c.want) {
			t.Errorf("%s reads %q, want %q", c.sel, got, c.want)
		}
	}
}

func TestRulePage(t *testing.T) {
	t.Parallel()
	w := newWorld(t, catalogue)
	b := w.browser()
	a := b.get("/rules/HLT-001")
	for _, c := range []struct{ sel, want string }{
		{"h1", "Answers POST {} with 200 or 405"},
		{"[data-testid=marks]", "HLT-001the app only Must changeApp rules"},
		{"#why", "The app tells by it whether the server is there."},
		{"#decide", "Post {} and look at the status; see also DSC-003."},
		{"#decide a[href='/rules/DSC-003']", "DSC-003"},
		{"#decide code", "{}"},
		{"#fix", "Answer 200 or 405 to an empty object."},
		{"[data-testid=fails] summary", "a stock SDK answers 400"},
		{"[data-testid=fails] details[open]", `"body": "<script>alert(1)</script>"`},
		{"[data-testid=fails] details[open]", "Reported reject /probe/contract"},
		{"[data-testid=passes] details", "405 is fine"},
		{"aside", "the app's market interface, health"},
		{"aside", "healthcheck: TestContract"},
		{"aside a[rel=next]", "→ DSC-003 Every tool has a description"},
	} {
		if got := a.text(c.sel); !strings.Contains(got, c.want) {
			t.Errorf("%s reads %q, want %q", c.sel, got, c.want)
		}
	}
	if a.has("a[rel=prev]") || !b.get("/rules/DSC-003").has("a[rel=prev][href='/rules/HLT-001']") {
		t.Error("the neighbours are mistaken")
	}
	if n := a.doc.Find("[data-testid=fails] details[open]").Length(); n != 1 {
		t.Errorf("%d examples stand open", n)
	}
	if a := b.get("/rules/SSE-001"); !strings.Contains(a.text("main"), "A duty of our own") || a.has("[data-testid=fails]") {
		t.Errorf("a duty of ours reads %q", a.text("main"))
	}
	b.header.Set("Accept-Language", "zh-CN")
	if got := b.get("/rules/HLT-001").text("#decide"); !strings.Contains(got, "怎么判断") || !strings.Contains(got, "看状态码") {
		t.Errorf("in Chinese: %q", got)
	}
	if a := b.get("/rules/hlt-001"); a.status != http.StatusMovedPermanently || a.header.Get("Location") != "/rules/HLT-001" {
		t.Errorf("in lower case: %d %q", a.status, a.header.Get("Location"))
	}
	for _, path := range []string{"/rules/HLT-999", "/rules/%3Cscript%3E", "/rules/HLT-001/x"} {
		if a := b.get(path); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}

// A rule's page says when this market has it weigh otherwise.
func TestRulePageSaysHowItWeighsHere(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		set  *market.RuleSetting
		want string
	}{
		"as it says itself": {nil, ""},
		"recorded only":     {&market.RuleSetting{}, "On this market it is recorded only"},
		"another severity":  {&market.RuleSetting{Severity: market.SeverityWarn, Enforced: true}, "On this market it weighs as: Advice"},
		"its own severity":  {&market.RuleSetting{Severity: market.SeverityReject, Enforced: true}, ""},
	} {
		w := newWorld(t)
		if c.set != nil {
			err := w.store.Update(t.Context(), func(tx market.Writer) error {
				return tx.SaveRuleSetting(t.Context(), market.SavedSetting{Rule: "DSC-003", RuleSetting: *c.set})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if got := w.browser().get("/rules/DSC-003").text("[data-testid=here]"); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A rule's page and a report call a group of rules by one name, and a finding
// leads to its rule.
func TestFindingsLeadToTheirRules(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examines(stock)
	b := w.browser()
	_, a := b.checked("url", stockURL)
	for _, d := range sampleRules {
		chips := b.get("/rules/" + d.ID).text("[data-testid=marks]")
		heading := a.doc.Find("[data-testid='group-" + string(d.Group) + "'] > summary").Contents().Not("svg, span").Text()
		if heading = strings.TrimSpace(heading); heading == "" || !strings.HasSuffix(chips, heading) {
			t.Errorf("%s: %q in a report, %q on its page", d.ID, heading, chips)
		}
	}
	links := map[string]bool{}
	a.doc.Find("a.chip.id").Each(func(_ int, s *gq) { links[s.AttrOr("href", "")] = true })
	for link := range links {
		if a := b.get(link); a.status != http.StatusOK {
			t.Errorf("%s: %d", link, a.status)
		}
	}
	if len(links) < 3 {
		t.Errorf("only %d rules are named", len(links))
	}
}

// Every rule that the market has can be read, in both languages.
func TestEveryRuleHasItsPage(t *testing.T) {
	t.Parallel()
	docs := []market.RuleDoc{}
	for _, id := range []string{"ENT-001", "PRO-018", "META-009", "ZZZ-001"} { // the last of a family that we do not know
		docs = append(docs, market.RuleDoc{ID: id, Kind: market.KindProcess, Group: market.GroupMeta, Title: say("题", "Title")})
	}
	w := newWorld(t, func(o *Options) { o.RuleDocs = docs })
	for _, d := range docs {
		if a := w.browser().get("/rules/" + d.ID); a.status != http.StatusOK || a.text("h1") != "Title" {
			t.Errorf("%s: %d", d.ID, a.status)
		}
	}
	if got := w.browser().get("/rules").text("#ZZZ h2"); got != "ZZZ ZZZ" {
		t.Errorf("a family without a name is %q", got)
	}
}
