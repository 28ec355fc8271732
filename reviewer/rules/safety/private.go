package safety

import "marketd/reviewer/pattern"

// The words by which a name tells that it reads a private thing.
var (
	// boxNouns are where private things lie: who works there handles them.
	boxNouns = wordSet(`inbox gmail outlook mailbox sms contacts dm dms clipboard vault keychain voicemail`)
	// shapedNouns are things that are made, rated and validated as often as read.
	shapedNouns = wordSet(`password passwords credential credentials passkey email mail`)
	// stateNouns are private as data or records; alone they are mostly the state of
	// a machine (get_system_health).
	stateNouns = wordSet(`health`)
	// madeNouns say that a thing is made up, or what is measured of it.
	madeNouns = wordSet(`random generate generator generated fake mock dummy sample strength validator validate`)
	readVerbs = wordSet(`get list search find fetch read query lookup show view retrieve export download browse`)
	// leadVerbs read when they stand first; behind a noun they make another thing
	// (health_check).
	leadVerbs = wordSet(`check count summarize summarise analyze analyse open scan sync access load pull peek`)
	// partNouns may stand behind a thing without making it another one.
	partNouns = wordSet(`history content contents detail details data thread threads attachment attachments event events item items entry entries record records info body header headers folder folders summary all log`)
	// clauseWords begin what is said besides.
	clauseWords = wordSet(`by for from of in with between on to id ids since until via as`)

	readEN = pattern.Late(`(?i)^\W*(?:reads?|gets?|lists?|search(?:es)?|fetch(?:es)?|retrieves?|shows?|returns?|finds?|exports?|views?|opens?|query|queries|looks? up|summari[sz]es?)\b`)
)

// readsNoun reports whether a name and the beginning of a description say that a
// private thing is read: the name is of a place where such things lie, or has one
// as the object of a reading verb (email.list, getContacts, calendar_events); or
// the description reads the user's own. password_strength, invoice_generator and
// health_check read nothing private.
func readsNoun(tokens []string, told string) bool {
	if !has(tokens, privateNouns) || has(tokens, machineNouns) || has(tokens, madeNouns) {
		return false
	}
	if has(tokens, boxNouns) {
		return true
	}
	reads := has(tokens, readVerbs)
	leads := reads || leadVerbs[tokens[0]]
	shaped := true
	for i, t := range tokens {
		after := tokens[i+1:]
		if !privateNouns[t] || stateNouns[t] && (len(after) == 0 || !partNouns[after[0]]) {
			continue
		}
		shaped = shaped && shapedNouns[t]
		if object(after) && (reads || !shapedNouns[t] && (leads || len(after) > 0 && partNouns[after[0]])) {
			return true
		}
	}
	return !shaped && readEN().MatchString(told) && ownWords().MatchString(told)
}

// object reports whether the words behind a noun leave it what the verb is about.
func object(after []string) bool {
	for _, t := range after {
		if clauseWords[t] {
			return true
		}
		if !readVerbs[t] && !partNouns[t] && !privateNouns[t] {
			return false
		}
	}
	return true
}
