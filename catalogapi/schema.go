package catalogapi

import (
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/negotiate"
)

// schemaFiles are the schemas of the published documents, at /schemas/NAME.json.
// They are made of the Go types and their comments beforehand, so that the program
// needs nothing to make them with. A test keeps them equal to the sources, and go
// generate writes them.
//
//go:generate go test . -run Schema -update
//go:embed schemas/*.json
var schemaFiles embed.FS

// schemas are the schemas of the published documents, read when first asked for.
type schemas struct {
	once   sync.Once
	byName map[string]*variant
	err    error
}

func (s *schemas) all() (map[string]*variant, error) {
	s.once.Do(func() { s.byName, s.err = readSchemas() })
	return s.byName, s.err
}

func readSchemas() (map[string]*variant, error) {
	files, err := fs.Glob(schemaFiles, "schemas/*.json")
	if err != nil {
		return nil, fmt.Errorf("list the schemas: %w", err)
	}
	read := make(map[string]*variant, len(files))
	for _, file := range files {
		body, err := schemaFiles.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read a schema: %w", err)
		}
		name := strings.TrimSuffix(path.Base(file), ".json")
		read[name] = newVariant(negotiate.Identity, "application/schema+json", body, []string{entityTag(body)}, "")
	}
	return read, nil
}

// schemaList says which schemas there are.
func (s *Server) schemaList(c echo.Context) error {
	all, err := s.schemas.all()
	if err != nil {
		return err
	}
	list := map[string]string{}
	for name := range all {
		list[name] = "/schemas/" + name + ".json"
	}
	c.Response().Header().Set("Access-Control-Allow-Origin", "*")
	c.Response().Header().Set("Cache-Control", cacheControl)
	return c.JSONPretty(http.StatusOK, map[string]any{"schemas": list}, "  ")
}

// schemaShow sends the schema of a published document.
func (s *Server) schemaShow(c echo.Context) error {
	name, ok := strings.CutSuffix(c.Param("name"), ".json")
	if !ok {
		return errNoRoute
	}
	all, err := s.schemas.all()
	if err != nil {
		return err
	}
	v, ok := all[name]
	if !ok {
		return errNoRoute
	}
	v.serve(c.Response(), c.Request(), "", time.Time{})
	return nil
}
