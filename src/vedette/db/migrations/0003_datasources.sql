-- Random keys that encrypt stored secrets, one or more per organization, themselves encrypted.
CREATE TABLE data_key (
    id TEXT PRIMARY KEY,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    kek_id TEXT NOT NULL,
    sealed TEXT NOT NULL,
    created BIGINT NOT NULL
);

CREATE INDEX data_key_org ON data_key (org_id, created);

-- file_version is the version that the provisioning file gave; is_prunable says that the source goes
-- when its file no longer lists it.
-- json_data is kept as it came; secure_json_data maps names to sealed texts.
CREATE TABLE data_source (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    uid TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    access TEXT NOT NULL,
    url TEXT NOT NULL,
    user_name TEXT NOT NULL,
    database_name TEXT NOT NULL,
    is_basic_auth BOOLEAN NOT NULL,
    basic_auth_user TEXT NOT NULL,
    is_with_credentials BOOLEAN NOT NULL,
    is_default BOOLEAN NOT NULL,
    is_read_only BOOLEAN NOT NULL,
    is_provisioned BOOLEAN NOT NULL,
    is_prunable BOOLEAN NOT NULL,
    file_version BIGINT NOT NULL,
    json_data TEXT NOT NULL,
    secure_json_data TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    UNIQUE (org_id, uid),
    UNIQUE (org_id, name)
);

CREATE UNIQUE INDEX data_source_default ON data_source (org_id) WHERE is_default;
