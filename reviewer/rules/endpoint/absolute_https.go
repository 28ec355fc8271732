package endpoint

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

// urlBytesMost bounds an address.
const urlBytesMost = 2048

func absoluteHTTPS() reviewer.Rule {
	return reviewer.Rule{
		ID: "URL-001", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("地址是完整的 https 网址", "The address is a complete https URL"),
		Why:    reviewer.Say("应用禁止明文访问：用户的令牌和数据不能在路上被看到或改动。", "The app allows no plain http: users' tokens and data must not be read or changed on the way."),
		Decide: reviewer.Say("地址最多 2048 字节，能按 URL 解析，有主机名，没有 # 片段，不含空白和看不见的字符，协议是 https。只有运营者放行的网段可以用 http。", "The address has at most 2,048 bytes, can be read as a URL, has a host name, no fragment, no blanks or invisible characters, and its scheme is https. Only in networks that the operator allows may it be http."),
		Fix:    reviewer.Say("填写以 https:// 开头的完整地址，例如 https://api.example.com/mcp。没有证书时，可用 Let's Encrypt 免费申请。", "Give the complete address beginning with https://, for example https://api.example.com/mcp. Let's Encrypt issues certificates for free."),
		Source: "seed, security constraints; RFC 9110 §4.2.2",
		Skip:   noAddress,
		Check:  checkAbsoluteHTTPS,
	}
}

func checkAbsoluteHTTPS(d *reviewer.Dossier) []reviewer.Hit {
	raw := d.Entry.Server.URL
	if m := unwritable(raw); !m.IsZero() {
		return one(d, m)
	}
	u := parse(d)
	switch {
	case u == nil && variable(raw):
		return nil // rule URL-005 says what is wrong
	case u == nil:
		return one(d, reviewer.Say("地址无法解析。", "The address cannot be read as a URL."))
	case u.Scheme == "", u.Opaque != "", host(u) == "":
		return []reviewer.Hit{{
			Where: atURL, Evidence: raw,
			Message: reviewer.Say("这不是一个完整的 https 地址：要有 https:// 和主机名。", "This is no whole https address: it wants https:// and a host name."),
			Why:     reviewer.Say("客户端只照完整的地址去找服务器，猜不出缺的那一段。", "Clients look for a server under its whole address alone; they cannot guess what is missing."),
			Fix:     reviewer.Say("填写以 https:// 开头的完整地址，例如 https://api.example.com/mcp。", "Give the complete address beginning with https://, for example https://api.example.com/mcp."),
		}}
	case strings.Contains(raw, "#"):
		return one(d, reviewer.Say("地址里有 # 片段，服务器收不到它。", "The address has a fragment (#…), which a server never sees."))
	case u.Scheme == "https", u.Scheme == "http" && d.Lifted():
		return nil
	case u.Scheme == "http":
		return one(d, reviewer.Say("地址是 http，应用只访问 https。", "The address is http; the app uses https only."))
	}
	return one(d, reviewer.Sayf("地址用的是 %s，应用只访问 https。", "The address uses %s; the app uses https only.", u.Scheme))
}
