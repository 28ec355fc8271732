-- Reports that people share by link, each until it expires.

-- +goose Up
CREATE TABLE shared_report (
    id         TEXT NOT NULL PRIMARY KEY,
    owner      TEXT NOT NULL,
    shared_at  BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    bytes      BIGINT NOT NULL,
    report     TEXT NOT NULL,
    sent       TEXT NOT NULL
);
CREATE INDEX shared_report_expires_at ON shared_report (expires_at, bytes);
