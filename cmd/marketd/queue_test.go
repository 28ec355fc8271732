package main

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"marketd/market"
)

func TestReadingDecodesArguments(t *testing.T) {
	t.Parallel()
	var got market.ReviewArgs
	h := reading(func(_ context.Context, a market.ReviewArgs) error { got = a; return nil })
	if err := h(t.Context(), json.RawMessage(`{"submission":"s","pass":2}`)); err != nil || got.Pass != 2 {
		t.Errorf("%+v, %v", got, err)
	}
	if err := h(t.Context(), json.RawMessage(`[`)); err == nil {
		t.Error("rubbish is taken for arguments")
	}
}

func TestGaveUp(t *testing.T) {
	t.Parallel()
	broken := errors.New("the database is away")
	for name, c := range map[string]struct {
		kind, args string
		err, want  error
		told       string
	}{
		"a review":                 {market.JobReview, `{"submission":"s","pass":2}`, nil, nil, "s"},
		"a review, later again":    {market.JobReview, `{"submission":"s"}`, broken, broken, "s"},
		"a review of nothing":      {market.JobReview, `{"submission":"s"}`, market.ErrSubmissionNotFound, nil, "s"},
		"a review without meaning": {market.JobReview, `[`, broken, nil, ""},
		"a re-review":              {market.JobRereview, `{"rereview":"r"}`, nil, nil, "r"},
		"a re-review, later again": {market.JobRereview, `{"rereview":"r"}`, broken, broken, "r"},
		"a probe":                  {market.JobProbe, `{}`, broken, nil, ""},
		"a sweep":                  {market.JobSweep, ``, broken, nil, ""},
	} {
		told := ""
		give := gaveUp(func(_ context.Context, a market.ReviewArgs) error {
			told = a.Submission
			return c.err
		}, func(_ context.Context, a market.RereviewArgs) error {
			told = a.Rereview
			return c.err
		})
		if err := give(t.Context(), c.kind, json.RawMessage(c.args), errors.New("why")); !errors.Is(err, c.want) || told != c.told {
			t.Errorf("%s: %v, told of %q; want %v, %q", name, err, told, c.want, c.told)
		}
	}
}
