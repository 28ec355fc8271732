package catalogapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/invopop/jsonschema"
	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/negotiate"
)

// schemaComments are the doc comments of the published types and their fields,
// by qualified name: the descriptions of the schemas. A test keeps them equal
// to the sources, and go generate writes them.
//
//go:generate go test . -run Schema -update
//go:embed schema_comments.json
var schemaComments []byte

// published are the documents that have a schema at /schemas/NAME.json.
var published = map[string]any{
	"catalog": Document{},
	"check":   CheckRequest{},
	"entry":   SubmissionRequest{},
	"problem": Problem{},
	"report":  market.Report{},
}

// enums are the values of the domain's word types.
var enums = map[reflect.Type][]any{
	reflect.TypeFor[market.CheckState]():  {market.CheckPass, market.CheckHit, market.CheckSkipped, market.CheckFailed},
	reflect.TypeFor[market.Group]():       anys(market.Groups()),
	reflect.TypeFor[market.ListingKind](): {market.KindServer, market.KindDeclarative, market.KindBuiltin, market.KindCETP},
	reflect.TypeFor[market.Outcome]():     {market.OutcomePass, market.OutcomeFail, market.OutcomeGated, market.OutcomeUnknown},
	reflect.TypeFor[market.Profile]():     {market.ProfileApp, market.ProfileMCP},
	reflect.TypeFor[market.Severity]():    {market.SeverityReject, market.SeverityNeedsHuman, market.SeverityWarn, market.SeverityInfo},
	reflect.TypeFor[market.Verdict]():     {market.VerdictRejected, market.VerdictInconclusive, market.VerdictNeedsHuman, market.VerdictClean, market.VerdictNotRun},
	reflect.TypeFor[market.HealthState](): {
		market.HealthUnknown, market.HealthUp, market.HealthDegraded, market.HealthGated, market.HealthDown, market.HealthGone,
	},
}

func anys[T any](values []T) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list
}

// schemas are the schemas of the published documents, made when first asked for.
type schemas struct {
	once   sync.Once
	byName map[string]*variant
	err    error
}

func (s *schemas) named(name string) (*variant, error) {
	s.once.Do(func() { s.byName, s.err = makeSchemas() })
	if s.err != nil {
		return nil, s.err
	}
	v, ok := s.byName[name]
	if !ok {
		return nil, errNoRoute
	}
	return v, nil
}

func makeSchemas() (map[string]*variant, error) {
	var comments map[string]string
	if err := json.Unmarshal(schemaComments, &comments); err != nil {
		return nil, fmt.Errorf("read the schemas' comments: %w", err)
	}
	made := map[string]*variant{}
	for name, doc := range published {
		body, err := json.MarshalIndent(schemaOf(name, doc, comments), "", "  ")
		if err != nil {
			return nil, fmt.Errorf("make the schema of %s: %w", name, err)
		}
		body = append(body, '\n')
		made[name] = newVariant(negotiate.Identity, "application/schema+json", body, []string{entityTag(body)}, "")
	}
	return made, nil
}

// schemaOf reflects a document. Unknown members are no fault of any: what the
// market sends may gain some, and of those sent to it rule ENT-011 tells.
func schemaOf(name string, doc any, comments map[string]string) *jsonschema.Schema {
	r := &jsonschema.Reflector{
		Anonymous: true, ExpandedStruct: true, AllowAdditionalProperties: true,
		CommentMap: comments, Mapper: mapped,
	}
	s := r.Reflect(doc)
	s.Title = "marketd " + name
	inWordsOfJSON(s)
	for _, d := range s.Definitions {
		inWordsOfJSON(d)
	}
	switch name {
	case "entry":
		s.Definitions["Server"].Required = []string{"url"}
		bound(s, "id", 0, market.IDMax, market.IDPattern)
		bound(s, "name", market.NameMin, market.NameMax, "")
		bound(s, "desc", 0, market.DescMax, "")
		bound(s, "author", market.AuthorMin, market.AuthorMax, "")
		bound(s, "region", 0, market.RegionMax, "")
		bound(s, "changes", 0, market.ChangesMax, "")
		bound(s, market.MemberTestToken, 0, market.MaxToken, "")
	case "report":
		// A score is a number, or null without tools.
		p := s.Properties.Value("score")
		p.OneOf, p.Type = []*jsonschema.Schema{{Type: p.Type}, {Type: "null"}}, ""
	case "catalog":
		bound(s.Definitions["Package"], "id", 0, market.IDMax, market.IDPattern)
	}
	return s
}

// inWordsOfJSON has the descriptions, which begin with a field's name in Go,
// begin with the member's.
func inWordsOfJSON(s *jsonschema.Schema) {
	for p := s.Properties.Oldest(); p != nil; p = p.Next() {
		first, rest, _ := strings.Cut(p.Value.Description, " ")
		if strings.EqualFold(first, p.Key) {
			p.Value.Description = p.Key + " " + rest
		}
	}
}

// bound says how long a text is and what it looks like; 0 and "" say nothing.
func bound(s *jsonschema.Schema, member string, least, most uint64, pattern string) {
	p := s.Properties.Value(member)
	p.Pattern = pattern
	if least > 0 {
		p.MinLength = &least
	}
	if most > 0 {
		p.MaxLength = &most
	}
}

func mapped(t reflect.Type) *jsonschema.Schema {
	if t == reflect.TypeFor[time.Duration]() {
		return &jsonschema.Schema{Type: "integer", Description: "Nanoseconds."}
	}
	if values, ok := enums[t]; ok {
		return &jsonschema.Schema{Type: "string", Enum: values}
	}
	return nil
}

// schemaList says which schemas there are.
func (s *Server) schemaList(c echo.Context) error {
	list := map[string]string{}
	for name := range published {
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
	v, err := s.schemas.named(name)
	if err != nil {
		return err
	}
	v.serve(c.Response(), c.Request(), "", time.Time{})
	return nil
}
