-- Reports that people share by link, each until it expires.

-- +goose Up
CREATE TABLE shared_report (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    owner      TEXT COLLATE "C" NOT NULL,
    shared_at  BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    bytes      BIGINT NOT NULL,
    report     TEXT COLLATE "C" NOT NULL,
    sent       TEXT COLLATE "C" NOT NULL
);
CREATE INDEX shared_report_expires_at ON shared_report (expires_at, bytes);
