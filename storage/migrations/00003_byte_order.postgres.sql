-- Text is ordered and compared byte by byte, as SQLite does, whatever the
-- database's own collation: pages must not differ between engines.

-- +goose Up
-- +goose StatementBegin
DO $$
DECLARE c record;
BEGIN
    FOR c IN SELECT table_name, column_name FROM information_schema.columns
             WHERE table_schema = current_schema() AND data_type = 'text'
               AND table_name IN ('account', 'invite', 'session', 'submission', 'examination', 'sealed_token',
                                  'listing', 'health', 'probe_record', 'act', 'act_head', 'setting',
                                  'job_worker')
    LOOP
        EXECUTE format('ALTER TABLE %I ALTER COLUMN %I TYPE TEXT COLLATE "C"', c.table_name, c.column_name);
    END LOOP;
END
$$;
-- +goose StatementEnd
