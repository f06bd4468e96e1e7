-- Deleted dashboards with their versions, until they are restored or their time is over.
CREATE TABLE deleted_dashboard (
    id $ID,
    dashboard_id BIGINT NOT NULL,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    uid TEXT NOT NULL,
    folder_uid TEXT NOT NULL,
    folder_title TEXT NOT NULL,
    title TEXT NOT NULL,
    search_title TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    updated BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    deleted BIGINT NOT NULL,
    deleted_by TEXT NOT NULL,
    body TEXT NOT NULL
);

CREATE INDEX deleted_dashboard_order ON deleted_dashboard (org_id, deleted, id);
CREATE INDEX deleted_dashboard_uid ON deleted_dashboard (org_id, uid);
CREATE INDEX deleted_dashboard_dashboard ON deleted_dashboard (dashboard_id, deleted);
CREATE INDEX deleted_dashboard_age ON deleted_dashboard (deleted);

CREATE TABLE deleted_dashboard_version (
    deleted_id BIGINT NOT NULL REFERENCES deleted_dashboard (id) ON DELETE CASCADE DEFERRABLE,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    version BIGINT NOT NULL,
    parent_version BIGINT NOT NULL,
    restored_from BIGINT NOT NULL,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    message TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (deleted_id, version)
);
