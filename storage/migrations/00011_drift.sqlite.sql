-- Changes of tools.

-- +goose Up
SELECT 1;
