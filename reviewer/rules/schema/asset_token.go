package schema

import (
	"slices"
	"strings"

	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/words"
)

var (
	// tokenKinds before "token" name a thing that is traded, or a piece of text.
	tokenKinds = strings.Fields("instrument symbol ticker nft coin contract crypto erc20 erc721 spl lp stablecoin base quote pad eos bos unk cls sep mask stop special vocabulary vocab")
	// secretKinds before "token" leave no doubt that it is a credential.
	secretKinds = strings.Fields("access auth authentication authorization api bearer session refresh id identity csrf xsrf oauth oauth2 jwt sso login user bot security secret private personal pat device push service client admin account github gitlab slack")
	// ofCredential is said of a token that lets its holder in.
	ofCredential = pattern.Late(`(?i)\b(?:access|auth\w*|api|bearer|sessions?|oauth2?|jwt|log ?in|sign(?:ed|s)? ?in|credentials?|secrets?|private|personal|permissions?|account)\b|令牌|鉴权|授权|登录|凭证|密钥`)
	// ofThing is said of a token that is traded, or is a piece of text.
	ofThing = pattern.Late(`(?i)\b(?:instruments?|symbols?|tickers?|contracts?|mint|coins?|crypto\w*|nfts?|erc-?\d+|spl|blockchains?|on-?chain|swap(?:s|ped)?|dex|defi|stablecoins?|tokeni[sz]\w+|language models?|vocabulary|token(?:'s)? (?:price|holders?|supply|address|pairs?|metadata|standard|balances?)|(?:search|lexical|text) tokens?)\b|代币|币种|合约|分词|词元`)
)

// isThing reports whether a parameter of which the last word is token means one
// that is traded (an instrument, a coin, a contract), or a piece of text, and no
// credential. Its own words decide; without any, what the tool says tokens are.
func isThing(t reviewer.Tool, a argument, tokens []string) bool {
	if tokens[len(tokens)-1] != "token" {
		return false
	}
	if len(tokens) > 1 {
		before := tokens[len(tokens)-2]
		if slices.Contains(secretKinds, before) {
			return false
		}
		if slices.Contains(tokenKinds, before) {
			return true
		}
	}
	text := a.description()
	if text == "" {
		text = strings.Join(words.Tokens(t.Name), " ") + "\n" + t.Description
	}
	return ofThing().MatchString(text) && !ofCredential().MatchString(text)
}
