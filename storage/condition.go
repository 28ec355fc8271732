package storage

import (
	"strconv"
	"strings"

	"marketd/market"
)

// conditions builds the WHERE of a filter with numbered placeholders.
type conditions struct {
	terms []string
	args  []any
}

// arg binds a value and returns its placeholder.
func (c *conditions) arg(v any) string {
	c.args = append(c.args, v)
	return "$" + strconv.Itoa(len(c.args))
}

// equal demands column = value unless value is empty.
func (c *conditions) equal(column, value string) {
	if value != "" {
		c.terms = append(c.terms, column+" = "+c.arg(value))
	}
}

// among demands that column is one of the values, unless there are none.
func among[T any](c *conditions, column string, values []T) {
	if len(values) == 0 {
		return
	}
	marks := make([]string, len(values))
	for i, v := range values {
		marks[i] = c.arg(v)
	}
	c.terms = append(c.terms, column+" IN ("+strings.Join(marks, ", ")+")")
}

// and demands a term besides.
func (c *conditions) and(term string) { c.terms = append(c.terms, term) }

func (c *conditions) where() string {
	if len(c.terms) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(c.terms, " AND ")
}

func submissionConditions(f market.SubmissionFilter) *conditions {
	c := &conditions{}
	c.equal("owner", f.Owner)
	c.equal("listing_id", f.ListingID)
	c.equal("claimed_by", f.ClaimedBy)
	among(c, "stage", f.Stages)
	if q := foldQuery(f.Query); q != "" {
		c.terms = append(c.terms, "(search LIKE "+c.arg("%"+escapeLike(q)+"%")+` ESCAPE '\' OR id = `+c.arg(q)+")")
	}
	return c
}

// searchText is what a query is looked for in: name, listing id, host and rule
// ids, one a line. Folding is done here because SQLite's lower() knows ASCII only.
func searchText(s market.Submission) string {
	fields := append([]string{s.Entry.Name, s.ListingID, s.Entry.Host()}, s.Rules...)
	for i, f := range fields {
		fields[i] = strings.Join(strings.Fields(strings.ToLower(f)), " ")
	}
	return strings.Join(fields, "\n")
}

// maxQuery keeps a pattern far below SQLite's limit of 50,000 bytes.
const maxQuery = 200

func foldQuery(q string) string {
	r := []rune(strings.Join(strings.Fields(strings.ToLower(q)), " "))
	return string(r[:min(len(r), maxQuery)])
}

func escapeLike(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}
