package reviewer

import (
	"fmt"

	"marketd/market"
)

// Say is a message in both languages.
func Say(zh, en string) market.Text { return market.Text{ZH: zh, EN: en} }

// Count is a number of things in English: "1 day", "2 days".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Sayf is a message in both languages with the same values in each, as
// fmt.Sprintf puts them; %[1]s lets a language choose its own order.
func Sayf(zh, en string, values ...any) market.Text {
	return market.Text{ZH: fmt.Sprintf(zh, values...), EN: fmt.Sprintf(en, values...)}
}
