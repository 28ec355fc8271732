-- The market's tables, in the SQL that both engines read. Instants and lengths
-- of time are microseconds (an instant since the Unix epoch, 0 for "never"),
-- documents are JSON in TEXT.

-- +goose Up
CREATE TABLE account (
    id         TEXT NOT NULL PRIMARY KEY,
    email      TEXT NOT NULL UNIQUE,
    name       TEXT NOT NULL,
    role       TEXT NOT NULL,
    password   TEXT NOT NULL,
    disabled   BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE invite (
    hash       TEXT NOT NULL PRIMARY KEY,
    role       TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE TABLE session (
    token      TEXT NOT NULL PRIMARY KEY,
    data       BYTEA NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX session_expires_at ON session (expires_at);

CREATE TABLE submission (
    id            TEXT NOT NULL PRIMARY KEY,
    listing_id    TEXT NOT NULL,
    owner         TEXT NOT NULL,
    revision      BIGINT NOT NULL,
    entry         TEXT NOT NULL,
    stage         TEXT NOT NULL,
    version       BIGINT NOT NULL,
    pass          BIGINT NOT NULL,
    verdict       TEXT NOT NULL,
    rules         TEXT NOT NULL,
    digest        TEXT NOT NULL,
    tool_count    BIGINT NOT NULL,
    claimed_by    TEXT NOT NULL,
    claimed_until BIGINT NOT NULL,
    decision      TEXT NOT NULL,
    search        TEXT NOT NULL, -- what a query is looked for in, lower case
    submitted_at  BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    UNIQUE (listing_id, revision)
);
CREATE UNIQUE INDEX submission_open ON submission (listing_id)
    WHERE stage IN ('checking', 'in_review', 'changes_requested');
CREATE INDEX submission_owner ON submission (owner, submitted_at);
CREATE INDEX submission_stage ON submission (stage, submitted_at);

CREATE TABLE examination (
    submission TEXT NOT NULL REFERENCES submission (id) DEFERRABLE INITIALLY DEFERRED,
    pass       BIGINT NOT NULL,
    report     TEXT NOT NULL,
    probe      TEXT NOT NULL,
    tools      TEXT NOT NULL,
    digests    TEXT NOT NULL,
    PRIMARY KEY (submission, pass)
);

CREATE TABLE sealed_token (
    object TEXT NOT NULL PRIMARY KEY,
    sealed BYTEA NOT NULL
);

CREATE TABLE listing (
    id          TEXT NOT NULL PRIMARY KEY,
    owner       TEXT NOT NULL,
    revision    BIGINT NOT NULL,
    submission  TEXT NOT NULL,
    endpoint    TEXT NOT NULL,
    entry       TEXT NOT NULL,
    tools       TEXT NOT NULL,
    digests     TEXT NOT NULL,
    digest      TEXT NOT NULL,
    auth        TEXT NOT NULL,
    app         TEXT NOT NULL,
    hold        TEXT NOT NULL,
    approved_by TEXT NOT NULL,
    ruleset     TEXT NOT NULL,
    created_at  BIGINT NOT NULL,
    approved_at BIGINT NOT NULL
);
CREATE INDEX listing_owner ON listing (owner);
CREATE INDEX listing_endpoint ON listing (endpoint);

CREATE TABLE health (
    listing       TEXT NOT NULL PRIMARY KEY REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    state         TEXT NOT NULL,
    since         BIGINT NOT NULL,
    checked_at    BIGINT NOT NULL,
    reason        TEXT NOT NULL,
    class         TEXT NOT NULL,
    digest        TEXT NOT NULL,
    failures      BIGINT NOT NULL,
    failed_at     BIGINT NOT NULL,
    successes     BIGINT NOT NULL,
    gates         BIGINT NOT NULL,
    next_probe_at BIGINT NOT NULL
);
CREATE INDEX health_due ON health (next_probe_at);

CREATE TABLE probe_record (
    key        TEXT NOT NULL PRIMARY KEY,
    listing    TEXT NOT NULL REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    at         BIGINT NOT NULL,
    reason     TEXT NOT NULL,
    class      TEXT NOT NULL,
    status     BIGINT NOT NULL,
    took       BIGINT NOT NULL,
    bytes      BIGINT NOT NULL,
    digest     TEXT NOT NULL,
    cert_until BIGINT NOT NULL,
    detail     TEXT NOT NULL,
    transcript TEXT NOT NULL
);
CREATE INDEX probe_record_listing ON probe_record (listing, at);
CREATE INDEX probe_record_at ON probe_record (at);

CREATE TABLE catalog (
    id         BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    revision   BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
INSERT INTO catalog (id, revision, updated_at) VALUES (1, 0, 0);

CREATE TABLE act (
    seq          BIGINT NOT NULL PRIMARY KEY,
    at           BIGINT NOT NULL,
    actor        TEXT NOT NULL,
    action       TEXT NOT NULL,
    object       TEXT NOT NULL,
    before_value TEXT NOT NULL,
    after_value  TEXT NOT NULL,
    rules        TEXT NOT NULL,
    note         TEXT NOT NULL,
    ip           TEXT NOT NULL,
    prev         TEXT NOT NULL,
    hash         TEXT NOT NULL
);
CREATE INDEX act_object ON act (object, seq);
CREATE INDEX act_actor ON act (actor, seq);
CREATE INDEX act_action ON act (action, at);

-- The last act's place and hash. A writer takes this row before it appends, so
-- that two writers never extend the chain from the same end.
CREATE TABLE act_head (
    id   BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
    seq  BIGINT NOT NULL,
    hash TEXT NOT NULL
);
INSERT INTO act_head (id, seq, hash) VALUES (1, 0, '');

-- What the program notes about this database, such as what it is for.
CREATE TABLE setting (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- A process that works jobs counts up its beat; one that stops counting is dead
-- and its jobs go to others.
CREATE TABLE job_worker (
    id   TEXT NOT NULL PRIMARY KEY,
    beat BIGINT NOT NULL
);
