package drift

import (
	"regexp"
	"strings"
	"unicode"

	"marketd/reviewer/pattern"
)

// A number that names somebody or something is no count: with another telephone
// number, account, address, port or price a text leads somewhere else, and that is
// what a rug pull is made of. So these are compared as they are, in whatever way
// they are written.

// nameDigits is from how many digits on a number is somebody's: a telephone, card
// or account number.
const nameDigits = 10

var (
	ipv4  = pattern.Late(`^\d{1,3}(?:\.\d{1,3}){3}(?:$|[^.\d])`)
	dated = pattern.Late(`^(?:19|20)\d\d[-/.]|^\d{1,2}:\d{2}(?:$|[-:.])`)
	// packed is a date without separators, and its time.
	packed = pattern.Late(`^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}(?:\d\d)?)?$`)
	// counted is a count with commas, or a list of short ones.
	counted = pattern.Late(`^[-+]?\d{1,3}(?:,\d{1,3})+(?:\.\d+)?[%+]?$`)
)

// numberOrName is what a token of digits is.
func numberOrName(s string) kind {
	switch {
	case ipv4().MatchString(s), strings.Contains(s, "::"), strings.Count(s, ":") >= 4: // IPv6 may have no letter
		return letters
	case digitsIn(s) < nameDigits, matches(s, dated(), packed(), counted()):
		return number
	}
	return letters
}

func matches(s string, res ...*regexp.Regexp) bool {
	for _, re := range res {
		if re.MatchString(s) {
			return true
		}
	}
	return false
}

func digitsIn(s string) int {
	n := 0
	for _, r := range s {
		if digit(r) {
			n++
		}
	}
	return n
}

// narrow writes full-width digits, and what joins them, as ASCII has them: a
// resolver takes "１。１。１。１" for an address.
func narrow(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= 0x3000 }) < 0 {
		return s
	}
	runes := []rune(s)
	for i, r := range runes {
		if r >= '０' && r <= '９' {
			runes[i] = r - '０' + '0'
		}
	}
	for i := 1; i < len(runes)-1; i++ {
		if !digit(runes[i-1]) || !digit(runes[i+1]) {
			continue
		}
		switch runes[i] {
		case '．', '。', '｡':
			runes[i] = '.'
		case '：':
			runes[i] = ':'
		case '－':
			runes[i] = '-'
		case '／':
			runes[i] = '/'
		}
	}
	return string(runes)
}

// naming makes words of the numbers that name, by what stands around them: the parts
// of one that is written with blanks ("+1 415 555 0100"), and those beside a word
// that says so ("QQ 12345678", "5 元"). Of a text with more numbers than anybody
// reads, the rest counts as words without a look.
func naming(pieces []piece) {
	const most = 1000
	looks := 0
	for i := 0; i < len(pieces); {
		end := i + 1
		if part(pieces[i]) {
			for end+1 < len(pieces) && joins(pieces[end]) && part(pieces[end+1]) {
				end += 2
			}
		}
		n := 0
		for _, p := range pieces[i:end] {
			n += digitsIn(p.text)
		}
		for j := i; j < end; j++ {
			if pieces[j].kind != number {
				continue
			}
			if looks++; looks > most || end-i > 1 && n >= nameDigits || said(pieces, j) {
				pieces[j].kind = letters
			}
		}
		i = end
	}
}

// part reports whether a piece may be part of a longer number.
func part(p piece) bool {
	return p.kind == number && !strings.ContainsAny(p.text, ",:/%") && !matches(p.text, dated(), packed())
}

// joins reports whether a gap may stand within a number.
func joins(p piece) bool {
	return p.kind == gap && len(p.text) <= 4 && !strings.ContainsFunc(p.text, func(r rune) bool { return !strings.ContainsRune(" \u00a0()-.", r) })
}

// said reports whether the words beside a number say that it names something.
func said(pieces []piece, i int) bool {
	return namer(around(pieces[max(0, i-near):i])) || coin(around(pieces[i+1:min(len(pieces), i+1+near)]))
}

// near is how many pieces beside a number are looked at; a Chinese character is one.
const near = 6

// around is some pieces as text, without what is longer than a word.
func around(pieces []piece) string {
	const longest = 32
	var b strings.Builder
	for _, p := range pieces {
		if len(p.text) > longest || p.kind == number {
			b.WriteByte('#')
			continue
		}
		b.WriteString(p.text)
	}
	return b.String()
}

var (
	namerEN = pattern.Late(`(?i)(?:\b(?:call|dial|(?:tele)?phone|tel|mobile|fax|hotline|whatsapp|telegram|wechat|qq|sms|accounts?|acct|cards?|iban|swift|wallet|pin|passcode|password|otp|port|group|fees?|costs?|charge[sd]?|priced?|pays?|deposit|commission)(?:[\s:.#(*|]+(?:numbers?|no|is|are|at|us|on|to|only)\b){0,3}|[$€£¥￥])[\s:：.#(（+*|-]*$`)
	namerZH = pattern.Late(`(?:电话|手机号?|热线|客服|微信号?|号码|[账帐][号户]|卡号|尾号|群号?|端口号?|验证码|密码|口令|拨打|致电|转账|汇款|打款|扣|费|费率|价格?|佣金|押金|抽成)[\s:：（(*|是为到]*$`)
	coinEN  = pattern.Late(`(?i)^[\s)]*(?:[$€£¥￥]|(?:usd|cny|rmb|eur|gbp|jpy|hkd|twd|usd[tc]|btc|eth|yuan|dollars?|euros?|cents?|fees?|commission)\b|\(\s*(?:tel|phone|fax|account|qq|wechat)\b)`)
	coinZH  = pattern.Late(`^[\s)）]*(?:[十百千万亿的]*(?:元|块|美[元金]|人民币|港[元币]|欧元|英镑|日元|积分|手续费|佣金|服务费)|[（(](?:电话|手机|账号|微信|客服))`)
)

// namer reports whether a text ends with a word that says of the number after it
// that it names something.
func namer(s string) bool {
	return strings.ContainsFunc(s, wordy) && matches(s, namerEN(), namerZH())
}

// coin reports whether a text begins with a currency, or with what a share is
// charged as.
func coin(s string) bool {
	return strings.ContainsFunc(s, wordy) && matches(s, coinEN(), coinZH())
}

func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Sc, r) }
