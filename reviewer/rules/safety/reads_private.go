package safety

import "marketd/reviewer"

// ReadsPrivate reports whether a tool reads private data, as rule SEC-040 tells
// it by name and description. Rule META-005 wants a privacy notice for it.
func ReadsPrivate(t reviewer.Tool) bool { return t.Members != nil && flowOf(t).private }
