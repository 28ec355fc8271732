package safety

import (
	"strings"

	"marketd/reviewer/pattern"
)

// shortestPassword is the length of the shortest run of token characters in a
// password that is told from a sample.
const shortestPassword = 6

// passwordWords stand before a password that is written out.
var passwordWords = []string{"passw", "passphrase", "api key", "api_key", "api-key", "apikey", "token", "secret", "密码", "口令", "密钥", "秘钥"}

// saysPassword reports whether a short text can have a password: it has a digit and
// a word for one.
func saysPassword(text string) bool {
	if !strings.ContainsAny(text, "0123456789") {
		return false
	}
	for _, w := range []string{"assw", "ASSW", "assphrase", "ecret", "ECRET", "pi_key", "pi key", "piKey", "pikey", "PI_KEY", "PI key", "PI KEY", "oken", "OKEN", "密码", "口令", "密钥", "秘钥"} {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// sampleWords are in what a manual writes in the place of a password, and in names
// of algorithms and forms that follow the word as well ("password is SHA256-hashed").
var sampleWords = pattern.Late(`(?i)p[a@4]ss|pwd|s[e3]cret|token|qwer|test|demo|foo|admin|root|welcome|letmein|user|my|key|login|default|value|string|chars?|character|digit|letter|upper|lower|hash|encod|encrypt|base\d|sha-?\d|md5|aes|rsa|des\d|utf|bcrypt|argon|pbkdf|hmac|oauth|jwt|x509|uuid|http|env|config|param|input|field|data|[({\[]|\d-\d|1234|abcd`)

// looksUsed reports whether a value looks like a password that somebody uses: small
// letters, capitals and digits, and none of the words of a sample.
func looksUsed(value string) bool {
	value = strings.TrimRight(value, ".?!")
	var small, big, digit bool
	for i := range len(value) {
		c := value[i]
		small = small || 'a' <= c && c <= 'z'
		big = big || 'A' <= c && c <= 'Z'
		digit = digit || '0' <= c && c <= '9'
	}
	return len(value) >= 8 && small && big && digit && !sampleWords().MatchString(value)
}
