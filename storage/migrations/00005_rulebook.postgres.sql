-- The reviewers' tools: how the rules are set, how each of them did, findings
-- that were let be, a publisher's word against a refusal, and judging everything
-- anew.

-- +goose Up
CREATE TABLE rule_setting (
    rule     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    severity TEXT COLLATE "C" NOT NULL,
    enforced BOOLEAN NOT NULL,
    required BOOLEAN NOT NULL,
    reason   TEXT COLLATE "C" NOT NULL,
    set_by   TEXT COLLATE "C" NOT NULL,
    set_at   BIGINT NOT NULL
);

CREATE TABLE rule_hit (
    submission TEXT COLLATE "C" NOT NULL REFERENCES submission (id) DEFERRABLE INITIALLY DEFERRED,
    rule       TEXT COLLATE "C" NOT NULL,
    listing    TEXT COLLATE "C" NOT NULL,
    severity   TEXT COLLATE "C" NOT NULL,
    enforced   BOOLEAN NOT NULL,
    places     BIGINT NOT NULL,
    waived     BIGINT NOT NULL,
    wrong      BIGINT NOT NULL,
    approved   BOOLEAN NOT NULL,
    at         BIGINT NOT NULL,
    sample     TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (submission, rule)
);
-- All that the statistics count, so that they need not read the samples.
CREATE INDEX rule_hit_rule ON rule_hit (rule, at, listing, places, enforced, waived, wrong, approved);

CREATE TABLE waiver (
    id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    listing      TEXT COLLATE "C" NOT NULL,
    owner        TEXT COLLATE "C" NOT NULL,
    submission   TEXT COLLATE "C" NOT NULL,
    finding      TEXT COLLATE "C" NOT NULL,
    rule         TEXT COLLATE "C" NOT NULL,
    place        TEXT COLLATE "C" NOT NULL,
    tool         TEXT COLLATE "C" NOT NULL,
    evidence     TEXT COLLATE "C" NOT NULL,
    reason       TEXT COLLATE "C" NOT NULL,
    wrong        BOOLEAN NOT NULL,
    given_by     TEXT COLLATE "C" NOT NULL,
    given_at     BIGINT NOT NULL,
    withdrawn_by TEXT COLLATE "C" NOT NULL,
    withdrawn_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX waiver_holding ON waiver (listing, owner, finding) WHERE withdrawn_at = 0;
CREATE INDEX waiver_rule ON waiver (rule, given_at);

ALTER TABLE submission ADD COLUMN appeal TEXT COLLATE "C" NOT NULL DEFAULT '{}';

CREATE TABLE rereview (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    state      TEXT COLLATE "C" NOT NULL,
    version    BIGINT NOT NULL,
    settings   TEXT COLLATE "C" NOT NULL,
    base       TEXT COLLATE "C" NOT NULL,
    reason     TEXT COLLATE "C" NOT NULL,
    started_by TEXT COLLATE "C" NOT NULL,
    started_at BIGINT NOT NULL,
    ruleset    TEXT COLLATE "C" NOT NULL,
    applying   BOOLEAN NOT NULL,
    position   TEXT COLLATE "C" NOT NULL, -- the listing it came to
    total      BIGINT NOT NULL,
    judged     BIGINT NOT NULL,
    unseen     BIGINT NOT NULL,
    tally      TEXT COLLATE "C" NOT NULL,
    applied_by TEXT COLLATE "C" NOT NULL,
    applied_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL
);

CREATE TABLE rereview_change (
    rereview        TEXT COLLATE "C" NOT NULL REFERENCES rereview (id) DEFERRABLE INITIALLY DEFERRED,
    listing         TEXT COLLATE "C" NOT NULL,
    submission      TEXT COLLATE "C" NOT NULL,
    before_verdicts TEXT COLLATE "C" NOT NULL,
    after_verdicts  TEXT COLLATE "C" NOT NULL,
    look            BOOLEAN NOT NULL,
    shifts          TEXT COLLATE "C" NOT NULL,
    findings        TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (rereview, listing)
);
