-- The icons of listings, drawn anew by us and named by the hash of their content.

-- +goose Up
CREATE TABLE icon (
    hash TEXT NOT NULL PRIMARY KEY,
    png  BYTEA NOT NULL
);
ALTER TABLE listing ADD COLUMN icon TEXT NOT NULL DEFAULT '';
CREATE INDEX listing_icon ON listing (icon);
