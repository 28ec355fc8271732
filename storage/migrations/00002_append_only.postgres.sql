-- The audit log only grows: whoever has the application's connection cannot
-- change or remove a line of it.

-- +goose Up
-- +goose StatementBegin
CREATE FUNCTION act_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER act_no_update BEFORE UPDATE OR DELETE ON act
    FOR EACH ROW EXECUTE FUNCTION act_append_only();
CREATE TRIGGER act_no_truncate BEFORE TRUNCATE ON act
    FOR EACH STATEMENT EXECUTE FUNCTION act_append_only();
