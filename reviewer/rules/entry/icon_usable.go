package entry

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/endpoint"
)

const atIcon = "/entry/icon"

func iconUsable() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-004", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("图标是一张可以安全显示的方形图片", "The icon is a square picture that can be shown safely"),
		Why:    reviewer.Say("图标显示给所有用户。SVG 里可以有脚本和外部引用，几千字节的图片解开后可以占满内存，别人网站上的图片随时会变，还会知道谁在看。", "The icon is shown to everyone. SVG can carry scripts and outside references, a picture of a few kilobytes can fill the memory once it is decoded, and one on a stranger's site may change at any time and tells the site who looks."),
		Decide: reviewer.Sayf("图标可以没有。有的话，是 https 网址（要求同 META-003），或 data:image/png、jpeg、webp 的 base64 内容（连同整个条目不超过 64 KiB）。取来之后按它的字节看，不看扩展名和类型声明：必须是 PNG、JPEG 或 WebP，不超过 256 KiB，每边 %d 到 %d 像素，长宽相差不超过一成；尺寸先从文件头读出，超过 400 万像素的不解码；必须能完整解码（动图取第一帧，动态 WebP 不行）。不符合就拒绝；取不到只提醒，条目用名称的首字代替。我们把它重新画成不超过 %d 像素的 PNG，随批准的条目保存，只从市场自己的地址提供。", "There may be none. One there is comes as an https address (as rule META-003 wants it) or as data:image/png, jpeg or webp in base64 (within the 64 KiB of the entry). It is judged by its bytes, not by its name or declared type: PNG, JPEG or WebP, at most 256 KiB, %d to %d pixels a side, the sides equal within a tenth; the size is read from its header first, and nothing over 4 million pixels is decoded; it must decode as a whole (of an animated PNG the first picture is taken; an animated WebP cannot be read). What is otherwise is refused; one that cannot be fetched is only warned of, and the listing shows its first letter. The picture is drawn anew as a PNG of at most %d pixels, kept with the approved listing, and served from the market's own address alone.", market.IconLeast, market.IconMost, market.IconServed),
		Fix:    reviewer.Say("用一张正方形的 PNG（例如 256×256），放在公网 https 地址上，或直接写成 data: 网址；SVG 先导出成 PNG。", "Use a square PNG, 256×256 for example, at a public https address or as a data: URI; export an SVG as PNG first."),
		Source: "the market's catalog contract, icon; RFC 2397",
		Skip: func(d *reviewer.Dossier) market.Text {
			if d.Entry.Icon != "" {
				return market.Text{}
			}
			return reviewer.Say("这个条目没有图标，会显示名称的首字。", "This entry has no icon; its first letter is shown.")
		},
		Check: checkIcon,
	}
}

func checkIcon(d *reviewer.Dossier) []reviewer.Hit {
	hit := reviewer.Hit{Where: atIcon, Evidence: d.Entry.Icon}
	if hit.Message = iconAddressFault(d); !hit.Message.IsZero() {
		return []reviewer.Hit{hit}
	}
	facts := d.Visits().Icon
	if facts == nil || facts.Fault == "" {
		return nil
	}
	hit.Evidence = facts.Detail
	switch facts.Fault {
	case market.IconUnreachable:
		hit.Severity = market.SeverityWarn
		hit.Message = reviewer.Say("取不到图标，条目会显示名称的首字。", "The icon could not be fetched; the listing will show its first letter.")
	case market.IconTooLarge:
		hit.Message = reviewer.Say("图标超过 256 KiB。", "The icon is larger than 256 KiB.")
	case market.IconOtherType:
		hit.Message = reviewer.Say("从内容看，图标不是 PNG、JPEG 或 WebP（SVG 不收）。", "By its content, the icon is no PNG, JPEG or WebP (no SVG is taken).")
	case market.IconOtherSize:
		hit.Message = reviewer.Sayf("图标是 %d×%d 像素；应为正方形，每边 %d 到 %d。", "The icon has %d×%d pixels; it should be square, with %d to %d a side.", facts.Width, facts.Height, market.IconLeast, market.IconMost)
	default:
		hit.Message = reviewer.Say("图标解不开：不完整、损坏，或是动态 WebP。", "The icon cannot be decoded: it is cut off, broken, or an animated WebP.")
	}
	return []reviewer.Hit{hit}
}

var (
	iconData = pattern.Late(`^data:image/(png|jpe?g|webp);base64,[A-Za-z0-9+/]+={0,2}$`)
	svg      = pattern.Late(`(?i)^data:image/svg`)
)

// iconAddressFault says what is wrong with an icon as it is written.
func iconAddressFault(d *reviewer.Dossier) market.Text {
	icon := d.Entry.Icon
	switch {
	case svg().MatchString(icon):
		return reviewer.Say("图标是 SVG；SVG 里可以有脚本和外部引用，市场不收。", "The icon is an SVG; those can carry scripts and outside references, so the market takes none.")
	case !strings.HasPrefix(icon, "data:"):
		return endpoint.LinkFault(d, icon)
	case len(icon) > market.EntryBytes:
		return reviewer.Say("图标写成 data: 网址太长，整个条目不能超过 64 KiB；请放到 https 地址上。", "As a data: URI the icon is too long: the whole entry may have 64 KiB. Put it at an https address.")
	case !iconData().MatchString(icon):
		return reviewer.Say("图标的 data: 网址应以 data:image/png;base64,（或 jpeg、webp）开头，后面是 base64。", "The icon's data: URI should begin with data:image/png;base64, (or jpeg or webp), and base64 should follow.")
	}
	return market.Text{}
}
