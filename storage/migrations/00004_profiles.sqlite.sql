-- A listing is approved for each way of using its server: the app's, and
-- standard MCP. What was approved before knew the app's alone.

-- +goose Up
ALTER TABLE listing ADD COLUMN mcp TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE listing ADD COLUMN mcp_version TEXT NOT NULL DEFAULT '';
