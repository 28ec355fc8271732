-- What people are told of; when a server may be away; and whom we leave alone.

-- +goose Up
CREATE TABLE event (
    id      TEXT NOT NULL PRIMARY KEY,
    key     TEXT NOT NULL UNIQUE,
    at      BIGINT NOT NULL,
    kind    TEXT NOT NULL,
    listing TEXT NOT NULL,
    account TEXT NOT NULL,
    data    TEXT NOT NULL
);
CREATE INDEX event_at ON event (at);

CREATE TABLE maintenance (
    id           TEXT NOT NULL PRIMARY KEY,
    listing      TEXT NOT NULL REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    from_at      BIGINT NOT NULL,
    until_at     BIGINT NOT NULL,
    note         TEXT NOT NULL,
    announced_by TEXT NOT NULL,
    announced_at BIGINT NOT NULL,
    cancelled_at BIGINT NOT NULL
);
CREATE INDEX maintenance_listing ON maintenance (listing, from_at);

CREATE TABLE exclusion (
    domain TEXT NOT NULL PRIMARY KEY,
    reason TEXT NOT NULL,
    set_by TEXT NOT NULL,
    set_at BIGINT NOT NULL
);
