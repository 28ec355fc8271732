-- Changes of tools: what a person approved last, each change since, and every
-- set of tools that a server showed.

-- +goose Up
CREATE TABLE approved_tools (
    listing     TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    digest      TEXT COLLATE "C" NOT NULL,
    tools       TEXT COLLATE "C" NOT NULL,
    approved_by TEXT COLLATE "C" NOT NULL,
    approved_at BIGINT NOT NULL
);
INSERT INTO approved_tools (listing, digest, tools, approved_by, approved_at)
    SELECT id, digest, tools, approved_by, approved_at FROM listing;

CREATE TABLE drift (
    id            TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    listing       TEXT COLLATE "C" NOT NULL REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    owner         TEXT COLLATE "C" NOT NULL,
    revision      BIGINT NOT NULL,
    state         TEXT COLLATE "C" NOT NULL,
    version       BIGINT NOT NULL,
    class         TEXT COLLATE "C" NOT NULL,
    before_digest TEXT COLLATE "C" NOT NULL,
    after_digest  TEXT COLLATE "C" NOT NULL,
    base          TEXT COLLATE "C" NOT NULL,
    tools         TEXT COLLATE "C" NOT NULL,
    changes       TEXT COLLATE "C" NOT NULL,
    rules         TEXT COLLATE "C" NOT NULL,
    held          BOOLEAN NOT NULL,
    seen_at       BIGINT NOT NULL,
    moved_at      BIGINT NOT NULL,
    seconded_by   TEXT COLLATE "C" NOT NULL,
    decided_by    TEXT COLLATE "C" NOT NULL,
    decided_at    BIGINT NOT NULL,
    note          TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX drift_open ON drift (listing) WHERE state = 'open';
CREATE INDEX drift_listing ON drift (listing, seen_at);
CREATE INDEX drift_state ON drift (state, seen_at);
INSERT INTO drift (id, listing, owner, revision, state, version, class, before_digest, after_digest, base, tools, changes, rules, held,
    seen_at, moved_at, seconded_by, decided_by, decided_at, note)
    SELECT submission, id, owner, revision, 'revised', 0, 'none', '', digest, 'null', tools, 'null', 'null', FALSE,
    approved_at, approved_at, '', approved_by, approved_at, '' FROM listing;

CREATE TABLE sighting (
    listing TEXT COLLATE "C" NOT NULL REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    at      BIGINT NOT NULL,
    digest  TEXT COLLATE "C" NOT NULL,
    class   TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (listing, at)
);
