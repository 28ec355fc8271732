package storagetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// anyText stores what a hostile server may send, in a column and in a document.
func anyText(t *testing.T, s market.Store) {
	save(t, s, listing("a"))
	for i, tt := range []struct{ text, want string }{
		{"", ""},
		{"天气預報 🌦️ \u202e\u2028\ufeff", "天气預報 🌦️ \u202e\u2028\ufeff"},
		{"'; DROP TABLE listing; -- \\ \" $1 ? %s", "'; DROP TABLE listing; -- \\ \" $1 ? %s"},
		{"\x01\t\r\n\x7f\u0085", "\x01\t\r\n\x7f\u0085"},
		{"a\x00b", "a\uFFFDb"},
		{"a\xff\xfeb", "a\uFFFDb"},
		{strings.Repeat("长", 1<<20), strings.Repeat("长", 1<<20)},
	} {
		p := probe(int64(i), "a", now.Add(time.Duration(i)*time.Second))
		p.Detail = tt.text
		said := market.Transcript{Listing: "a", At: now, Exchanges: []market.Exchange{{RespBody: tt.text}}}
		update(t, s, func(ctx context.Context, w market.Writer) error {
			_, err := w.InsertProbeRecord(ctx, p)
			return errors.Join(err, w.PutTranscript(ctx, said))
		})
		view(t, s, func(ctx context.Context, r market.Reader) {
			got := must(r.ProbeRecords(ctx, "a", 1))(t)[0]
			if got.Detail != tt.want {
				t.Errorf("column: %.40q came back as %.40q, want %.40q", tt.text, got.Detail, tt.want)
			}
			if body := must(r.Transcripts(ctx, "a"))(t)[0].Exchanges[0].RespBody; strings.ToValidUTF8(tt.text, "") == tt.text && body != tt.text {
				t.Errorf("document: %.40q came back as %.40q", tt.text, body)
			}
		})
	}
}

func instants(t *testing.T, s market.Store) {
	shanghai := time.FixedZone("CST", 8*3600)
	for i, tt := range []struct{ in, want time.Time }{
		{time.Time{}, time.Time{}},
		{now, now},
		{now.In(shanghai), now},
		{now.Add(999 * time.Nanosecond), now},
		{time.Date(1969, 7, 20, 20, 17, 40, 1000, time.UTC), time.Date(1969, 7, 20, 20, 17, 40, 1000, time.UTC)},
		{time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC)},
	} {
		a := account(fmt.Sprint(i), market.RoleDeveloper)
		a.CreatedAt = tt.in
		update(t, s, func(ctx context.Context, w market.Writer) error { return w.InsertAccount(ctx, a) })
		view(t, s, func(ctx context.Context, r market.Reader) {
			got := must(r.Account(ctx, a.ID))(t).CreatedAt
			if !got.Equal(tt.want) || got.Location() != time.UTC {
				t.Errorf("%v came back as %v, want %v", tt.in, got, tt.want)
			}
		})
	}
}

// tenThousand pages through more rows than anything holds at once.
func tenThousand(t *testing.T, s market.Store) {
	const rows, page = 10_000, 400
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for i := range rows {
			x := submission(fmt.Sprintf("s-%05d", i), fmt.Sprintf("l-%05d", i))
			x.SubmittedAt = now.Add(time.Duration(i/7) * time.Second) // ties, which the id breaks
			if err := w.InsertSubmission(ctx, x); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		seen := 0
		for off := 0; ; off += page {
			got := must(r.Submissions(ctx, market.SubmissionFilter{Oldest: true, Limit: page, Offset: off}))(t)
			for _, x := range got {
				if want := fmt.Sprintf("s-%05d", seen); x.ID != want {
					t.Fatalf("row %d is %s, want %s", seen, x.ID, want)
				}
				seen++
			}
			if len(got) < page {
				break
			}
		}
		same(t, seen, rows)
		same(t, must(r.CountSubmissions(ctx, market.SubmissionFilter{}))(t), map[market.Stage]int{market.StageChecking: rows})
	})
}
