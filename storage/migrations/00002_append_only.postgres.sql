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

-- Text is ordered and compared byte by byte, as SQLite does, whatever the
-- database's own collation: pages must not differ between engines.
-- +goose StatementBegin
DO $$
DECLARE c record;
BEGIN
    FOR c IN SELECT table_name, column_name FROM information_schema.columns
             WHERE table_schema = current_schema() AND data_type = 'text'
               AND table_name IN ('account', 'invite', 'session', 'submission', 'examination', 'sealed_token',
                                  'listing', 'health', 'probe_record', 'act', 'act_head', 'job_worker')
    LOOP
        EXECUTE format('ALTER TABLE %I ALTER COLUMN %I TYPE TEXT COLLATE "C"', c.table_name, c.column_name);
    END LOOP;
END
$$;
-- +goose StatementEnd
