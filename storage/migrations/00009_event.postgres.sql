-- What people are told of; when a server may be away; and whom we leave alone.

-- +goose Up
CREATE TABLE event (
    id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    key     TEXT COLLATE "C" NOT NULL UNIQUE,
    at      BIGINT NOT NULL,
    kind    TEXT COLLATE "C" NOT NULL,
    listing TEXT COLLATE "C" NOT NULL,
    account TEXT COLLATE "C" NOT NULL,
    data    TEXT COLLATE "C" NOT NULL
);
CREATE INDEX event_at ON event (at);

CREATE TABLE maintenance (
    id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    listing      TEXT COLLATE "C" NOT NULL REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    from_at      BIGINT NOT NULL,
    until_at     BIGINT NOT NULL,
    note         TEXT COLLATE "C" NOT NULL,
    announced_by TEXT COLLATE "C" NOT NULL,
    announced_at BIGINT NOT NULL,
    cancelled_at BIGINT NOT NULL
);
CREATE INDEX maintenance_listing ON maintenance (listing, from_at);

CREATE TABLE exclusion (
    domain TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    reason TEXT COLLATE "C" NOT NULL,
    set_by TEXT COLLATE "C" NOT NULL,
    set_at BIGINT NOT NULL
);
