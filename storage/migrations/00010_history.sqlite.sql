-- Roll-ups, many in one row and packed, since a row of its own for each would be
-- mostly key; how far each listing's results are in them; and incidents.

-- +goose Up
CREATE TABLE rollup (
    listing    TEXT NOT NULL, -- '' is the whole market
    resolution BIGINT NOT NULL, -- seconds
    page       BIGINT NOT NULL,
    packed     BYTEA NOT NULL,
    PRIMARY KEY (listing, resolution, page)
);

CREATE TABLE compacted (
    listing TEXT NOT NULL PRIMARY KEY REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    claim   BIGINT NOT NULL, -- of the last result that is in the roll-ups
    at      BIGINT NOT NULL
);

CREATE TABLE incident (
    id       TEXT NOT NULL PRIMARY KEY,
    listing  TEXT NOT NULL REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    start_at BIGINT NOT NULL,
    end_at   BIGINT NOT NULL,
    worst    TEXT NOT NULL,
    reason   TEXT NOT NULL,
    class    TEXT NOT NULL,
    detail   TEXT NOT NULL
);
CREATE INDEX incident_listing ON incident (listing, start_at);
CREATE INDEX incident_start ON incident (start_at);
CREATE UNIQUE INDEX incident_open ON incident (listing) WHERE end_at = 0;
