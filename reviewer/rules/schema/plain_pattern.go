package schema

import "strings"

// plainPattern proves that a pattern is one of ECMA-262: letters, digits, a few
// signs, escapes of classes and signs, simple classes, and a quantifier at most
// behind each. False proves nothing.
func plainPattern(s string) bool {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "^"), "$")
	for s != "" {
		n := plainAtom(s)
		if n == 0 {
			return false
		}
		s = s[n:]
		s = s[plainQuantifier(s):]
	}
	return true
}

// plainAtom is the length of what stands for one character; 0 when it is not
// known here.
func plainAtom(s string) int {
	switch c := s[0]; {
	case wordCharacter(rune(c)), strings.IndexByte(" ,:;/@#%&=~!<>'\"-.", c) >= 0:
		return 1
	case c == '\\' && len(s) > 1 && strings.IndexByte(`dDwWsS.-/+*?()[]{}|^$\`, s[1]) >= 0:
		return 2
	case c == '[':
		return plainClass(s)
	}
	return 0
}

// plainClass is the length of a class of letters, digits, ranges of either,
// and a few signs.
func plainClass(s string) int {
	end := strings.IndexByte(s, ']')
	if end < 0 {
		return 0
	}
	inner := strings.TrimPrefix(s[1:end], "^")
	if inner == "" {
		return 0
	}
	for inner != "" {
		switch {
		case len(inner) >= 3 && inner[1] == '-' && alike(inner[0], inner[2]):
			inner = inner[3:]
		case wordCharacter(rune(inner[0])) && (len(inner) < 2 || inner[1] != '-' || len(inner) == 2):
			inner = inner[1:]
		case strings.IndexByte(" ._,:/@#%+", inner[0]) >= 0 && (len(inner) < 2 || inner[1] != '-' || len(inner) == 2):
			inner = inner[1:]
		case inner == "-":
			inner = ""
		default:
			return 0
		}
	}
	return end + 1
}

// alike reports whether two characters span a range: both digits, or both
// letters of one case.
func alike(from, to byte) bool {
	in := func(lo, hi byte) bool { return lo <= from && from <= to && to <= hi }
	return in('0', '9') || in('a', 'z') || in('A', 'Z')
}

// plainQuantifier is the length of the quantifier that s begins with: * + ? {n}
// {n,} {n,m}, with m not below n.
func plainQuantifier(s string) int {
	if s == "" {
		return 0
	}
	if strings.IndexByte("*+?", s[0]) >= 0 {
		return 1
	}
	end := strings.IndexByte(s, '}')
	if s[0] != '{' || end < 2 || end > 6 {
		return 0
	}
	from, to, two := strings.Cut(s[1:end], ",")
	if from == "" || strings.Trim(from+to, "0123456789") != "" {
		return 0
	}
	if two && to != "" && (len(to) < len(from) || len(to) == len(from) && to < from) {
		return 0
	}
	return end + 1
}
