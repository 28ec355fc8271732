package config

import (
	"errors"
	"strconv"
	"strings"
)

const leastMemory = 64 << 20 // less and the collector does nothing but collect

// memory accepts a number of bytes as the Go runtime writes them in GOMEMLIMIT.
func memory(s string) (int64, error) {
	for unit, size := range map[string]int64{"MiB": 1 << 20, "GiB": 1 << 30} {
		digits, ok := strings.CutSuffix(s, unit)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(digits, 10, 16)
		switch {
		case err != nil:
			return 0, errors.New("not a whole number up to 65535 before the unit")
		case int64(n)*size < leastMemory:
			return 0, errors.New("less than 64MiB")
		}
		return int64(n) * size, nil
	}
	return 0, errors.New("no size in MiB or GiB")
}

func memoryText(n int64) string {
	if n%(1<<30) == 0 {
		return strconv.FormatInt(n>>30, 10) + "GiB"
	}
	return strconv.FormatInt(n>>20, 10) + "MiB"
}
