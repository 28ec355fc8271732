package endpoint

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"marketd/market"
	"marketd/market/plaintext"
	"marketd/reviewer"
)

// LinkFault says what is wrong with a link that people are to open, the zero
// Text when nothing is. It asks no network.
func LinkFault(d *reviewer.Dossier, raw string) market.Text {
	if m := unwritable(raw); !m.IsZero() {
		return m
	}
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return reviewer.Say("地址无法解析。", "The address cannot be read as a URL.")
	case u.Scheme != "https":
		return reviewer.Say("地址不以 https:// 开头。", "The address does not begin with https://.")
	case u.Opaque != "", host(u) == "":
		return reviewer.Say("地址不完整，缺少主机名。", "The address is incomplete: it has no host name.")
	case u.User != nil:
		return reviewer.Say("主机名前面带着账号或密码。", "There is a user name or password before the host name.")
	case !portExists(u):
		return reviewer.Sayf("端口 %s 不能用。", "Port %s cannot be used.", u.Port())
	case shortener(host(u)) != "":
		return reviewer.Sayf("%s 是短网址服务，看不出通向哪里。", "%s is a link shortener; nobody can see where it leads.", shortener(host(u)))
	}
	if lifted(d, u) {
		return nameFault(u)
	}
	return hostFault(u)
}

// unwritable says what cannot stand in an address as it is written.
func unwritable(raw string) market.Text {
	switch {
	case len(raw) > urlBytesMost:
		return reviewer.Sayf("地址有 %d 个字节，最多 %d 个。", "The address has %d bytes; at most %d are allowed.", len(raw), urlBytesMost)
	case strings.ContainsFunc(raw, unwritten):
		return reviewer.Say("地址里有空格、看不见的字符或反斜杠。", "The address contains spaces, characters that cannot be seen, or a backslash.")
	}
	return market.Text{}
}

// unwritten tells which characters stand in no address: white space, what
// cannot be seen or read, and the backslash, which some programs take for a slash.
func unwritten(c rune) bool {
	return c <= ' ' || c == '\\' || c == utf8.RuneError || plaintext.Blank(c) || !unicode.IsGraphic(c) || unicode.Is(unicode.Zs, c)
}

// lifted reports whether the operator allows the address, as far as can be
// told from how it is written.
func lifted(d *reviewer.Dossier, u *url.URL) bool {
	at := reviewer.Dossier{Policy: d.Policy}
	at.Entry.Server.URL = u.String()
	return at.Lifted()
}
