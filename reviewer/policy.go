package reviewer

// DefaultPolicy is the policy of a market whose operator sets nothing.
func DefaultPolicy() Policy {
	return Policy{
		Categories: []string{
			"weather", "travel", "map", "life", "office", "finance", "academic", "government", "news", "education",
			"health", "food", "shopping", "entertainment", "sports", "developer", "data", "device", "other",
		},
		ReservedIDs: []string{"device-control", "scene-12306", "obsidian", "market", "mov", "admin", "official", "system", "ext"},
		Reserved: []string{
			"sms.read", "sms.send", "sms.recent", "pay.query", "payment.pay", "contact.read", "contacts.search",
			"location.read", "location.get", "call.log", "identity.read", "a2a.message",
		},
		NeverRun: []string{"credential.read", "keystore.read", "package.uninstall", "secure.delete", "security.set", "vpn.set"},
		Brands:   defaultBrands(),
		Pace:     PaceNormal(),
	}
}
