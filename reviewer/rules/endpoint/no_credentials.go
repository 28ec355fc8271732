package endpoint

import (
	"net/url"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/safety"
)

var (
	secretKey = pattern.Late(`(?i)^(api[-_]?key|key|token|access[-_]?token|secret|sig|signature|auth|password|pwd|sk)$`)
	sampleKey = pattern.Late(`(?i)your|example|sample|placeholder|changeme|xxxx|\*{3}|[<>{}]`)
)

// secretLeast is the length from which a value may be a secret.
const secretLeast = 8

func noCredentials() reviewer.Rule {
	return reviewer.Rule{
		ID: "URL-002", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("地址里没有账号、密码和密钥", "There are no credentials in the address"),
		Why:    reviewer.Say("目录里的地址人人可见，也会写进各处的日志；令牌只留在用户的设备上。", "The catalog shows the address to everyone, and logs everywhere keep it; tokens stay on the user's device."),
		Decide: reviewer.Say("主机名前有账号或密码；或查询参数名是 key、token、api_key、secret、sig、password 一类，值不少于 8 个字符、也不像样例（含 your、example、xxxx 等）；或路径的一段是已知格式的密钥（SEC-030）。值从不引用。", "It hits on a user name or password before the host; on a query parameter named key, token, api_key, secret, sig, password or the like whose value has at least 8 characters and is no sample (your, example, xxxx …); and on a part of the path that has the form of a known secret (SEC-030). Values are never quoted."),
		Fix:    reviewer.Say("去掉它，改用 Authorization: Bearer 请求头收令牌；这个密钥已经发送过，请作废。", "Remove it and take the token from the header Authorization: Bearer; the key has been sent already, so revoke it."),
		Source: "seed, security constraints; RFC 9110 §4.2.4",
		Skip:   noAddress,
		Check:  checkNoCredentials,
	}
}

// checkNoCredentials never quotes a value: the finding must not spread it.
func checkNoCredentials(d *reviewer.Dossier) []reviewer.Hit {
	u := parse(d)
	if u == nil {
		return nil
	}
	if u.User != nil {
		return []reviewer.Hit{{Where: atURL, Evidence: u.Scheme + "://⟦…⟧@" + u.Host, Message: reviewer.Say("主机名前面带着账号或密码。", "There is a user name or password before the host name.")}}
	}
	for pair := range strings.SplitSeq(u.RawQuery, "&") {
		key, value, _ := strings.Cut(pair, "=")
		if k, err := url.QueryUnescape(key); err == nil {
			key = k
		}
		if v, err := url.QueryUnescape(value); err == nil {
			value = v
		}
		if secretKey().MatchString(key) && len(value) >= secretLeast && !sampleKey().MatchString(value) {
			return []reviewer.Hit{{
				Where: atURL, Evidence: "?" + key + "=⟦…⟧",
				Message: reviewer.Sayf("参数 %s 看起来带着密钥。", "The parameter %s seems to carry a key.", key),
			}}
		}
	}
	for segment := range strings.SplitSeq(u.Path, "/") {
		if found := safety.Find(segment); len(found) > 0 {
			return []reviewer.Hit{{Where: atURL, Evidence: "/" + safety.Redact(segment), Message: reviewer.Sayf("路径里看起来有一个密钥（%s）。", "There seems to be a secret in the path (%s).", found[0].Kind)}}
		}
	}
	return nil
}
