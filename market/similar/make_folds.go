//go:build ignore

// This program writes folds.txt from two files of the Unicode Consortium:
//
//	go run make_folds.go confusables.txt Unihan_Variants.txt > folds.txt
//
// Of confusables.txt (UTS 39) it keeps what passes for Latin letters and digits,
// and the kana that pass for Han characters; of Unihan_Variants.txt (UAX 38) the
// simplified forms of traditional characters.
package main

import (
	"bufio"
	"cmp"
	"fmt"
	"log"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// own are folds that the standard lacks or makes otherwise: small capitals pass
// for capitals, and the palochka for l.
var own = map[rune]string{
	'ʙ': "b", 'ᴅ': "d", 'ᴇ': "e", 'ꜰ': "f", 'ɢ': "g", 'ʜ': "h", 'ɪ': "i", 'ᴊ': "j", 'ᴋ': "k", 'ʟ': "l", 'ᴍ': "m", 'ɴ': "n",
	'ᴘ': "p", 'ʀ': "r", 'ᴛ': "t", 'ᴜ': "u", 'ʏ': "y", 'ӏ': "l", 'ε': "e", 'ɛ': "e", 'ß': "ss",
	'裏': "里", '爲': "为", '説': "说", '啓': "启", '祕': "秘", '妳': "你", '牠': "它", '鎻': "锁", '麪': "面", '衆': "众", '羣': "群", '峯': "峰", '牀': "床", '綫': "线", '鑒': "鉴", '臺': "台",
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: make_folds confusables.txt Unihan_Variants.txt")
	}
	confusable := readConfusables(os.Args[1])
	folds := maps.Clone(own)
	for from, to := range readSimplified(os.Args[2]) {
		folds[from] = cmp.Or(folds[from], string(to))
	}
	for r := range confusable {
		for _, c := range []rune(lower(string(r))) { // the form that is looked up
			if to, ok := resolve(confusable, c); ok {
				folds[c] = cmp.Or(folds[c], to)
			}
		}
	}
	by := map[string][]rune{}
	for from := range folds {
		to := chase(folds, from)
		by[to] = append(by[to], from)
	}
	fmt.Println("# What a character is compared as: the form, a tab, the characters. Made by make_folds.go from")
	fmt.Println("# confusables.txt 17.0.0 and Unihan_Variants.txt 15.0.0, (c) Unicode, Inc., licence Unicode-3.0.")
	for _, to := range slices.Sorted(maps.Keys(by)) {
		slices.Sort(by[to])
		fmt.Printf("%s\t%s\n", to, string(by[to]))
	}
}

// chase follows a fold to its end: a form is never itself folded.
func chase(folds map[rune]string, from rune) string {
	to := folds[from]
	for range 8 {
		next := ""
		for _, r := range to {
			next += cmp.Or(folds[r], string(r))
		}
		if next == to {
			return to
		}
		to = next
	}
	log.Fatalf("%U folds in a circle", from)
	return ""
}

// resolve is what a character in lower case passes for: by itself, or else as a
// capital.
func resolve(confusable map[rune]string, r rune) (string, bool) {
	if r < 0x80 {
		return "", false
	}
	for _, form := range []rune{r, unicode.ToUpper(r)} {
		to := plain(confusable, string(form), 0)
		if to == lower(string(form)) {
			continue
		}
		rs := []rune(to)
		latin := to != "" && !strings.ContainsFunc(to, func(c rune) bool { return !('a' <= c && c <= 'z' || '0' <= c && c <= '9') })
		if latin || len(rs) == 1 && rs[0] < 0x10000 && unicode.In(rs[0], unicode.Han, unicode.Katakana, unicode.Hiragana) {
			return to, true
		}
	}
	return "", false
}

// plain maps every character of s as often as there is a mapping, in lower case
// and without marks.
func plain(confusable map[rune]string, s string, depth int) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		to, ok := confusable[r]
		switch {
		case r >= 0x300 && r <= 0x36F:
		case ok && r >= 0x80 && depth < 8:
			b.WriteString(plain(confusable, to, depth+1))
		default:
			b.WriteString(lower(string(r)))
		}
	}
	return b.String()
}

func lower(s string) string { return strings.ToLower(norm.NFKD.String(s)) }

func readConfusables(name string) map[rune]string {
	m := map[rune]string{}
	each(name, ";", func(f []string) {
		to := ""
		for _, h := range strings.Fields(f[1]) {
			to += string(hex(h))
		}
		m[hex(f[0])] = to
	})
	return m
}

func readSimplified(name string) map[rune]rune {
	m := map[rune]rune{}
	each(name, "\t", func(f []string) {
		from, forms := hex(strings.TrimPrefix(f[0], "U+")), strings.Fields(f[2])
		if f[1] != "kSimplifiedVariant" || from < 0x4E00 || from > 0x9FFF {
			return
		}
		for _, form := range forms { // a character that stays in some words is among its forms
			if to := hex(strings.TrimPrefix(form, "U+")); to != from && to >= 0x4E00 && to <= 0x9FFF {
				m[from] = to
				break
			}
		}
	})
	for from, to := range m { // two that name each other are no pair
		if m[to] == from {
			delete(m, max(from, to))
		}
	}
	return m
}

// each calls f with the fields of every line that is no comment.
func each(name, sep string, f func([]string)) {
	file, err := os.Open(name)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	for s := bufio.NewScanner(file); s.Scan(); {
		line := strings.TrimSpace(strings.TrimPrefix(s.Text(), "\uFEFF"))
		if line != "" && line[0] != '#' {
			f(strings.Split(line, sep))
		}
	}
}

func hex(s string) rune {
	n, err := strconv.ParseUint(strings.TrimSpace(s), 16, 32)
	if err != nil {
		log.Fatal(err)
	}
	return rune(n)
}
