-- The audit log only grows: whoever has the application's connection cannot
-- change or remove a line of it.

-- +goose Up
-- +goose StatementBegin
CREATE TRIGGER act_no_update BEFORE UPDATE ON act
BEGIN
    SELECT RAISE(ABORT, 'the audit log is append-only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER act_no_delete BEFORE DELETE ON act
BEGIN
    SELECT RAISE(ABORT, 'the audit log is append-only');
END;
-- +goose StatementEnd
