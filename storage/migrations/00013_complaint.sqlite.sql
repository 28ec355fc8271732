-- Users' reports of listings.

-- +goose Up
SELECT 1;
