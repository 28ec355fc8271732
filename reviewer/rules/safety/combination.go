package safety

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/family"
)

// letter is a family of rule SEC-001 by its letter; 0 for those that are not.
func letter(f family.Family) byte {
	switch f {
	case family.Override:
		return 'A'
	case family.Conceal:
		return 'B'
	case family.Sensitive:
		return 'C'
	case family.Sink:
		return 'D'
	case family.Tag, family.Dialogue:
		return 'E'
	case family.Steer, family.First:
		return 'F'
	case family.Smuggle:
		return 'G'
	case family.Role:
		return 'H'
	}
	return 0
}

// says is what a text of the family does.
func says(f family.Family) market.Text {
	switch letter(f) {
	case 'A':
		return reviewer.Say("要模型不理会先前的指令", "it tells the model to set aside what it was told before")
	case 'B':
		return reviewer.Say("要模型对用户隐瞒", "it tells the model to hide something from the user")
	case 'C':
		return reviewer.Say("要读取存放密钥或密码的文件", "it has a file of keys or passwords read")
	case 'D':
		return reviewer.Say("要把内容发送到外部地址", "it sends content to an outside address")
	case 'E':
		return reviewer.Say("冒充系统消息或藏着注释", "it poses as a system message or hides a comment")
	case 'F':
		return reviewer.Say("支配别的工具怎么用", "it directs how other tools are used")
	case 'G':
		return reviewer.Say("要模型把对话、系统提示或用户的文件、密码填进参数，或向用户讨要密码", "it has the model put the conversation, the system prompt, the user's files or keys into an argument, or ask for a password")
	}
	return reviewer.Say("要模型换一个身份", "it gives the model another role")
}

// How far apart, in bytes, two signs may stand to be one intent.
const (
	apart     = 1500
	apartWeak = 300
)

// combination is the first pair of signs that together are certain (rule SEC-001).
func combination(signs []sign) (a, b *sign, ok bool) {
	for i := range signs {
		for j := range signs {
			a, b = &signs[i], &signs[j]
			if i != j && certain(a, b) {
				return a, b, true
			}
		}
	}
	return nil, nil, false
}

// partners are the families that make a strong sign of a family certain.
var partners = map[byte]string{'A': "BCDEFGH", 'B': "CDEG", 'C': "DEG", 'D': "CE", 'E': "", 'F': "E", 'G': "BC", 'H': "AB"}

// certain reports whether a strong sign a beside b leaves no doubt.
func certain(a, b *sign) bool {
	la, lb := letter(a.Family), letter(b.Family)
	if la == 0 || lb == 0 || la == lb || a.Weak {
		return false
	}
	far := apart
	if b.Weak && lb != 'E' {
		far = apartWeak
	}
	if d := distance(a.Sign, b.Sign); d > far || d == 0 && b.Weak { // the same words are no second sign
		return false
	}
	for i := range len(partners[la]) {
		if partners[la][i] == lb {
			return true
		}
	}
	return false
}

// distance is how many bytes lie between two signs, 0 when they overlap.
func distance(a, b family.Sign) int { return max(a.Start-b.End, b.Start-a.End, 0) }

// quote shows two signs, as one when they stand together.
func quote(a, b *sign) string {
	if distance(a.Sign, b.Sign) < behind {
		return a.shown
	}
	const half = 76
	return head(a.shown, half) + " … " + head(b.shown, half)
}

// head is the first n characters of a text.
func head(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// single is the first strong sign of a family that a person has to see, or a weak
// one beside a pseudo tag.
func single(signs []sign) *sign {
	var tag *sign
	for i := range signs {
		switch s := &signs[i]; letter(s.Family) {
		case 0:
		case 'E':
			tag = s
		default:
			if !s.Weak {
				return s
			}
		}
	}
	if tag == nil {
		return nil
	}
	for i := range signs {
		if s := &signs[i]; s.Weak && letter(s.Family) != 0 && distance(s.Sign, tag.Sign) <= apartWeak {
			return s
		}
	}
	return nil
}
