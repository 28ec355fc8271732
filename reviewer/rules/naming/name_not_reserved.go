package naming

import (
	"slices"

	"marketd/market"
	"marketd/reviewer"
)

func nameNotReserved() reviewer.Rule {
	return reviewer.Rule{
		ID: "RES-001", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("没有用应用保留的工具名", "No tool has a reserved name"),
		Why:    reviewer.Say("短信、支付、通讯录这些名字留给应用自己；外部服务器的同名工具永远不会挂出。", "Names for messages, payment and contacts are kept for the app; an outside tool of that name is never mounted."),
		Decide: reviewer.Say("名字与保留名逐字相同。保留名由运营者配置，默认有 sms.read、sms.send、sms.recent、pay.query、payment.pay、contact.read、contacts.search、location.read、location.get、call.log、identity.read、a2a.message，以及永不执行的 credential.read、keystore.read、package.uninstall、secure.delete、security.set、vpn.set。只有这一个工具时拒绝；还有别的工具时交给人看，这一个不挂出。", "The name is a reserved one to the letter. An operator sets the list; by default it is sms.read, sms.send, sms.recent, pay.query, payment.pay, contact.read, contacts.search, location.read, location.get, call.log, identity.read, a2a.message, and the never executed credential.read, keystore.read, package.uninstall, secure.delete, security.set, vpn.set. Refused when it is the only tool; with others beside it a person looks, and this one is not mounted."),
		Fix:    reviewer.Say("换一个名字，例如 sms.template.list。", "Choose another name, for example sms.template.list."),
		Source: "seed, reserved names",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			list := reserved(d)
			return reviewer.PerTool(func(d *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
				if !slices.Contains(list, t.Name) {
					return nil
				}
				h := reviewer.Hit{
					Where: t.Pointer("name"), Evidence: t.Name,
					Message: reviewer.Say("这是保留的名字，这个工具不会被挂出。", "This name is reserved; the tool will not be mounted."),
				}
				if len(d.Tools) == 1 {
					h.Severity = market.SeverityReject
					h.Message = reviewer.Say("唯一的工具用了保留的名字，装上后一个工具也没有。", "The only tool has a reserved name, so nothing would be mounted.")
				}
				return []reviewer.Hit{h}
			})(d)
		},
	}
}
