package words

import "strings"

// lookalikes maps characters that pass for Latin letters to those letters.
var lookalikes = strings.NewReplacer(
	// Cyrillic
	"а", "a", "в", "b", "е", "e", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p", "с", "c", "т", "t", "у", "y", "х", "x", "і", "i", "ј", "j", "ѕ", "s", "ԁ", "d", "ӏ", "l", "ь", "b",
	// Greek
	"α", "a", "ε", "e", "ι", "i", "κ", "k", "ν", "v", "ο", "o", "ρ", "p", "τ", "t", "υ", "u", "χ", "x", "η", "n",
	// Latin small capitals and phonetic letters
	"ᴀ", "a", "ʙ", "b", "ᴄ", "c", "ᴅ", "d", "ᴇ", "e", "ꜰ", "f", "ɢ", "g", "ʜ", "h", "ɪ", "i", "ᴊ", "j", "ᴋ", "k", "ʟ", "l", "ᴍ", "m", "ɴ", "n", "ᴏ", "o", "ᴘ", "p", "ʀ", "r", "ꜱ", "s", "ᴛ", "t", "ᴜ", "u", "ᴠ", "v", "ᴡ", "w", "ʏ", "y", "ᴢ", "z", "ɑ", "a", "ø", "o", "ł", "l", "ı", "i",
	// digits and signs for letters
	"0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t",
)

// lookalike is the key with every look-alike as the Latin letter it passes for.
func lookalike(key string) string { return lookalikes.Replace(key) }
