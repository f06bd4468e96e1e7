-- Which data sources a dashboard asks, by uid, or by name where an old model names them so. panels
-- counts those that ask it; 0 where only variables or annotations do.
CREATE TABLE dashboard_source (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    dashboard_id BIGINT NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE DEFERRABLE,
    source TEXT NOT NULL,
    panels BIGINT NOT NULL,
    PRIMARY KEY (org_id, source, dashboard_id)
);

CREATE INDEX dashboard_source_dashboard ON dashboard_source (dashboard_id);

-- Dashboards written before there was the table above: read when somebody first asks.
CREATE TABLE dashboard_unread (
    dashboard_id BIGINT PRIMARY KEY REFERENCES dashboard (id) ON DELETE CASCADE DEFERRABLE,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE
);

CREATE INDEX dashboard_unread_org ON dashboard_unread (org_id);

INSERT INTO dashboard_unread (dashboard_id, org_id) SELECT id, org_id FROM dashboard;
