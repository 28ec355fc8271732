package safety

import (
	"marketd/market"
	"marketd/reviewer"
)

func oneScript() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-013", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("一个词里不混用外形相同的字母", "No word mixes letters that look alike"),
		Why:   reviewer.Say("西里尔字母 а 和拉丁字母 a 看起来一样：混在一个词里，可以冒充别的名称，也能躲开检索。", "A Cyrillic а looks like a Latin a: mixed into a word it passes for another name and escapes a search."),
		Decide: reviewer.Say(
			"看三个字母以上的词：拉丁字母和西里尔、希腊、亚美尼亚或切罗基字母混在一起，而且其中有外形相同的字母。中文、日文、韩文和拉丁字母混用没有问题；μmol、kΩ、TNFα 这类科学符号，缩写加词尾（APIшка）不算。整体不是拉丁文的词只提醒。",
			"Words of three letters or more are looked at: Latin letters mixed with Cyrillic, Greek, Armenian or Cherokee ones of which some look alike. Chinese, Japanese and Korean beside Latin letters are fine; symbols of science such as μmol, kΩ and TNFα and abbreviations with an ending (APIшка) do not count. A word that is not mainly Latin is only warned of."),
		Fix:    reviewer.Say("切换到同一种输入法，重新输入这个词。", "Type the word anew with one keyboard layout."),
		Source: "Unicode Technical Standard 39, mixed-script detection",
		Check:  everywhere(judgeScripts),
	}
}

func judgeScripts(_ *reviewer.Dossier, p passage) []reviewer.Hit {
	if len(p.mixed) == 0 {
		return nil
	}
	w, severity := p.mixed[0], market.SeverityWarn
	for _, other := range p.mixed {
		if !other.Foreign || p.place == atName || p.place == atKey {
			w, severity = other, market.SeverityNeedsHuman
			break
		}
	}
	return one(reviewer.Hit{
		Severity: severity, Evidence: around(p.value, w.Start, w.End),
		Message: reviewer.Sayf("“%s”混用了两种文字的字母。", "“%s” mixes the letters of two scripts.", p.value[w.Start:min(w.End, w.Start+80)]),
	})
}
