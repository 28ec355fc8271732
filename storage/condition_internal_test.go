package storage

import (
	"path/filepath"
	"strings"
	"testing"

	"marketd/market"
)

// Whatever is typed, LIKE finds it as plain text.
func FuzzQueryIsPlainText(f *testing.F) {
	for _, s := range [][2]string{{"天气 Weather", "气 w"}, {"100%", "%"}, {"a_b", "a?b"}, {`back\slash`, `\`}, {"İ", "i"}, {"", " "}, {"a\x00b", "\xff"}} {
		f.Add(s[0], s[1])
	}
	db, err := sqlitePool(filepath.Join(f.TempDir(), "like.db"), "")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = db.Close() })
	f.Fuzz(func(t *testing.T, name, query string) {
		text := clean(searchText(market.Submission{ListingID: "id", Entry: market.Entry{Name: name}}))
		q := clean(foldQuery(query))
		var found bool
		if err := db.QueryRowContext(t.Context(), `SELECT $1 LIKE $2 ESCAPE '\'`, text, "%"+escapeLike(q)+"%").Scan(&found); err != nil {
			t.Fatal(err)
		}
		if want := strings.Contains(text, q); found != want {
			t.Errorf("%q in %q: found %t, want %t", q, text, found, want)
		}
	})
}
