package endpoint

import (
	"cmp"

	"marketd/market"
	"marketd/reviewer"
)

// handshakeTries is how often a handshake must fail before it is certain.
const handshakeTries = 3

// tlsFaults says what is wrong with a certificate, and what to do.
var tlsFaults = map[string]struct{ message, fix market.Text }{
	"expired": {
		reviewer.Say("证书已过期。", "The certificate has expired."),
		reviewer.Say("续期证书，并让服务器重新加载它；自动续期的任务很可能停了。", "Renew the certificate and have the server load it; the job that renews it has probably stopped."),
	},
	"not-yet-valid": {
		reviewer.Say("证书还没有生效。", "The certificate is not valid yet."),
		reviewer.Say("检查签发时间和服务器的时钟。", "Check the certificate's dates and the server's clock."),
	},
	"unknown-authority": {
		reviewer.Say("证书不是由公认的机构签发的，或服务器没有发中间证书。", "The certificate is not from a recognised authority, or the server does not send the intermediate certificate."),
		reviewer.Say("用公认机构的证书（例如 Let's Encrypt），并配置完整证书链（fullchain）：浏览器会自己补中间证书，应用不会。", "Use a certificate of a recognised authority (Let's Encrypt, for example) and configure the full chain: browsers fetch a missing intermediate, the app does not."),
	},
	"name-mismatch": {
		reviewer.Say("证书里没有这个域名。", "The certificate is for another name."),
		reviewer.Say("申请包含这个域名的证书，或换成证书里有的域名。", "Get a certificate that includes this name, or use a name that it has."),
	},
}

func trustedCertificate() reviewer.Rule {
	return reviewer.Rule{
		ID: "TLS-001", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("证书可信", "The certificate is trusted"),
		Why:    reviewer.Say("证书验证不过，应用会拒绝连接：它分不清对面是你还是冒充你的人。", "The app refuses a certificate that does not verify: it cannot tell you from someone who poses as you."),
		Decide: reviewer.Say("按主机名和系统根证书验证证书链，从不跳过。过期、还没生效、机构不明或缺中间证书、域名不符，拒绝；别的握手失败要见到三次。只会旧版本的由 TLS-003 说。", "The chain is verified for the host name against the system's roots, and never skipped. Expired, not valid yet, an unknown authority or a missing intermediate, and another name are refused; any other failed handshake has to be seen three times. A server of old versions alone is TLS-003's."),
		Fix:    reviewer.Say("用公认机构签发、包含这个域名、在有效期内的证书，并发送完整证书链。", "Use a valid certificate for this name from a recognised authority, and send the full chain."),
		Source: "seed, https; RFC 9525; RFC 5280 §6",
		Skip:   noTLS,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			fault := d.Last().Net.TLSFault
			if fault == "" || fault == tooOld { // rule TLS-003
				return nil
			}
			if text, known := tlsFaults[fault]; known {
				return []reviewer.Hit{{Where: atNet, Evidence: unreached(d.Last()), Message: text.message, Fix: text.fix}}
			}
			n, _ := d.Streak(func(p market.Probe) bool { return p.Net.TLSFault == fault })
			return []reviewer.Hit{{
				Where: atNet, Evidence: unreached(d.Last()), Unsure: n < handshakeTries,
				Message: reviewer.Say("TLS 握手没有成功。", "The TLS handshake did not succeed."),
				Fix:     reviewer.Say("确认这个端口提供 TLS 1.2 或 1.3，并且不要求客户端证书。", "Make sure that the port speaks TLS 1.2 or 1.3 and asks for no client certificate."),
			}}
		},
	}
}

// unreached says what kept us from the server, by whichever way it was asked.
func unreached(p market.Probe) string { return cmp.Or(p.Contract.Detail, p.MCP.List.Answer.Detail) }

// noTLS skips a rule on TLS when there was none to look at.
func noTLS(d *reviewer.Dossier) market.Text {
	u := parse(d)
	switch last := d.Last(); {
	case u != nil && u.Scheme == "http":
		return reviewer.Say("这个地址不用 TLS（运营者放行了这个网段）。", "This address does not use TLS (the operator allows this network).")
	case last.Net.TLS == "" && last.Net.TLSFault == "":
		return reviewer.Say("连接没有走到 TLS 这一步。", "The connection did not get as far as TLS.")
	}
	return market.Text{}
}
