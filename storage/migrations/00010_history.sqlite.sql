-- Roll-ups and incidents.

-- +goose Up
SELECT 1;
