package market

import "strings"

// challengeMarks are words of the pages that firewalls put before a server
// (rule HLT-005), in lower case.
var challengeMarks = [...]string{
	"cf-mitigated", "cf-chl", "cf-challenge", "just a moment", "attention required", "captcha", "aliyun_waf", "errors.aliyun.com",
	"acw_sc__v2", "potential threats to the server", "有可能对网站造成安全威胁", "waf.tencent", "yunsuo", "safedog", "incapsula",
	"滑动验证", "安全验证", "访问验证", "人机验证", "检测到异常", "request unsuccessful", "request blocked", "access denied", "web application firewall",
}

// ChallengeMark is the words by which the answer's body shows itself a page of
// a firewall, if it is a page at all; "" when it has none of them.
func (a Answer) ChallengeMark() string {
	body := strings.ToLower(a.Body)
	for _, m := range challengeMarks {
		if strings.Contains(body, m) {
			return m
		}
	}
	return ""
}
