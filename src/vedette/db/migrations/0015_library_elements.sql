-- Panels that several dashboards share. Dashboards hold references to them.
CREATE TABLE library_element (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    uid TEXT NOT NULL,
    folder_uid TEXT NOT NULL,
    name TEXT NOT NULL,
    search_name TEXT NOT NULL,
    kind BIGINT NOT NULL,
    type TEXT NOT NULL,
    description TEXT NOT NULL,
    model TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    created_by_id BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    updated_by_id BIGINT NOT NULL
);

CREATE UNIQUE INDEX library_element_uid ON library_element (org_id, uid);
CREATE UNIQUE INDEX library_element_name ON library_element (org_id, folder_uid, kind, name);
CREATE INDEX library_element_order ON library_element (org_id, search_name, id);

-- Which dashboards use an element.
CREATE TABLE library_connection (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    element_id BIGINT NOT NULL REFERENCES library_element (id) ON DELETE CASCADE DEFERRABLE,
    dashboard_id BIGINT NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE DEFERRABLE,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    created_by_id BIGINT NOT NULL
);

CREATE UNIQUE INDEX library_connection_pair ON library_connection (element_id, dashboard_id);
CREATE INDEX library_connection_dashboard ON library_connection (dashboard_id);
