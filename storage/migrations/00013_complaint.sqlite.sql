-- Users' reports of listings.

-- +goose Up
CREATE TABLE complaint (
    id          TEXT NOT NULL PRIMARY KEY,
    listing     TEXT NOT NULL REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    reason      TEXT NOT NULL,
    tool        TEXT NOT NULL,
    note        TEXT NOT NULL,
    account     TEXT NOT NULL,
    fresh       BOOLEAN NOT NULL, -- the account was too young to count as one
    origin      TEXT NOT NULL,
    secret      TEXT NOT NULL UNIQUE,
    state       TEXT NOT NULL,
    version     BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    held        TEXT NOT NULL, -- the hold that it brought, and the one before
    displaced   TEXT NOT NULL,
    answer      TEXT NOT NULL,
    answered_by TEXT NOT NULL,
    answered_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX complaint_one_open ON complaint (listing, account) WHERE account <> '' AND state = 'open';
CREATE INDEX complaint_listing ON complaint (listing, state, at);
CREATE INDEX complaint_account ON complaint (account, at) WHERE account <> '';
CREATE INDEX complaint_state ON complaint (state, at);
