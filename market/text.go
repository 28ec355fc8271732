package market

// Lang is a language of the pages and messages, as a BCP 47 tag.
type Lang string

// The languages the market speaks.
const (
	Chinese Lang = "zh-CN"
	English Lang = "en"
)

// Text is one message in every language of the market. It crosses every
// boundary whole; the language is chosen where it is shown.
type Text struct {
	ZH string `json:"zh"`
	EN string `json:"en"`
}

// In returns the text in lang, Chinese for any language but English.
func (t Text) In(lang Lang) string {
	if lang == English {
		return t.EN
	}
	return t.ZH
}

// IsZero reports whether the text is empty in both languages.
func (t Text) IsZero() bool { return t == Text{} }
