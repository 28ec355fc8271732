package entry_test

import (
	"reflect"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/ruletest"
)

// members are the string members of an entry, those of its server among them.
func members(v reflect.Value, name string, visit func(name string, v reflect.Value)) {
	for i := range v.NumField() {
		switch at := name + "/" + v.Type().Field(i).Name; v.Field(i).Kind() {
		case reflect.String:
			visit(at, v.Field(i))
		case reflect.Struct:
			members(v.Field(i), at, visit)
		}
	}
}

// There is no member of an entry, of whatever kind, into which anything at all
// may be written. A member that comes later is held to this as well.
func TestNoMemberTakesAnything(t *testing.T) {
	t.Parallel()
	r := reviewer.New(reviewer.Options{Rules: rules.All(), Policy: reviewer.DefaultPolicy()})
	verdict := func(e market.Entry) market.Verdict {
		return r.CheckEntry(market.Case{Entry: e, Facts: market.Facts{ID: market.IDFree}}).Verdict
	}
	full := ruletest.Entry()
	full.Support, full.Icon = "mailto:help@weather.co.uk", "https://www.weather.co.uk/icon.png"
	full.Region, full.Changes = "只在中国大陆的网络可用", "加了七日预报"
	full.UI, full.UIComponentID = "weather", "UI-010001"
	full.Package, full.Authority, full.Signer = "cn.weather.app", "cn.weather.app.tools", strings.Repeat("ab", 32)
	seen := 0
	for _, kind := range []market.ListingKind{"", market.KindServer, market.KindCETP, market.KindDeclarative} {
		full.Kind = kind
		if v := verdict(full); v == market.VerdictRejected {
			t.Fatalf("%q: the good entry is rejected", kind)
		}
		spoilt := full
		members(reflect.ValueOf(&spoilt).Elem(), "", func(name string, v reflect.Value) {
			seen++
			was := v.String()
			for _, hostile := range []string{
				"\u202e" + strings.Repeat("A", 59000), strings.Repeat("长", 20000), was + strings.Repeat("a", 3000), was + "\u202e", "\u2066" + was, was + "\x00", was + "\u200bx", was + "\u3164x",
				was + "\x1b[31mx", was + "\nx", was + "\u2028x", was + "\xffx", was + "\U000E0041x",
			} {
				v.SetString(hostile)
				if got := verdict(spoilt); got != market.VerdictRejected {
					t.Errorf("%q: %s takes %.60q: %s", kind, name, hostile, got)
				}
			}
			v.SetString(was)
		})
	}
	if seen < 4*15 {
		t.Errorf("only %d members", seen)
	}
}

func TestLinksPublic(t *testing.T) {
	t.Parallel()
	links := func(home, privacy string) func(*reviewer.Dossier) {
		return func(d *reviewer.Dossier) { d.Entry.Homepage, d.Entry.Privacy = home, privacy }
	}
	try(t, "META-003", []row{
		{"none", links("", ""), nil},
		{"both good", links("https://github.com/a/b", "https://www.weather.co.uk/privacy?lang=zh"), nil},
		{"a short link", links("http://t.cn/x", ""), []string{"reject /entry/homepage"}},
		{"a script", links("", "javascript:alert(1)"), []string{"reject /entry/privacy"}},
		{"both bad", links("//evil.example/x", "https://u:p@h.example.com/"), []string{"reject /entry/homepage", "reject /entry/privacy"}},
		{"blank is not empty", links(" ", ""), []string{"reject /entry/homepage"}},
	})
}
