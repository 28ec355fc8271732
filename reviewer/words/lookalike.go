package words

import (
	"strings"
	"unicode/utf8"
)

// lookalike is the key with every look-alike as the Latin letter it passes for:
// letters of other scripts, and digits that stand for letters.
func lookalike(key string) string {
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			if l, ok := Latin(r); ok {
				return l
			}
			return r
		}
		if i := strings.IndexByte("013457", byte(r)); i >= 0 {
			return rune("oieast"[i])
		}
		return r
	}, key)
}
