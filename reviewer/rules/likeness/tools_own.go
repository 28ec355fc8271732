package likeness

import (
	"marketd/market"
	"marketd/reviewer"
)

func toolsOwn() reviewer.Rule {
	return reviewer.Rule{
		ID: "SIM-004", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsMarket,
		Title:  reviewer.Say("工具不是照搬别人的", "The tools are not a copy of someone else's"),
		Why:    reviewer.Say("把热门服务器的工具原样搬到自己的主机上，可以收走本该发给那一家的数据。自己部署开源服务器也会这样，所以由人来看。", "A popular server's tools, copied to another host, collect what was meant for that server. Self-hosting an open-source server looks the same, so a person decides."),
		Decide: reviewer.Say("按工具摘要（DRF-001：名称、标题、说明、参数、输出、标注、级别，一字不差才相同）和别人的条目比较。整套的摘要相同，或者两边都至少有 3 个工具、相同的达到较少一边的 80%，由审核员看。自己的条目不算。还在审的提交只比整套。", "Compared by tool digests (DRF-001: name, title, description, parameters, output, annotations and level, to the byte) with other publishers' listings. A person looks when the digests of the whole sets are equal, or when both have at least 3 tools and those that are equal make 80 % of the smaller set. Your own listings do not count. Submissions under review are compared as whole sets."),
		Fix:    reviewer.Say("如果是自己部署的开源服务器，在介绍里写明出处；如果是你写的，审核员会看。", "If you host an open-source server, say so in the description and name the original; if you wrote it, a reviewer will see to it."),
		Source: "arXiv 2602.18914; duplicates in public registries",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			others, _ := alike(d, market.LikeTools)
			if len(others) == 0 {
				return nil
			}
			n := len(others[0].Shared)
			return []reviewer.Hit{{
				Where: atTools, Evidence: some(others[0].Shared),
				Message: sayOf("%[2]d 个工具里有 %[3]d 个和%[1]s的一字不差。", "Of %[2]d tools %[3]d are the same, to the byte, as those of %[1]s.", others, len(d.Tools), n),
			}}
		},
	}
}
