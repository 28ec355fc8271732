package templates

import "strconv"

func tabID(prefix string, i int) string { return prefix + strconv.Itoa(i) }
