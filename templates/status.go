package templates

import "strconv"

// barBox is the view box of n bars, eight units each.
func barBox(n int) string { return "0 0 " + strconv.Itoa(8*n) + " 44" }

func barX(i int) string { return strconv.Itoa(8*i + 1) }

func barHeight(kind string) string {
	switch kind {
	case "u":
		return "40"
	case "d":
		return "14"
	case "m":
		return "6"
	}
	return "2"
}

func barY(kind string) string {
	switch kind {
	case "u":
		return "2"
	case "d":
		return "28"
	case "m":
		return "36"
	}
	return "40"
}

func tabID(prefix string, i int) string { return prefix + strconv.Itoa(i) }
