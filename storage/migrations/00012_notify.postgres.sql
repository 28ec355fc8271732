-- Channels, the links that verify them, and deliveries. Every account has a
-- channel for its address, which nobody has verified yet.

-- +goose Up
CREATE TABLE channel (
    id            TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    account       TEXT COLLATE "C" NOT NULL REFERENCES account (id) DEFERRABLE INITIALLY DEFERRED,
    kind          TEXT COLLATE "C" NOT NULL,
    name          TEXT COLLATE "C" NOT NULL,
    template      TEXT COLLATE "C" NOT NULL,
    address       TEXT COLLATE "C" NOT NULL,
    target        BYTEA,
    secret        BYTEA,
    verified_at   BIGINT NOT NULL,
    desk          BOOLEAN NOT NULL,
    disabled      BOOLEAN NOT NULL,
    settings      TEXT COLLATE "C" NOT NULL,
    failing_since BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    version       BIGINT NOT NULL
);
CREATE INDEX channel_account ON channel (account, created_at);
CREATE INDEX channel_desk ON channel (desk) WHERE desk;
INSERT INTO channel (id, account, kind, name, template, address, verified_at, desk, disabled, settings, failing_since, created_at, version)
    SELECT 'email-' || id, id, 'email', '', '', email, 0, role <> 'developer', FALSE, '{}', 0, created_at, 1 FROM account;

CREATE TABLE channel_link (
    hash       TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    channel    TEXT COLLATE "C" NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
    address    TEXT COLLATE "C" NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX channel_link_channel ON channel_link (channel);
CREATE INDEX channel_link_expires_at ON channel_link (expires_at);

CREATE TABLE delivery (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    event      TEXT COLLATE "C" NOT NULL REFERENCES event (id) ON DELETE CASCADE,
    channel    TEXT COLLATE "C" NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
    round      BIGINT NOT NULL,
    state      TEXT COLLATE "C" NOT NULL,
    due        BIGINT NOT NULL,
    attempts   BIGINT NOT NULL,
    status     BIGINT NOT NULL,
    detail     TEXT COLLATE "C" NOT NULL,
    took       BIGINT NOT NULL,
    message    TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    done_at    BIGINT NOT NULL,
    UNIQUE (event, channel, round)
);
CREATE INDEX delivery_waiting ON delivery (channel, due) WHERE state = 'waiting';
CREATE INDEX delivery_channel ON delivery (channel, created_at);
CREATE INDEX delivery_message ON delivery (message);
CREATE INDEX event_listing ON event (listing, at);
CREATE INDEX event_account ON event (account, at);
