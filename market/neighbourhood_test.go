package market_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/likeness"
)

// street is a world whose reviewer compares what is submitted with what is there,
// by the real rules on look-alikes.
type street struct {
	*world
	lookalikes *market.Lookalikes
	stranger   market.Actor
}

func newStreet(t *testing.T) *street {
	t.Helper()
	s := &street{world: newWorld(t)}
	s.lookalikes = market.NewLookalikes(s.store)
	if err := s.catalog.OnChange(s.lookalikes.Learn); err != nil {
		t.Fatal(err)
	}
	engine := reviewer.New(reviewer.Options{Prober: s.prober, Rules: slices.Concat(likeness.Rules(), shopRules()), Policy: reviewer.DefaultPolicy(), Ruleset: "test", Neighbours: s.lookalikes})
	s.intake = market.NewIntake(market.IntakeOptions{Store: s.store, Examiner: engine, Checker: engine, Sealer: plainSealer{}, Clock: s.clock})
	s.desk = s.desk.Rejudging(engine)
	s.stranger = s.account(t, "stranger@example.com", market.RoleDeveloper)
	return s
}

// serves has the entry's server list tools of the names, described by the words.
func (s *street) serves(e market.Entry, words string, names ...string) {
	p := goodProbe()
	p.List.Tools = nil
	for _, n := range names {
		p.List.Tools = append(p.List.Tools, json.RawMessage(fmt.Sprintf(`{"name":%q,"description":%q,"inputSchema":{"type":"object","properties":{}}}`, n, words)))
	}
	s.prober.mu.Lock()
	defer s.prober.mu.Unlock()
	s.prober.answers[e.Server.URL] = p
}

// sends submits the entry and does not review it.
func (s *street) sends(t *testing.T, actor market.Actor, e market.Entry) market.Submission {
	t.Helper()
	sub, err := s.intake.Submit(t.Context(), actor, market.SubmitRequest{Entry: e, Confirm: true})
	if err != nil {
		t.Fatalf("submit %s: %v", e.ID, err)
	}
	s.clock.pass(21 * time.Second)
	return sub
}

// passes reviews the submission to its verdict.
func (s *street) passes(t *testing.T, id string) market.Submission {
	t.Helper()
	for pass := 1; s.submission(t, id).Stage == market.StageChecking; pass++ {
		s.review(t, id, pass)
		s.clock.pass(time.Hour)
	}
	return s.submission(t, id)
}

// lists brings the entry into the catalog.
func (s *street) lists(t *testing.T, actor market.Actor, e market.Entry) {
	t.Helper()
	sub := s.passes(t, s.sends(t, actor, e).ID)
	if _, err := s.desk.Decide(t.Context(), s.reviewer, market.DecideRequest{ID: sub.ID, Version: sub.Version, Digest: sub.Digest, Kind: market.DecideApprove}); err != nil {
		t.Fatalf("approve %s: %v", e.ID, err)
	}
	if err := s.catalog.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// finds are the rules of the last report's findings with their severities.
func (s *street) finds(t *testing.T, id string) []string {
	t.Helper()
	story, err := s.intake.Story(t.Context(), s.reviewer, id)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range story.Report.Findings {
		found = append(found, f.Rule+" "+string(f.Severity))
	}
	return found
}

func named(id, name string) market.Entry {
	e := entry(id)
	e.Name = name
	return e
}

func wantFinds(t *testing.T, s *street, sub market.Submission, stage market.Stage, want ...string) {
	t.Helper()
	if got := s.finds(t, sub.ID); sub.Stage != stage || !slices.Equal(got, want) {
		t.Errorf("%s: %s with %q, want %s with %q", sub.ListingID, sub.Stage, got, stage, want)
	}
}

func TestLookalikesOfAListing(t *testing.T) {
	t.Parallel()
	s := newStreet(t)
	mine := named("weather-demo", "Weather 天氣")
	s.serves(mine, "mine", "now", "forecast", "alerts")
	s.lists(t, s.dev, mine)

	// A sibling is told as one's own.
	sibling := named("weather-demo-2", "weather 天气")
	s.serves(sibling, "mine", "now", "forecast", "alerts")
	twin := s.passes(t, s.sends(t, s.dev, sibling).ID)
	wantFinds(t, s, twin, market.StageInReview, "ENT-006 needs_human", "SIM-001 warn")
	if err := s.intake.Withdraw(t.Context(), s.dev, twin.ID); err != nil {
		t.Fatal(err)
	}

	id := named("weather-dem0", "Rain radar")
	s.serves(id, "another", "radar")
	wantFinds(t, s, s.passes(t, s.sends(t, s.stranger, id).ID), market.StageRejected, "SIM-001 reject")

	name := named("rain-radar", "ＷEATHER_天气")
	s.serves(name, "another", "radar")
	wantFinds(t, s, s.passes(t, s.sends(t, s.stranger, name).ID), market.StageInReview, "SIM-001 needs_human")

	near := named("weather-demos", "官方 Weather 天气")
	s.serves(near, "another", "radar")
	wantFinds(t, s, s.passes(t, s.sends(t, s.stranger, near).ID), market.StageInReview, "SIM-002 needs_human", "SIM-002 needs_human")

	clone := named("sky", "Sky above")
	s.serves(clone, "mine", "forecast", "now", "alerts")
	wantFinds(t, s, s.passes(t, s.sends(t, s.stranger, clone).ID), market.StageInReview, "SIM-004 needs_human")

	far := named("trains", "Trains today")
	s.serves(far, "trains", "trains")
	wantFinds(t, s, s.passes(t, s.sends(t, s.stranger, far).ID), market.StageInReview)

	// None of those, which came later, stands in the way of an update.
	mine.Desc = "Weather, and more of it"
	wantFinds(t, s, s.passes(t, s.sends(t, s.dev, mine).ID), market.StageInReview)
}

// Tools with one mounted name replace one another in the app: of two servers with
// Chinese names of equal length, which have one tag.
func TestLookalikesByTag(t *testing.T) {
	t.Parallel()
	s := newStreet(t)
	first := named("tianqi", "天气查询")
	s.serves(first, "weather", "query", "list")
	one := s.sends(t, s.dev, first)
	s.passes(t, one.ID)

	second := named("kuaidi", "快递查找")
	s.serves(second, "parcels", "query")
	two := s.passes(t, s.sends(t, s.stranger, second).ID) // the first is not listed yet
	wantFinds(t, s, two, market.StageInReview, "ENT-006 reject")
	third := named("huoche", "火车时刻")
	s.serves(third, "trains", "train.times")
	wantFinds(t, s, s.passes(t, s.sends(t, s.stranger, third).ID), market.StageInReview, "ENT-006 warn")
	fourth := named("kuaidi-2", "快递 kuaidi")
	s.serves(fourth, "parcels", "query", "track")
	wantFinds(t, s, s.passes(t, s.sends(t, s.stranger, fourth).ID), market.StageInReview)
}

// Of two that wait, who came second has the first as its neighbour, and the
// first has none.
func TestWhoComesSecondDoesNotStopTheFirst(t *testing.T) {
	t.Parallel()
	s := newStreet(t)
	first, second := named("weather-demo", "Weather"), named("weather-dem0", "Radar")
	s.serves(first, "a", "a")
	s.serves(second, "b", "b")
	one, two := s.sends(t, s.dev, first), s.sends(t, s.stranger, second)
	wantFinds(t, s, s.passes(t, two.ID), market.StageRejected, "SIM-001 reject")
	wantFinds(t, s, s.passes(t, one.ID), market.StageInReview)
	// Once the first has withdrawn the second may come.
	if err := s.intake.Withdraw(t.Context(), s.dev, one.ID); err != nil {
		t.Fatal(err)
	}
	wantFinds(t, s, s.passes(t, s.sends(t, s.stranger, second).ID), market.StageInReview)
}

func TestRefusedBodyComesAgain(t *testing.T) {
	t.Parallel()
	s := newStreet(t)
	e := named("weather-demo", "Weather demo")
	s.serves(e, "TODO", "now")
	wantFinds(t, s, s.passes(t, s.sends(t, s.dev, e).ID), market.StageRejected, "DSC-003 reject")
	again := named("weather-again", "Another name")
	again.Server.URL = "https://WEATHER-demo.example.com:443/mcp/" // the same endpoint
	s.serves(again, "TODO", "now")
	wantFinds(t, s, s.passes(t, s.sends(t, s.dev, again).ID), market.StageRejected, "SIM-005 info", "DSC-003 reject")
	// Someone else's refusal is not one's own.
	wantFinds(t, s, s.passes(t, s.sends(t, s.stranger, e).ID), market.StageRejected, "DSC-003 reject")
	// A byte has changed.
	s.serves(e, "TODO.", "now")
	wantFinds(t, s, s.passes(t, s.sends(t, s.dev, e).ID), market.StageRejected, "DSC-003 reject")
	s.serves(e, "Current weather", "now")
	s.lists(t, s.dev, e)
	// What came to a good end since is not told.
	s.serves(e, "TODO.", "now")
	wantFinds(t, s, s.passes(t, s.sends(t, s.dev, e).ID), market.StageRejected, "DSC-003 reject")
}

// A listing that is held is not seen, and has look-alikes all the same.
func TestLookalikesOfHeldListings(t *testing.T) {
	t.Parallel()
	s := newStreet(t)
	e := named("weather-demo", "Weather demo")
	s.serves(e, "mine", "now")
	s.lists(t, s.dev, e)
	l := s.listing(t, e.ID)
	l.Hold = market.HoldQuarantined
	err := s.store.Update(t.Context(), func(w market.Writer) error {
		if err := w.SaveListing(t.Context(), l); err != nil {
			return err
		}
		_, err := w.BumpCatalog(t.Context(), s.clock.Now())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.catalog.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.catalog.Current().Listing(e.ID); ok {
		t.Fatal("the listing is not held")
	}
	like := named("weather-dem0", "Rain radar")
	s.serves(like, "another", "radar")
	x, err := s.intake.Check(t.Context(), market.Actor{}, market.SubmitRequest{Entry: like}, nil)
	if err != nil || !slices.Equal(x.Report.Rules(market.SeverityReject), []string{"SIM-001"}) {
		t.Errorf("anyone's check: %v, error %v", x.Report.Findings, err)
	}
	// The owner's own check knows whose it is.
	x, err = s.intake.Check(t.Context(), s.dev, market.SubmitRequest{Entry: like}, nil)
	if err != nil || x.Report.Verdict != market.VerdictClean || len(x.Report.Findings) != 1 {
		t.Errorf("the owner's check: %v, error %v", x.Report.Findings, err)
	}
}

// Questions are answered while the catalog moves, from before or after.
func TestLookalikesWhileTheCatalogMoves(t *testing.T) {
	t.Parallel()
	s := newStreet(t)
	var snapshots []*market.Snapshot
	if err := s.catalog.OnChange(func(c *market.Snapshot) error {
		snapshots = append(snapshots, c)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"Weather demo", "Other things", "Third party"} {
		e := named(fmt.Sprintf("listing-%c", 'a'+i*5), name)
		s.serves(e, name, "now")
		s.lists(t, s.dev, e)
	}
	q := market.NeighbourQuery{Entry: named("another", "weather  demo"), Owner: s.stranger.Account}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 30 {
				found, err := s.lookalikes.Neighbours(t.Context(), q)
				if err != nil || len(found) > 1 {
					t.Errorf("found %v, error %v", found, err)
				}
			}
		})
	}
	for i := range 60 {
		if err := s.lookalikes.Learn(snapshots[i%len(snapshots)]); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
	if err := s.lookalikes.Learn(s.catalog.Current()); err != nil {
		t.Fatal(err)
	}
	found, err := s.lookalikes.Neighbours(t.Context(), q)
	want := []market.Neighbour{{Like: market.LikeName, Listing: "listing-a", Name: "Weather demo", Host: "listing-a.example.com"}}
	if err != nil || len(found) != 1 || found[0].Like != want[0].Like || found[0].Listing != want[0].Listing || found[0].Name != want[0].Name || found[0].Host != want[0].Host {
		t.Errorf("found %+v, error %v; want %+v", found, err, want)
	}
}

// A tool's name that three other listings have is told, whoever's they are.
func TestLookalikesKnowCommonNames(t *testing.T) {
	t.Parallel()
	s := newStreet(t)
	for i, name := range []string{"Weather", "Trains", "Parcels"} {
		e := named(fmt.Sprintf("listing-%c", 'a'+i*5), name)
		s.serves(e, name, "look", "own"+name)
		s.lists(t, s.dev, e)
	}
	ask := func(id string) []string {
		q := market.NeighbourQuery{Entry: named(id, "Quite another"), Tools: []string{"look", "ownTrains", "mine"}}
		found, err := s.lookalikes.Neighbours(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, n := range found {
			if n.Like == market.LikeMany {
				names = append(names, n.Shared...)
			}
		}
		return names
	}
	if got := ask("another"); !slices.Equal(got, []string{"look"}) {
		t.Errorf("common are %q", got)
	}
	if got := ask("listing-a"); len(got) > 0 {
		t.Errorf("one's own listing counts: %q", got)
	}
}

// A listing that takes the look of what waits, by an update, keeps it out: the
// reviewer who approves is told.
func TestApprovalCollidesMeanwhile(t *testing.T) {
	t.Parallel()
	s := newStreet(t)
	theirs := named("parcels", "Parcels to go")
	s.serves(theirs, "parcels", "query")
	s.lists(t, s.stranger, theirs)

	mine := named("tianqi", "天气查询")
	s.serves(mine, "weather", "query")
	waits := s.passes(t, s.sends(t, s.dev, mine).ID)
	other := s.passes(t, s.sends(t, s.dev, named("trains", "Trains today")).ID)
	wantFinds(t, s, waits, market.StageInReview)

	theirs.Name = "快递查找"
	s.lists(t, s.stranger, theirs)
	decide := func(sub market.Submission, kind market.DecisionKind) error {
		_, err := s.desk.Decide(t.Context(), s.reviewer, market.DecideRequest{ID: sub.ID, Version: sub.Version, Digest: sub.Digest, Kind: kind, Text: "please"})
		return err
	}
	wantCode(t, decide(waits, market.DecideApprove), "COLLIDES_MEANWHILE")
	if got := s.submission(t, waits.ID); got.Stage != market.StageInReview {
		t.Errorf("the submission is %s", got.Stage)
	}
	if err := decide(waits, market.DecideRequestChanges); err != nil {
		t.Error(err)
	}
	if err := decide(other, market.DecideApprove); err != nil {
		t.Error(err)
	}
	wantCode(t, decide(other, market.DecideApprove), "ALREADY_DECIDED")
}
