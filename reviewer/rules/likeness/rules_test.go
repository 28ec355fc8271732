package likeness_test

import (
	"strings"
	"testing"

	"marketd/market"
	"marketd/market/similar"
	"marketd/reviewer"
	"marketd/reviewer/rules/examples"
	"marketd/reviewer/rules/likeness"
	"marketd/reviewer/rules/ruletest"
)

func TestRules(t *testing.T) {
	t.Parallel()
	for _, rule := range likeness.Rules() {
		for what, text := range map[string]market.Text{"title": rule.Title, "why": rule.Why, "decide": rule.Decide, "fix": rule.Fix} {
			ruletest.Bilingual(t, rule.ID+" "+what, text)
		}
		x, err := examples.Of(rule.ID)
		if err != nil || len(x.Fails) == 0 || len(x.Passes) == 0 {
			t.Errorf("%s: examples %v, error %v", rule.ID, x, err)
		}
		for _, e := range append(x.Fails, x.Passes...) {
			ruletest.Check(t, rule, e.Say, ruletest.Scene(t, e.Scene), e.Want)
		}
	}
}

// The rules that compare are skipped where there is nothing to compare with.
func TestSkippedWithoutMarket(t *testing.T) {
	t.Parallel()
	d := ruletest.Scene(t, []byte(`{"compared":false}`))
	for _, id := range []string{"ENT-006", "SIM-001", "SIM-002", "SIM-004"} {
		ruletest.Check(t, ruletest.Find(t, likeness.Rules(), id), "alone", d, []string{ruletest.Skipped})
	}
	ruletest.Check(t, ruletest.Find(t, likeness.Rules(), "SIM-005"), "never refused", d, []string{ruletest.Skipped})
	d.Entry.Server.URL = ""
	ruletest.Check(t, ruletest.Find(t, likeness.Rules(), "URL-007"), "no address", d, []string{ruletest.Skipped})
}

// hit is the only hit of the rule on the dossier.
func hit(t *testing.T, id string, d *reviewer.Dossier) reviewer.Hit {
	t.Helper()
	hits := ruletest.Find(t, likeness.Rules(), id).Check(d)
	if len(hits) != 1 {
		t.Fatalf("%s: %d hits", id, len(hits))
	}
	return hits[0]
}

// What is someone else's and not public yet is not told by name.
func TestWaitingSubmissionsAreNotNamed(t *testing.T) {
	t.Parallel()
	d := ruletest.Scene(t, []byte(`{}`))
	for id, like := range map[string]market.Likeness{
		"ENT-006": market.LikeTag, "URL-007": market.LikeHost, "SIM-001": market.LikeID, "SIM-002": market.LikeNearName, "SIM-004": market.LikeTools,
	} {
		n := market.Neighbour{Like: like, Listing: "secret-plan", Name: "Secret Plan", Host: "secret.example.com", Pending: true}
		d.Neighbours = []market.Neighbour{n}
		h := hit(t, id, d)
		if all := strings.ToLower(h.Evidence + h.Message.ZH + h.Message.EN); strings.Contains(all, "secret") {
			t.Errorf("%s tells of a submission: %+v", id, h.Message)
		}
		n.Pending = false
		d.Neighbours = []market.Neighbour{n, {Like: like, Listing: "b"}, {Like: like, Listing: "c"}}
		if h := hit(t, id, d); !strings.Contains(h.Message.EN, "secret-plan (Secret Plan) and 2 more") || !strings.Contains(h.Message.ZH, "secret-plan（Secret Plan）等 3 个") {
			t.Errorf("%s does not tell of the listings: %+v", id, h.Message)
		}
	}
}

func TestMessages(t *testing.T) {
	t.Parallel()
	d := ruletest.Scene(t, []byte(`{"neighbours":[{"like":"tag","listing":"other","name":"别的","shared":["a","b","c","d"]},{"like":"tools","listing":"other","name":"别的","shared":["forecast_get"],"share":0.9}]}`))
	if h := hit(t, "ENT-006", d); !strings.Contains(h.Message.EN, "ext.Weather___. too") || !strings.Contains(h.Message.EN, "a, b, c …") || h.Evidence != "ext.Weather___.a" {
		t.Errorf("ENT-006: %+v", h)
	}
	if h := hit(t, "SIM-004", d); !strings.Contains(h.Message.EN, "Of 1 tools 1 are the same") || !strings.Contains(h.Message.ZH, "1 个工具里有 1 个和条目 other（别的）的一字不差") {
		t.Errorf("SIM-004: %+v", h)
	}
	d.Neighbours[0].Shared, d.Listed = nil, false
	if h := hit(t, "ENT-006", d); !strings.Contains(h.Message.EN, "No tool list was read") {
		t.Errorf("ENT-006 without a list: %+v", h)
	}
	d.Entry.Name = "GitHub 趋势（非官方）"
	if h := hit(t, "SIM-003", d); h.Fix.IsZero() || !strings.Contains(h.Message.EN, "GitHub") || !strings.Contains(h.Message.EN, "github.com") {
		t.Errorf("SIM-003: %+v", h)
	}
}

// The brands that come with the program can be found, and what stands beside
// them in the language is not taken for them.
func TestDefaultBrands(t *testing.T) {
	t.Parallel()
	brands := reviewer.DefaultPolicy().Brands
	if len(brands) < 60 {
		t.Errorf("%d brands", len(brands))
	}
	seen := map[string]bool{}
	for _, b := range brands {
		if len(b.Names) == 0 || len(b.Domains) == 0 {
			t.Errorf("%+v lacks a name or a domain", b)
		}
		for _, n := range b.Names {
			if !similar.Hold(similar.Words("my "+n+" tool"), n, b.Unless...) {
				t.Errorf("%s is not found", n)
			}
			if seen[similar.Shape(n)] {
				t.Errorf("%s is there twice", n)
			}
			seen[similar.Shape(n)] = true
			for _, u := range b.Unless {
				if similar.Hold(similar.Words(u+"查询"), n, b.Unless...) {
					t.Errorf("%s is found in %s", n, u)
				}
			}
		}
		for _, d := range b.Domains {
			if d != strings.ToLower(strings.TrimSpace(d)) || !strings.Contains(d, ".") {
				t.Errorf("%q is no domain", d)
			}
		}
	}
	rule := ruletest.Find(t, likeness.Rules(), "SIM-003")
	for _, innocent := range []string{
		"北京东站时刻", "南京东路美食", "完美团队协作", "快手菜谱", "豆瓣酱做法", "升华为诗", "联网易用性", "Line chart maker", "苹果价格行情",
		"小米粥做法", "Meta analysis", "Linear algebra", "Visa requirements", "菜鸟学编程", "二百度近视", "Lambda calculus", "Sticky notes",
	} {
		d := ruletest.Scene(t, []byte(`{}`))
		d.Entry.Name = innocent
		ruletest.Passes(t, rule, d)
	}
}

func BenchmarkBrands(b *testing.B) {
	d := ruletest.Dossier(ruletest.Entry())
	rule := ruletest.Find(b, likeness.Rules(), "SIM-003")
	for b.Loop() {
		rule.Check(d)
	}
}
