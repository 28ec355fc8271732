package naming

import (
	"marketd/market"
	"marketd/reviewer"
)

func nameNotDisguised() reviewer.Rule {
	return reviewer.Rule{
		ID: "RES-002", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("没有换个写法的保留名", "No reserved name in another spelling"),
		Why:    reviewer.Say("换大小写、分隔符或形近数字的保留名，会让人和模型当成应用自己的工具。", "A reserved name with other case, other separators or look-alike digits passes for the app's own tool."),
		Decide: reviewer.Say("名字和每个保留名（见 RES-001）都先化简再比：在 . _ - 和大小写交界处拆成词，转小写，0、1、3、5 当作 o、l、e、s，三个字母以上的词去掉末尾的复数 s（ss 除外），再连起来。化简后相同而写法不同，拒绝。多一个词就不同：sms.reader_settings 通过。", "The name and each reserved one (see rule RES-001) are compared in a reduced form: cut into words at . _ - and where case changes, in lower case, 0, 1, 3 and 5 read as o, l, e and s, a plural s taken off words of more than three letters (not ss), and joined. Equal in that form and not to the letter is refused. One word more is another name: sms.reader_settings passes."),
		Fix:    reviewer.Say("换一个真正不同的名字。", "Choose a name that is really different."),
		Source: "seed, reserved names; studies of name squatting",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			names := disguisesOf(reserved(d))
			return reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
				r, ok := names.passed(t.Name)
				if !ok {
					return nil
				}
				return []reviewer.Hit{{
					Where: t.Pointer("name"), Evidence: t.Name,
					Message: reviewer.Sayf("这个名字只是保留名 %s 的另一种写法。", "This name is only another spelling of the reserved name %s.", r),
				}}
			})(d)
		},
	}
}
