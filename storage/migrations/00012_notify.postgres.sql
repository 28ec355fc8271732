-- Channels and deliveries.

-- +goose Up
SELECT 1;
