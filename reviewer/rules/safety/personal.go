package safety

import (
	"strings"

	"marketd/reviewer/pattern"
)

// detail is a person's telephone number, identity number or mailbox in a text.
type detail struct {
	kind       detailKind
	start, end int
	sample     bool // plainly made up, or given as an example
}

type detailKind uint8

const (
	mobile detailKind = iota
	identity
	mailbox
)

var (
	// freeMail are mailboxes of people at the providers that give them to people.
	freeMail = pattern.Late(`(?i)\b[\w.+-]{1,64}@(?:gmail|qq|163|126|yeah|sina|sohu|foxmail|outlook|hotmail|live|msn|yahoo|icloud|me|aol|gmx|web|mail|yandex|proton|protonmail|naver|daum|hanmail|139|189|aliyun|tom)\.(?:com|cn|net|ru|de|me|fr|co\.[a-z]{2}|com\.[a-z]{2})\b`)
	// role is a mailbox of an office, or a made-up one.
	role = pattern.Late(`(?i)^(?:no-?reply|do-?not-?reply|support|info|contact|help|hello|sales|admin|team|dev|api|service|feedback|security|abuse|office|press|user\d*|username|name|firstname[._]?lastname|first[._]last|your.*|my.*|test.*|example.*|sample.*|foo|bar|john|jane|alice|bob|john[._-]?(?:doe|smith).*|jane[._-]?(?:doe|smith).*|xxx+|abc\d*|me|someone|somebody|email|recipient|sender|to|from|zhangsan|lisi|wangwu|1234\d*|\d{1,4})@`)
	// exemplary stands before what is given as an example.
	exemplary = pattern.Late(`(?i)(?:例如|比如|例|如|示例|样例|e\.g\.,?|example|for instance|such as|format|格式|like)\W{0,4}$`)
)

// details finds what may be a person's. The second look is rare: the first tells
// from the kinds of characters.
func details(t text) []detail {
	var found []detail
	if t.marks&markDigit != 0 && t.place != atPattern {
		found = numbers(t)
	}
	if t.marks&markAt != 0 {
		for _, m := range freeMail().FindAllStringIndex(t.value, most) {
			found = append(found, detail{kind: mailbox, start: m[0], end: m[1], sample: role().MatchString(t.value[m[0]:m[1]]) || t.exemplary(m[0])})
		}
	}
	return found
}

// most bounds what is looked at of one kind in one text.
const most = 16

// exemplary reports whether what stands at an offset is given as an example.
func (t text) exemplary(at int) bool {
	return t.place == atValue || exemplary().MatchString(t.value[max(0, at-24):at])
}

// numbers finds runs of 11 digits that are mobile numbers of mainland China, and
// runs of 18 that are identity numbers with the right check digit.
func numbers(t text) []detail {
	var found []detail
	s := t.value
	for i := 0; i < len(s) && len(found) < most; {
		if s[i] < '0' || s[i] > '9' {
			i++
			continue
		}
		from := i
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		end := i
		if end < len(s) && s[end]|0x20 == 'x' && end-from == 17 {
			end++
		}
		if joined(s, from, -1) || joined(s, end, 1) {
			continue
		}
		switch run := s[from:end]; {
		case isMobile(run):
			found = append(found, detail{kind: mobile, start: from, end: end, sample: madeUp(run) || t.exemplary(from)})
		case isIdentity(run):
			found = append(found, detail{kind: identity, start: from, end: end, sample: t.exemplary(from) || strings.Contains(run, "1234")})
		}
	}
	return found
}

// joined reports whether a number that begins (side -1) or ends (side 1) at an offset
// goes on there: in a word, a path, an address or a longer number.
func joined(s string, at, side int) bool {
	next, beyond := at, at+1
	if side < 0 {
		next, beyond = at-1, at-2
	}
	if next < 0 || next >= len(s) {
		return false
	}
	switch c := s[next]; c {
	case '_', '/', '=', '#', '@':
		return true
	case '.', '-', ',':
		return beyond >= 0 && beyond < len(s) && s[beyond] >= '0' && s[beyond] <= '9'
	default:
		return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
	}
}

func isMobile(run string) bool {
	return len(run) == 11 && run[0] == '1' && run[1] >= '3'
}

// madeUp reports whether a number is one of those that manuals print: the
// operator's own 13800138000, or one with five equal digits in a row.
func madeUp(run string) bool {
	if run == "13800138000" {
		return true
	}
	same := 1
	for i := 1; i < len(run); i++ {
		if run[i] != run[i-1] {
			same = 1
		} else if same++; same == 5 {
			return true
		}
	}
	return false
}

// isIdentity reports whether a run is an identity number (GB 11643): a date of
// birth in it and the right check digit.
func isIdentity(run string) bool {
	if len(run) != 18 || run[0] < '1' || run[0] > '8' {
		return false
	}
	if year := run[6:10]; year < "1900" || year > "2099" {
		return false
	}
	if month, day := run[10:12], run[12:14]; month < "01" || month > "12" || day < "01" || day > "31" {
		return false
	}
	sum := 0
	for i, weight := range []int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2} {
		sum += int(run[i]-'0') * weight
	}
	return "10X98765432"[sum%11] == run[17] || run[17] == 'x' && sum%11 == 2
}
