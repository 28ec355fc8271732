package templates

// Hue is the one mapping from a state's name to the name under which the style
// sheet colours it and the sprite draws it. A state that is not listed has its
// own hue and icon, or the mute one.
func Hue(state string) string {
	switch state {
	case "clean", "approved", "ok", "approve", "sent":
		return "pass"
	case "rejected", "fail", "failed", "auto_rejected":
		return "reject"
	case "in_review", "needs_human", "claimed", "queued":
		return "needs_human"
	case "changes_requested", "request_changes", "inconclusive", "tools_changed":
		return "warn"
	case "checking", "submitted", "examined":
		return "running"
	case "hit", "add_app", "add_mcp":
		return "warn"
	case "":
		return "unknown"
	}
	return state
}
