-- Who edits a dashboard at the moment. A session renews `seen` while it is connected.
CREATE TABLE dashboard_editor (
    session TEXT PRIMARY KEY,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    dashboard_id BIGINT NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE DEFERRABLE,
    login TEXT NOT NULL,
    name TEXT NOT NULL,
    since BIGINT NOT NULL,
    seen BIGINT NOT NULL
);

CREATE INDEX dashboard_editor_dashboard ON dashboard_editor (dashboard_id, since);
CREATE INDEX dashboard_editor_seen ON dashboard_editor (seen);
