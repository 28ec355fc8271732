-- SQLite orders and compares text byte by byte already. The step is here so that
-- one number names one state of the schema on both engines.

-- +goose Up
SELECT 1;
