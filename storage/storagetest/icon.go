package storagetest

import (
	"context"
	"testing"

	"marketd/market"
)

func icons(t *testing.T, s market.Store) {
	png := []byte("\x89PNG\r\n\x1a\n\x00\xff'\\")
	hash := market.IconHash(png)
	a, b := listing("a"), listing("b")
	a.Icon, b.Icon = hash, hash
	put := func(png []byte) {
		update(t, s, func(ctx context.Context, w market.Writer) error { return w.PutIcon(ctx, hash, png) })
	}
	drop := func(want error) {
		t.Helper()
		update(t, s, func(ctx context.Context, w market.Writer) error { return w.DropIcon(ctx, hash) })
		view(t, s, func(ctx context.Context, r market.Reader) {
			got, err := r.Icon(ctx, hash)
			wantErr(t, err, want)
			if want == nil {
				same(t, got, png)
			}
		})
	}
	put(png)
	put([]byte("another")) // the hash is the content's, so this is the same one
	save(t, s, a, b)
	view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.Listing(ctx, "a"))(t), a) })
	drop(nil)
	a.Icon = ""
	save(t, s, a)
	drop(nil) // the other one has it still
	b.Icon = ""
	save(t, s, b)
	drop(market.ErrIconNotFound)
	drop(market.ErrIconNotFound)
}
