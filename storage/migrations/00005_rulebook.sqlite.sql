-- The reviewers' tools: how the rules are set, how each of them did, findings
-- that were let be, a publisher's word against a refusal, and judging everything
-- anew.

-- +goose Up
CREATE TABLE rule_setting (
    rule     TEXT NOT NULL PRIMARY KEY,
    severity TEXT NOT NULL,
    enforced BOOLEAN NOT NULL,
    required BOOLEAN NOT NULL,
    reason   TEXT NOT NULL,
    set_by   TEXT NOT NULL,
    set_at   BIGINT NOT NULL
);

CREATE TABLE rule_hit (
    submission TEXT NOT NULL REFERENCES submission (id) DEFERRABLE INITIALLY DEFERRED,
    rule       TEXT NOT NULL,
    listing    TEXT NOT NULL,
    severity   TEXT NOT NULL,
    enforced   BOOLEAN NOT NULL,
    places     BIGINT NOT NULL,
    waived     BIGINT NOT NULL,
    wrong      BIGINT NOT NULL,
    approved   BOOLEAN NOT NULL,
    at         BIGINT NOT NULL,
    sample     TEXT NOT NULL,
    PRIMARY KEY (submission, rule)
);
-- All that the statistics count, so that they need not read the samples.
CREATE INDEX rule_hit_rule ON rule_hit (rule, at, listing, places, enforced, waived, wrong, approved);

CREATE TABLE waiver (
    id           TEXT NOT NULL PRIMARY KEY,
    listing      TEXT NOT NULL,
    owner        TEXT NOT NULL,
    submission   TEXT NOT NULL,
    finding      TEXT NOT NULL,
    rule         TEXT NOT NULL,
    place        TEXT NOT NULL,
    tool         TEXT NOT NULL,
    evidence     TEXT NOT NULL,
    reason       TEXT NOT NULL,
    wrong        BOOLEAN NOT NULL,
    given_by     TEXT NOT NULL,
    given_at     BIGINT NOT NULL,
    withdrawn_by TEXT NOT NULL,
    withdrawn_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX waiver_holding ON waiver (listing, owner, finding) WHERE withdrawn_at = 0;
CREATE INDEX waiver_rule ON waiver (rule, given_at);

ALTER TABLE submission ADD COLUMN appeal TEXT NOT NULL DEFAULT '{}';

CREATE TABLE rereview (
    id         TEXT NOT NULL PRIMARY KEY,
    state      TEXT NOT NULL,
    version    BIGINT NOT NULL,
    settings   TEXT NOT NULL,
    base       TEXT NOT NULL,
    reason     TEXT NOT NULL,
    started_by TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    ruleset    TEXT NOT NULL,
    applying   BOOLEAN NOT NULL,
    position   TEXT NOT NULL, -- the listing it came to
    total      BIGINT NOT NULL,
    judged     BIGINT NOT NULL,
    unseen     BIGINT NOT NULL,
    tally      TEXT NOT NULL,
    applied_by TEXT NOT NULL,
    applied_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL
);

CREATE TABLE rereview_change (
    rereview        TEXT NOT NULL REFERENCES rereview (id) DEFERRABLE INITIALLY DEFERRED,
    listing         TEXT NOT NULL,
    submission      TEXT NOT NULL,
    before_verdicts TEXT NOT NULL,
    after_verdicts  TEXT NOT NULL,
    look            BOOLEAN NOT NULL,
    shifts          TEXT NOT NULL,
    findings        TEXT NOT NULL,
    PRIMARY KEY (rereview, listing)
);
