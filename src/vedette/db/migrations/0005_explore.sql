-- Links from a field of one source's answers to a query of another. A target may come later than its
-- correlation, so it is known by uid alone.
CREATE TABLE correlation (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    uid TEXT NOT NULL,
    source_id BIGINT NOT NULL REFERENCES data_source (id) ON DELETE CASCADE DEFERRABLE,
    target_uid TEXT NOT NULL,
    label TEXT NOT NULL,
    description TEXT NOT NULL,
    config TEXT NOT NULL,
    is_provisioned BOOLEAN NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    UNIQUE (org_id, uid)
);

CREATE INDEX correlation_source ON correlation (source_id);

-- What people asked before; queries are kept as they were sent.
CREATE TABLE query_history (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE DEFERRABLE,
    uid TEXT NOT NULL,
    datasource_uid TEXT NOT NULL,
    created BIGINT NOT NULL,
    is_starred BOOLEAN NOT NULL,
    comment TEXT NOT NULL,
    queries TEXT NOT NULL,
    UNIQUE (org_id, uid)
);

CREATE INDEX query_history_account ON query_history (org_id, account_id, created);
CREATE INDEX query_history_created ON query_history (created) WHERE NOT is_starred;

-- Queries that an organization keeps under a name.
CREATE TABLE saved_query (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    uid TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    datasource_uid TEXT NOT NULL,
    queries TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    updated BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    UNIQUE (org_id, uid),
    UNIQUE (org_id, title)
);
