package reviewer

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// brandLines are well-known brands, one a line: names, domains, and the longer
// words that have a name in them by chance, with bars between the three and
// commas within. A name that is an ordinary word as well (apple, meta, line,
// 苹果, 小米, 菜鸟) is left out: too many would be asked about it for nothing. So
// is a domain under which a brand's customers serve what they like.
const brandLines = `
12306,铁路12306|12306.cn
支付宝,Alipay|alipay.com,alipay.cn,antgroup.com
蚂蚁集团|antgroup.com,alipay.com
微信,WeChat,Weixin|qq.com,wechat.com,tencent.com
企业微信,WeCom|qq.com,tencent.com
QQ|qq.com,tencent.com
腾讯,Tencent|tencent.com,qq.com,tencentcloud.com
高德,AMap,AutoNavi|amap.com,autonavi.com,alibaba.com|最高德,崇高德
百度,Baidu|baidu.com|几百度,数百度,一百度,二百度,三百度
文心一言,文心千帆|baidu.com
淘宝,Taobao|taobao.com,alibaba.com
天猫,Tmall|tmall.com,tmall.hk,alibaba.com
阿里巴巴,Alibaba|alibaba.com,alibaba-inc.com,aliyun.com
阿里云,Aliyun,Alibaba Cloud|aliyun.com,alibabacloud.com
通义千问,Qwen|aliyun.com,qwen.ai,tongyi.com,alibabacloud.com
钉钉,DingTalk|dingtalk.com,dingtalk.io
飞猪旅行,Fliggy|fliggy.com,alitrip.com
京东,JD.com,Jingdong|jd.com,jdcloud.com,joybuy.com|北京东,南京东,东京东,西京东
拼多多,Pinduoduo|pinduoduo.com,yangkeduo.com
美团,Meituan|meituan.com,dianping.com,sankuai.com|美团队,美团圆,美团购,美团建,美团体
大众点评,Dianping|dianping.com,meituan.com
饿了么,Eleme|ele.me,eleme.cn,alibaba.com
抖音,Douyin,TikTok|douyin.com,tiktok.com,bytedance.com
字节跳动,ByteDance|bytedance.com,volcengine.com
火山引擎,Volcengine|volcengine.com
飞书,Feishu,Larksuite|feishu.cn,larksuite.com,bytedance.com
快手,Kuaishou|kuaishou.com,kwai.com|快手菜,快手早餐,快手晚餐,快手料理,快手美食
小红书,Xiaohongshu,RedNote|xiaohongshu.com,rednote.com
哔哩哔哩,B站,Bilibili|bilibili.com,bilibili.tv
微博,Weibo|weibo.com,weibo.cn,sina.com.cn
知乎,Zhihu|zhihu.com
豆瓣,Douban|douban.com|豆瓣酱,豆瓣鱼,豆瓣牛,豆瓣鸡
网易,NetEase|163.com,126.com,netease.com|联网易,上网易,官网易,全网易,组网易
携程,Trip.com,Ctrip|ctrip.com,trip.com
去哪儿网,Qunar|qunar.com
滴滴出行,滴滴打车,DiDi Chuxing|didiglobal.com,didichuxing.com,xiaojukeji.com
顺丰,SF Express|sf-express.com,sf.com
航旅纵横|umetrip.com
中国移动,China Mobile|10086.cn,chinamobile.com
中国联通,China Unicom|10010.com,chinaunicom.cn
中国电信,China Telecom|189.cn,chinatelecom.com.cn
银联,云闪付,UnionPay|unionpay.com,95516.com
工商银行,ICBC|icbc.com.cn
建设银行|ccb.com
招商银行|cmbchina.com
华为,Huawei|huawei.com,huaweicloud.com|中华为,升华为,精华为,才华为
金山文档,WPS Office|kdocs.cn,wps.cn,wps.com
语雀,Yuque|yuque.com
深度求索,DeepSeek|deepseek.com
月之暗面,Moonshot AI|moonshot.cn,moonshot.ai,kimi.com
智谱清言,Zhipu|zhipuai.cn,bigmodel.cn,chatglm.cn,z.ai
Google,谷歌|google.com,googleapis.com,withgoogle.com
YouTube|youtube.com,google.com,googleapis.com
Gmail|google.com,gmail.com,googleapis.com
Microsoft,微软|microsoft.com,office.com,microsoftonline.com
GitHub|github.com,githubcopilot.com
GitLab|gitlab.com
Atlassian,Jira|atlassian.com,atlassian.net
Amazon,亚马逊|amazon.com,aws.dev,amazon.cn,api.aws|亚马逊河,亚马逊雨林
AWS|amazon.com,aws.dev,api.aws
iCloud,Apple Pay,Apple Music|apple.com,icloud.com
OpenAI,ChatGPT|openai.com,chatgpt.com
Anthropic|anthropic.com,claude.ai,claude.com
Facebook|facebook.com,meta.com
Instagram|instagram.com,meta.com,facebook.com
WhatsApp|whatsapp.com,meta.com,facebook.com
LinkedIn,领英|linkedin.com,microsoft.com
Notion|notion.so,notion.com
Slack|slack.com
Stripe|stripe.com
PayPal|paypal.com
Figma|figma.com
Cloudflare|cloudflare.com
Shopify|shopify.com,shopify.dev
Spotify|spotify.com
Netflix,奈飞|netflix.com
Dropbox|dropbox.com
Salesforce|salesforce.com
HubSpot|hubspot.com
Airbnb,爱彼迎|airbnb.com,airbnb.cn
Hugging Face|huggingface.co,hf.co
Mastercard,万事达|mastercard.com
`

// defaultBrands are the brands of [DefaultPolicy].
func defaultBrands() []Brand {
	brands, err := ReadBrands(brandLines)
	if err != nil {
		panic(err) // the text is compiled in
	}
	return brands
}

// ReadBrands reads brands, one a line: "names | domains | unless", the members of
// each part with commas between them, the last part as you like. Blank lines and
// those that begin with # are passed over. The error names the line.
func ReadBrands(text string) ([]Brand, error) {
	var brands []Brand
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		parts := strings.Split(line, "|")
		if len(parts) == 2 {
			parts = append(parts, "")
		}
		if len(parts) != 3 || !utf8.ValidString(line) {
			return nil, fmt.Errorf("line %d is not names | domains | unless", n)
		}
		b := Brand{Names: members(parts[0]), Domains: members(strings.ToLower(parts[1])), Unless: members(parts[2])}
		if len(b.Names) == 0 || len(b.Domains) == 0 {
			return nil, fmt.Errorf("line %d lacks a name or a domain", n)
		}
		brands = append(brands, b)
	}
	return brands, nil
}

// members are the parts of a list with commas.
func members(list string) []string {
	var out []string
	for m := range strings.SplitSeq(list, ",") {
		if m = strings.TrimSpace(m); m != "" {
			out = append(out, m)
		}
	}
	return out
}
