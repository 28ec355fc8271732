package words

import "sync"

// The Han characters that texts of today are written in.
const (
	hanFirst = 0x4E00
	hanLast  = 0x9FFF
)

// hanTable has the simplified form of every traditional character at its place,
// and 0 elsewhere: texts are folded character by character, and a map is slow.
var hanTable = sync.OnceValue(func() *[hanLast - hanFirst + 1]uint16 {
	var table [hanLast - hanFirst + 1]uint16
	for from, to := range simplified() {
		if from >= hanFirst && from <= hanLast {
			table[from-hanFirst] = uint16(to)
		}
	}
	return &table
})

// Simple is the simplified form of a traditional Chinese character, and any
// other character itself.
func Simple(r rune) rune {
	if r < hanFirst || r > hanLast {
		return r
	}
	if s := hanTable()[r-hanFirst]; s != 0 {
		return rune(s)
	}
	return r
}
