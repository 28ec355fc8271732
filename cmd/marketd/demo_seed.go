package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marketd/demo"
	"marketd/market"
	"marketd/storage"
)

// seedFor is how long the reviews of the ready-made listings may take.
const seedFor = time.Minute

// seed makes the demo's accounts and has its settled servers submitted,
// reviewed by the real jobs and approved by the demo's reviewer, so that their
// listings have real evidence. What is there already stays as it is.
func (s *samples) seed(ctx context.Context, db *storage.DB, c core) error {
	ctx, cancel := context.WithTimeout(ctx, seedFor)
	defer cancel()
	people := map[market.Role]market.Actor{}
	names := map[market.Role]string{market.RoleDeveloper: "示例开发者", market.RoleReviewer: "示例审核员", market.RoleAdmin: "示例管理员"}
	for _, a := range s.Accounts() {
		req := market.SignUpRequest{Email: a.Email, Name: names[a.Role], Password: a.Password}
		actor, err := ensureAccount(ctx, db, c.accounts, req, a.Role)
		if err != nil {
			return err
		}
		people[a.Role] = actor
	}
	waiting, err := s.submitSettled(ctx, db, c.intake, people[market.RoleDeveloper])
	if err != nil {
		return err
	}
	for _, id := range waiting {
		if err := approve(ctx, c, people[market.RoleReviewer], id); err != nil {
			return err
		}
	}
	return c.catalog.Refresh(ctx)
}

// ensureAccount returns the account as an actor, made if it is not there.
// Looking first spares a restart the cost of a password hash.
func ensureAccount(ctx context.Context, db *storage.DB, accounts *market.Accounts, req market.SignUpRequest, role market.Role) (market.Actor, error) {
	var found market.Account
	err := db.View(ctx, func(r market.Reader) (err error) {
		found, err = r.AccountByEmail(ctx, req.Email)
		return err
	})
	if errors.Is(err, market.ErrAccountNotFound) {
		found, err = accounts.Create(ctx, req, role)
	}
	return market.Actor{Account: found.ID, Role: found.Role}, err
}

// submitSettled submits what is not listed yet and returns the submissions
// that wait to be decided, those of an interrupted first start among them.
func (s *samples) submitSettled(ctx context.Context, db *storage.DB, intake *market.Intake, dev market.Actor) ([]string, error) {
	var waiting []string
	for _, srv := range s.servers.List() {
		if !srv.Settled {
			continue
		}
		listed, open, err := standing(ctx, db, srv)
		switch {
		case err != nil:
			return nil, err
		case open != "":
			waiting = append(waiting, open)
		case !listed:
			sub, err := intake.Submit(ctx, dev, market.SubmitRequest{Entry: sampleEntry(srv), Token: srv.Token, Confirm: true})
			if err != nil {
				return nil, fmt.Errorf("submit %s: %w", srv.Name, err)
			}
			waiting = append(waiting, sub.ID)
		}
	}
	return waiting, nil
}

// standing says whether the server is listed, and which submission of it is open.
func standing(ctx context.Context, db *storage.DB, srv demo.Server) (listed bool, open string, err error) {
	err = db.View(ctx, func(r market.Reader) error {
		switch _, err := r.Listing(ctx, srv.Entry.ID); {
		case err == nil:
			listed = true
			return nil
		case !errors.Is(err, market.ErrListingNotFound):
			return err
		}
		subs, err := r.Submissions(ctx, market.SubmissionFilter{
			ListingID: srv.Entry.ID, Stages: []market.Stage{market.StageChecking, market.StageInReview},
		})
		if len(subs) > 0 {
			open = subs[0].ID
		}
		return err
	})
	return listed, open, err
}

func sampleEntry(srv demo.Server) market.Entry {
	return market.Entry{
		ID: srv.Entry.ID, Kind: market.KindServer, Name: srv.Entry.Name, Desc: srv.Entry.Desc,
		Cat: srv.Entry.Cat, Author: srv.Entry.Author, Server: market.Server{URL: srv.URL},
	}
}

// approve waits for the submission's review and approves what it found.
func approve(ctx context.Context, c core, reviewer market.Actor, id string) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		story, err := c.intake.Story(ctx, reviewer, id)
		if err != nil {
			return err
		}
		switch sub := story.Submission; sub.Stage {
		case market.StageChecking:
		case market.StageInReview:
			_, err := c.desk.Decide(ctx, reviewer, market.DecideRequest{
				ID: id, Version: sub.Version, Digest: sub.Digest, Kind: market.DecideApprove,
			})
			return err
		default:
			return fmt.Errorf("the review of %s ends %s for %v", sub.ListingID, sub.Stage, sub.Rules)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the review of %s does not end: %w", id, ctx.Err())
		case <-tick.C:
		}
	}
}
