package config

import (
	"errors"
	"io"
	"os"

	"marketd/reviewer"
)

// maxBrands bounds the file of --brands, in bytes.
const maxBrands = 1 << 20

// brands is the setting that names a file of brands, one a line (see
// [reviewer.ReadBrands]). The file is read when it is named.
type brands struct{ c *Config }

func (v *brands) String() string {
	if v.c == nil { // flag makes a zero value to compare with
		return ""
	}
	return v.c.brandFile
}

func (v *brands) Set(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return errors.New("cannot be read")
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxBrands+1))
	switch {
	case err != nil:
		return errors.New("cannot be read")
	case len(data) > maxBrands:
		return errors.New("is larger than 1 MiB")
	}
	read, err := reviewer.ReadBrands(string(data))
	if err == nil {
		v.c.brandFile, v.c.Brands = path, read
	}
	return err
}
