package endpoint

import (
	"net/url"
	"strconv"

	"marketd/market"
	"marketd/reviewer"
)

func usualPort() reviewer.Rule {
	return reviewer.Rule{
		ID: "URL-004", Group: market.GroupReach, Severity: market.SeverityWarn, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("端口是 443", "The port is 443"),
		Why:    reviewer.Say("不少网络只放行 443，别的端口有些用户打不开；低位端口属于邮件、远程登录等别的服务。", "Many networks let only port 443 through; low ports belong to other services such as mail and remote login."),
		Decide: reviewer.Say("没有写端口或是 443，通过；1024 到 65535 提醒；小于 1024 的其他端口，和不存在的端口，拒绝。", "No port, or 443, passes; 1024 to 65535 is warned of; any other port below 1024, and one that does not exist, is refused."),
		Fix:    reviewer.Say("让服务器监听 443 端口，地址里就不用写端口。", "Serve on port 443; then the address needs no port."),
		Source: "RFC 9110 §4.2.2",
		Skip: func(d *reviewer.Dossier) market.Text {
			if u := parse(d); u != nil && !portExists(u) {
				return market.Text{} // in no range is there such a port
			}
			return allowedOrNone(d)
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			u := parse(d)
			if u == nil || u.Port() == "" || u.Port() == "443" {
				return nil
			}
			hits := one(d, reviewer.Sayf("端口是 %s，有些用户的网络打不开它。", "The port is %s; some users' networks do not let it through.", u.Port()))
			if n, err := strconv.Atoi(u.Port()); err != nil || n < 1024 || !portExists(u) {
				hits[0].Severity = market.SeverityReject
				hits[0].Message = reviewer.Sayf("端口 %s 不能用。", "Port %s cannot be used.", u.Port())
			}
			return hits
		},
	}
}

// portExists reports whether an address names no port, or one that TCP has.
func portExists(u *url.URL) bool {
	if u.Port() == "" {
		return true
	}
	n, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && n > 0
}
