-- Users' reports of listings.

-- +goose Up
CREATE TABLE complaint (
    id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    listing     TEXT COLLATE "C" NOT NULL REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    reason      TEXT COLLATE "C" NOT NULL,
    tool        TEXT COLLATE "C" NOT NULL,
    note        TEXT COLLATE "C" NOT NULL,
    account     TEXT COLLATE "C" NOT NULL,
    fresh       BOOLEAN NOT NULL, -- the account was too young to count as one
    origin      TEXT COLLATE "C" NOT NULL,
    secret      TEXT COLLATE "C" NOT NULL UNIQUE,
    state       TEXT COLLATE "C" NOT NULL,
    version     BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    held        TEXT COLLATE "C" NOT NULL, -- the hold that it brought, and the one before
    displaced   TEXT COLLATE "C" NOT NULL,
    answer      TEXT COLLATE "C" NOT NULL,
    answered_by TEXT COLLATE "C" NOT NULL,
    answered_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX complaint_one_open ON complaint (listing, account) WHERE account <> '' AND state = 'open';
CREATE INDEX complaint_listing ON complaint (listing, state, at);
CREATE INDEX complaint_account ON complaint (account, at) WHERE account <> '';
CREATE INDEX complaint_state ON complaint (state, at);
