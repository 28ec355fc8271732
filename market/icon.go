package market

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// ErrIconNotFound is the error for an icon that no listing has.
var ErrIconNotFound = NewError(NotFound, "ICON_NOT_FOUND", Text{"没有这个图标。", "There is no such icon."})

// IconHash names an icon by its content: SHA-256, in hexadecimal.
func IconHash(png []byte) string {
	sum := sha256.Sum256(png)
	return hex.EncodeToString(sum[:])
}

// IconPath is where the market serves the listing's icon, "" without one.
func (l Listing) IconPath() string {
	if l.Icon == "" {
		return ""
	}
	return "/icons/" + l.Icon + ".png"
}

// IconSource is where an entry has its icon from, in short: the address, or in
// place of a data: URI, which may be large, its digest. A source in short stays
// as it is.
func IconSource(icon string) string {
	head, _, data := strings.Cut(icon, ";base64,")
	if !data || !strings.HasPrefix(icon, "data:") {
		return icon
	}
	return head + ";sha256=" + IconHash([]byte(icon))[:16]
}

// saveListing saves a listing with the icon that its review saw. was is what it
// replaces, nil for a new one.
func saveListing(ctx context.Context, w Writer, l Listing, was *Listing) error {
	png, err := seenIcon(ctx, w, l)
	if err != nil {
		return err
	}
	switch {
	case png != nil:
		l.Icon = IconHash(png)
		if err := w.PutIcon(ctx, l.Icon, png); err != nil {
			return err
		}
	case was != nil && l.Entry.Icon != "" && IconSource(l.Entry.Icon) == was.Entry.Icon:
		l.Icon = was.Icon // it could not be fetched again, and was good before
	}
	l.Entry.Icon = IconSource(l.Entry.Icon)
	if err := w.SaveListing(ctx, l); err != nil {
		return err
	}
	if was == nil || was.Icon == "" || was.Icon == l.Icon {
		return nil
	}
	return w.DropIcon(ctx, was.Icon)
}

// seenIcon is the icon as the review of the listing's submission drew it; nil
// without one.
func seenIcon(ctx context.Context, r Reader, l Listing) ([]byte, error) {
	if l.Entry.Icon == "" {
		return nil, nil
	}
	passes, err := r.Examinations(ctx, l.Submission)
	if err != nil {
		return nil, err
	}
	return SeenIcon(passes), nil
}

// SeenIcon is the icon as the last pass that looked drew it; nil when it could
// not be used, or nobody looked.
func SeenIcon(passes []Examination) []byte {
	for i := len(passes) - 1; i >= 0; i-- {
		if v := passes[i].Probe.Visits; !v.IsZero() {
			if v.Icon == nil {
				return nil
			}
			return v.Icon.PNG
		}
	}
	return nil
}

// Icon is the icon with the hash. ErrIconNotFound when no listing has it.
func (c *Catalog) Icon(ctx context.Context, hash string) (png []byte, err error) {
	err = c.store.View(ctx, func(r Reader) error {
		png, err = r.Icon(ctx, hash)
		return err
	})
	return png, err
}
