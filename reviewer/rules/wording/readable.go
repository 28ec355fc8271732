package wording

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/words"
)

// garbled are the characters with which each kind of mojibake begins.
var garbled = strings.Split("Ãï锟烫äåæçèé", "")

var (
	// mojibake is UTF-8 read as Latin-1 or GBK.
	mojibake = pattern.Late(`Ã[\x{80}-\x{BF}]|ï»¿|锟斤拷|烫烫烫|(?:[äåæçèé][\x{80}-\x{BF}\x{2018}-\x{2122}\x{152}-\x{178}]{1,2}){3,}`)
	markup   = pattern.Late(`(?i)&(?:lt|gt|amp|quot|nbsp|#\d{2,5});|</?(?:p|br|div|span|strong|em|ul|ol|li|h[1-6]|font)(?:\s[^<>]*)?/?>`)
)

func readable() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-011", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明没有乱码", "Descriptions are not garbled"),
		Why:    reviewer.Say("乱码和 HTML 标记会原样显示给用户和模型。", "Garbled text and HTML are shown to users and models as they are."),
		Decide: reviewer.Say("提醒：有替换符 U+FFFD；有 UTF-8 被当成 Latin-1 或 GBK 的痕迹（Ã 后面跟 U+0080 到 U+00BF，ï»¿，锟斤拷，烫烫烫，连续三个 å¤© 这样的组合）；引号外有 HTML 实体（&lt; &amp; &nbsp; 等）或排版标签（p、br、div、span、strong、ul、li、h1 到 h6 等）。从不拒绝；< 和 > 本身没有问题。", "Warned of: the replacement character U+FFFD; traces of UTF-8 that was read as Latin-1 or GBK (Ã before U+0080 to U+00BF, ï»¿, 锟斤拷, 烫烫烫, three pairs such as å¤© in a row); HTML entities (&lt; &amp; &nbsp; …) or tags of layout (p, br, div, span, strong, ul, li, h1 to h6 …) outside quotes. Never refused; < and > by themselves are fine."),
		Fix:    reviewer.Say("全程用 UTF-8；说明写纯文本，不用 HTML。", "Use UTF-8 all the way and plain text instead of HTML."),
		Source: "RFC 8259 section 8.1",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			h := reviewer.Hit{Where: t.Pointer("description"), Evidence: t.Description}
			switch {
			case strings.ContainsRune(t.Description, '\uFFFD'):
				h.Message = reviewer.Say("说明里有替换符 U+FFFD：原来的字丢了。", "The description has the replacement character U+FFFD: what stood there is lost.")
			case words.HasAny(t.Description, garbled...) && mojibake().MatchString(t.Description):
				h.Message = reviewer.Say("说明像是用错了编码读出来的乱码。", "The description looks like text read in the wrong encoding.")
			case strings.ContainsAny(t.Description, "&<") && markup().MatchString(quoted().ReplaceAllString(t.Description, "")):
				h.Message = reviewer.Say("说明里有 HTML 标记或实体。", "The description has HTML tags or entities.")
			default:
				return nil
			}
			return []reviewer.Hit{h}
		}),
	}
}
