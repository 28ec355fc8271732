package catalogapi

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/invopop/jsonschema"

	"marketd/market"
)

// published are the documents that have a schema at /schemas/NAME.json.
var published = map[string]any{
	"catalog": Document{},
	"check":   CheckRequest{},
	"entry":   SubmissionRequest{},
	"health":  Health{},
	"problem": Problem{},
	"report":  market.Report{},
	"status":  Status{},
}

// enums are the values of the domain's word types.
var enums = map[reflect.Type][]any{
	reflect.TypeFor[market.CheckState]():  {market.CheckPass, market.CheckHit, market.CheckSkipped, market.CheckFailed},
	reflect.TypeFor[market.Group]():       anys(market.Groups()),
	reflect.TypeFor[market.ListingKind](): {market.KindServer, market.KindDeclarative, market.KindBuiltin, market.KindCETP},
	reflect.TypeFor[market.Outcome]():     {market.OutcomePass, market.OutcomeFail, market.OutcomeGated, market.OutcomeUnknown},
	reflect.TypeFor[market.PartState]():   {market.PartFine, market.PartSlow, market.PartBroken, market.PartUnknown},
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

// sourceComments are the doc comments in the sources of the types that the
// published documents consist of.
func sourceComments(t *testing.T) map[string]string {
	t.Helper()
	var r jsonschema.Reflector
	for _, dir := range []string{".", "../market"} { // both are joined to the base
		if err := r.AddGoComments("marketd/catalogapi", dir, jsonschema.WithFullComment()); err != nil {
			t.Fatal(err)
		}
	}
	wanted := map[string]bool{}
	for _, doc := range published {
		typeNames(reflect.TypeOf(doc), wanted)
	}
	found := map[string]string{}
	for name, text := range r.CommentMap {
		dir, rest, _ := strings.Cut(name, ".")
		typ, _, _ := strings.Cut(rest, ".")
		if wanted[dir+"."+typ] {
			found[name] = strings.Join(strings.Fields(text), " ")
		}
	}
	return found
}

func typeNames(t reflect.Type, into map[string]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		typeNames(t.Elem(), into)
	case reflect.Struct:
		name := t.PkgPath() + "." + t.Name()
		if t.PkgPath() == "time" || into[name] {
			return
		}
		into[name] = true
		for f := range t.Fields() {
			typeNames(f.Type, into)
		}
	}
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
