package words

import (
	"slices"
	"strings"
	"sync"
)

// Class is what a name or a text says that a tool does.
type Class string

// The classes.
const (
	Unknown Class = "unknown"
	Reads   Class = "read"
	Writes  Class = "write"
)

type verbLists struct{ read, write, first, noun, grave, abroad, named, dire, manner set }

var verbs = sync.OnceValue(func() verbLists {
	return verbLists{
		read: fields("verbs_read.txt"), write: fields("verbs_write.txt"), first: fields("verbs_first.txt"),
		noun: fields("verbs_noun.txt"), grave: fields("verbs_grave.txt"), abroad: fields("verbs_abroad.txt"),
		named: fields("verbs_name_abroad.txt"), dire: fields("verbs_grave_text.txt"), manner: fields("manner.txt"),
	}
})

// ClassOf tells from a tool's name whether it reads or writes (rule LVL-002).
// The last dotted segment is asked first, as the verb of domain.action stands
// there; within a segment the first verb decides. The description decides only
// where the verb of a name may be a noun, as in order_details.
func ClassOf(name, description string) Class {
	for _, segment := range slices.Backward(strings.Split(name, ".")) {
		if c := segmentClass(Tokens(segment), description); c != Unknown {
			return c
		}
	}
	return Unknown
}

func segmentClass(tokens []string, description string) Class {
	v := verbs()
	if len(tokens) == 0 {
		return Unknown
	}
	if loses(tokens) {
		return Writes
	}
	if v.first.has(tokens[0]) {
		if tokens[0] == "resolve" && resolvable.has(tokens[len(tokens)-1]) {
			return Reads
		}
		return Writes
	}
	for i, t := range tokens {
		switch {
		case v.read.has(t):
			return Reads
		case t == "add" && arithmetic(description):
			return Reads
		case v.named.has(t):
			return Writes
		case v.write.has(t):
			if v.noun.has(t) {
				return nounClass(tokens[i+1:], description)
			}
			return Writes
		}
	}
	return Unknown
}

// loses reports whether a verb of loss comes on top of what a name says first:
// get_and_delete_messages, fetchThenSend.
func loses(tokens []string) bool {
	for i := 1; i < len(tokens); i++ {
		if joining.has(tokens[i-1]) && verbs().grave.has(tokens[i]) {
			return true
		}
	}
	return false
}

var joining = setOf("and", "or", "then")

// resolvable are things that are looked up when they are resolved; an issue or
// a thread is closed.
var resolvable = setOf("id", "ids", "name", "names", "address", "url", "uri", "path", "host", "hostname", "dns", "domain", "reference", "ref", "symbol", "location", "city", "place", "type", "library", "package", "version")

// nounClass decides on a name whose first verb may be a noun. A reading verb
// at its end or a reading description makes it one: link_check, order_details.
func nounClass(after []string, description string) Class {
	told := Begins(description)
	if told == Writes {
		return Writes
	}
	if told == Reads || len(after) > 0 && verbs().read.has(after[len(after)-1]) {
		return Reads
	}
	return Writes
}

// Grave is the earlier dotted segment of a name that is exactly a verb of loss
// ("transfer" in transfer.status); empty when there is none.
func Grave(name string) string {
	segments := strings.Split(strings.ToLower(name), ".")
	for _, s := range segments[:len(segments)-1] {
		if verbs().grave.has(s) {
			return s
		}
	}
	return ""
}
