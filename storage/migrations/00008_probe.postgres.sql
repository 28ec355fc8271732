-- A probe of a listing is claimed before it is made, and its result is kept under
-- the claim's number: however often a batch runs, it is stored once. Raw results
-- are many and short-lived, so their rows are small and in one place per listing.

-- +goose Up
ALTER TABLE health ADD COLUMN silent_for BIGINT NOT NULL DEFAULT 0;
ALTER TABLE health ADD COLUMN cert_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE health ADD COLUMN claim BIGINT NOT NULL DEFAULT 0;
ALTER TABLE health ADD COLUMN folded BIGINT NOT NULL DEFAULT 0;
ALTER TABLE health ADD COLUMN claimed_until BIGINT NOT NULL DEFAULT 0;

ALTER TABLE probe_record RENAME TO old_probe_record;
DROP INDEX probe_record_listing;
DROP INDEX probe_record_at;
CREATE TABLE probe_record (
    listing    TEXT COLLATE "C" NOT NULL REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    claim      BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    reason     TEXT COLLATE "C" NOT NULL,
    class      TEXT COLLATE "C" NOT NULL,
    void       TEXT COLLATE "C" NOT NULL,
    status     BIGINT NOT NULL,
    dns        BIGINT NOT NULL,
    connect    BIGINT NOT NULL,
    tls        BIGINT NOT NULL,
    first_byte BIGINT NOT NULL,
    took       BIGINT NOT NULL,
    bytes      BIGINT NOT NULL,
    digest     TEXT COLLATE "C" NOT NULL,
    cert_until BIGINT NOT NULL,
    detail     TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (listing, claim)
);
INSERT INTO probe_record (listing, claim, at, reason, class, void, status, dns, connect, tls, first_byte, took, bytes, digest, cert_until, detail)
    SELECT listing, ROW_NUMBER() OVER (PARTITION BY listing ORDER BY at, key), at, reason, class, '', status, 0, 0, 0, 0, took, bytes, digest, cert_until, detail
    FROM old_probe_record;
DROP TABLE old_probe_record;
UPDATE health SET claim = (SELECT COALESCE(MAX(p.claim), 0) FROM probe_record p WHERE p.listing = health.listing);
UPDATE health SET folded = claim;

-- The last good and the last bad exchange with each listing's server.
CREATE TABLE transcript (
    listing   TEXT COLLATE "C" NOT NULL REFERENCES listing (id) DEFERRABLE INITIALLY DEFERRED,
    good      BOOLEAN NOT NULL,
    at        BIGINT NOT NULL,
    exchanges TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (listing, good)
);
