CREATE TABLE org (
    id $ID,
    name TEXT NOT NULL UNIQUE,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

-- Logins and e-mail addresses share one name space, folded and unique: `account_name`.
CREATE TABLE account (
    id $ID,
    uid TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    login TEXT NOT NULL UNIQUE,
    email TEXT,
    name TEXT NOT NULL,
    password TEXT,
    must_change_password BOOLEAN NOT NULL,
    is_server_admin BOOLEAN NOT NULL,
    is_disabled BOOLEAN NOT NULL,
    org_id BIGINT NOT NULL REFERENCES org (id) DEFERRABLE,
    last_seen BIGINT,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

CREATE TABLE account_name (
    name TEXT PRIMARY KEY,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE DEFERRABLE
);

CREATE INDEX account_name_account ON account_name (account_id);

CREATE TABLE org_member (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE DEFERRABLE,
    role TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (org_id, account_id)
);

CREATE INDEX org_member_account ON org_member (account_id);

CREATE TABLE session (
    id $ID,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE DEFERRABLE,
    digest TEXT NOT NULL UNIQUE,
    previous_digest TEXT UNIQUE,
    is_seen BOOLEAN NOT NULL,
    client_ip TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created BIGINT NOT NULL,
    rotated BIGINT NOT NULL,
    seen BIGINT NOT NULL
);

CREATE INDEX session_account ON session (account_id);

CREATE TABLE api_token (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE DEFERRABLE,
    name TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    expires BIGINT,
    last_used BIGINT,
    created BIGINT NOT NULL,
    UNIQUE (account_id, name)
);

CREATE TABLE login_attempt (
    login TEXT NOT NULL,
    client TEXT NOT NULL,
    at BIGINT NOT NULL
);

CREATE INDEX login_attempt_login ON login_attempt (login, at);

CREATE TABLE preference (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    account_id BIGINT NOT NULL,
    document TEXT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (org_id, account_id)
);
