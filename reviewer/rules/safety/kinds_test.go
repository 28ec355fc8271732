package safety

import (
	"strings"
	"testing"
)

// specimens has a made-up secret of every kind.
func specimens() map[string]string {
	const some = "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4"
	hex := strings.Repeat("9f8a7b6c5d4e3f2a", 10)
	word := func(n int) string { return strings.Repeat(some, 5)[:n] }
	upper := func(n int) string { return strings.ToUpper(word(n)) }
	uuid := hex[:8] + "-" + hex[:4] + "-" + hex[4:8] + "-" + hex[8:12] + "-" + hex[:12]
	return map[string]string{
		"aws-akid": "AKIAQ3EGZ7XKLM4NPRTV", "github": "ghp_" + some, "gitlab": "glpat-" + word(20), "slack": "xoxb-2839104756-" + word(12),
		"slack-hook": "https://hooks.slack.com/services/T0A1B2C3D/B0A1B2C3D/" + word(24), "openai-like": "sk-proj-" + some, "google-api": "AIza" + word(35),
		"google-oauth": "ya29." + word(30), "stripe": "sk_live_" + word(24), "npm": "npm_" + some, "pypi": "pypi-AgEIcHlwaS5vcmc" + word(50), "rubygems": "rubygems_" + hex[:48],
		"docker": "dckr_pat_" + word(27), "hf": "hf_" + word(34), "model-key": "gsk_" + word(52), "aliyun": "LTAI5tQx7Rb2Kc9Vm4Zp8Wd1", "tencent": "AKID" + word(32),
		"volcengine": "AKLT" + word(44), "baidu": "bce-v3/ALTAK-" + word(22) + "/" + hex[:40], "sendgrid": "SG." + word(22) + "." + word(43), "mailgun": "key-" + hex[:32],
		"mailchimp": hex[:32] + "-us12", "twilio": "SK" + hex[:32], "telegram": "739182645:AA" + word(33), "discord-bot": "M" + word(23) + "." + word(6) + "." + word(27),
		"discord-hook": "https://discord.com/api/webhooks/198273645918273645/" + word(68), "teams-hook": "https://acme.webhook.office.com/webhookb2/" + uuid + "@" + uuid + "/IncomingWebhook/" + hex[:32] + "/" + uuid,
		"dingtalk-hook": "https://oapi.dingtalk.com/robot/send?access_token=" + hex[:64], "wecom-hook": "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=" + uuid, "feishu-hook": "https://open.feishu.cn/open-apis/bot/v2/hook/" + uuid,
		"notion": "ntn_" + word(46), "linear": "lin_api_" + word(40), "atlassian": "ATATT3" + word(120), "figma": "figd_" + word(40), "airtable": "pat" + word(14) + "." + hex[:64],
		"shopify": "shpat_" + hex[:32], "square": "sq0atp-" + word(22), "digitalocean": "dop_v1_" + hex[:64], "azure-storage": "AccountKey=" + word(86) + "==", "azure-client": "aB38Q~" + word(34),
		"databricks": "dapi" + hex[:32], "hashicorp": "hvs." + word(24), "grafana": "glsa_" + word(32) + "_" + hex[:8], "sentry": "sntryu_" + hex[:64], "supabase": "sbp_" + hex[:40],
		"planetscale": "pscale_tkn_" + word(32), "newrelic": "NRAK-" + upper(27), "postman": "PMAK-" + hex[:24] + "-" + hex[:34], "posthog": "phx_" + word(43), "doppler": "dp.pt." + word(43),
		"mapbox": "sk.eyJ" + word(40) + "." + word(22), "age": "AGE-SECRET-KEY-1" + strings.Repeat("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 2)[:58],
		"aliyun-sts": "STS." + word(24), "zhipu": hex[:32] + "." + word(16), "dingtalk-sign": "SEC" + hex[:64], "modelscope": "ms-" + uuid, "pinecone": "pcsk_" + word(60),
		"langsmith": "lsv2_pt_" + hex[:32] + "_" + hex[:10], "e2b": "e2b_" + hex[:40], "resend": "re_" + word(8) + "_" + word(24), "brevo": "xkeysib-" + hex[:64] + "-" + word(16),
		"tailscale": "tskey-auth-" + word(12) + "-" + word(32), "netlify": "nfp_" + word(36), "heroku": "HRKU-" + word(60), "pulumi": "pul-" + hex[:40], "dynatrace": "dt0c01." + upper(24) + "." + upper(64),
		"hubspot": "pat-na1-" + uuid, "razorpay": "rzp_live_" + word(14), "facebook": "EAA" + word(120), "dropbox": "sl." + word(130), "contentful": "CFPAT-" + word(43), "sonar": "sqp_" + hex[:40],
		"buildkite": "bkua_" + hex[:40], "jfrog": "AKCp" + word(69), "nuget": "oy2" + strings.ToLower(word(43)), "1password": "ops_eyJ" + word(120), "vk": "vk1.a." + word(80), "yandex": "y0_" + word(52),
		"azure-sas": "https://a.blob.core.windows.net/c?sv=2024-01-01&sig=" + word(43) + "%3D", "market": "mkt_" + word(32), "password": "password is Tz8kQ2vLw9", "jwt": "eyJ" + word(20) + ".eyJ" + word(20) + "." + word(20),
		"pem": "-----BEGIN PRIVATE KEY-----\n" + word(80), "url-cred": "https://admin:s3cr3tPw@h.io/x", "bearer": "Authorization: Bearer " + some, "assign": "api_key=9f8a7b6c5d4e3f2a1b0c",
	}
}

// Every kind of secret finds a secret of its kind, within a sentence as well.
func TestEveryKind(t *testing.T) {
	t.Parallel()
	all := specimens()
	for _, k := range kinds {
		secret, ok := all[k.name]
		if !ok {
			t.Errorf("there is no specimen of %s", k.name)
			continue
		}
		for _, text := range []string{secret, "Use " + secret + " as the key.", "密钥：" + secret + "，请保密"} {
			found := Find(text)
			if len(found) == 0 || found[0].Kind != k.name {
				t.Errorf("%s: %q gives %+v", k.name, text, found)
			}
		}
	}
}
