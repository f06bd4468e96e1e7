-- parent_uid is '' at the root. path holds the uids from the root to the folder itself, each
-- between slashes: '/a/b/'. search_title is the title in lower case.
CREATE TABLE folder (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    uid TEXT NOT NULL,
    parent_uid TEXT NOT NULL,
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    search_title TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    updated BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    provisioned_by TEXT
);

CREATE UNIQUE INDEX folder_uid ON folder (org_id, uid);
CREATE UNIQUE INDEX folder_title ON folder (org_id, parent_uid, title);

-- folder_uid is '' at the root. tags is a JSON list, for lists; dashboard_tag is for looking them
-- up. body is the model as text and the last column, so that lists do not read it. A dashboard that came from a file carries its provider's name, the path below the
-- provider's directory and the checksum of the file.
CREATE TABLE dashboard (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    uid TEXT NOT NULL,
    folder_uid TEXT NOT NULL,
    title TEXT NOT NULL,
    search_title TEXT NOT NULL,
    tags TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    updated BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    provisioned_by TEXT,
    provisioned_path TEXT,
    provisioned_checksum TEXT,
    provisioned_editable BOOLEAN NOT NULL DEFAULT FALSE,
    body TEXT NOT NULL
);

CREATE UNIQUE INDEX dashboard_uid ON dashboard (org_id, uid);
CREATE UNIQUE INDEX dashboard_title ON dashboard (org_id, folder_uid, title);
CREATE INDEX dashboard_search ON dashboard (org_id, search_title, uid, folder_uid, id);
CREATE INDEX dashboard_provisioned ON dashboard (org_id, provisioned_by, provisioned_path)
    WHERE provisioned_by IS NOT NULL;

CREATE TABLE dashboard_tag (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    dashboard_id BIGINT NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE DEFERRABLE,
    term TEXT NOT NULL,
    PRIMARY KEY (org_id, term, dashboard_id)
);

CREATE INDEX dashboard_tag_dashboard ON dashboard_tag (dashboard_id);

CREATE TABLE dashboard_version (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    dashboard_id BIGINT NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE DEFERRABLE,
    version BIGINT NOT NULL,
    parent_version BIGINT NOT NULL,
    restored_from BIGINT NOT NULL,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    message TEXT NOT NULL,
    body TEXT NOT NULL
);

CREATE UNIQUE INDEX dashboard_version_number ON dashboard_version (dashboard_id, version);

CREATE TABLE dashboard_star (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    account_id BIGINT NOT NULL REFERENCES account (id) ON DELETE CASCADE DEFERRABLE,
    dashboard_id BIGINT NOT NULL REFERENCES dashboard (id) ON DELETE CASCADE DEFERRABLE,
    created BIGINT NOT NULL,
    PRIMARY KEY (account_id, dashboard_id)
);

CREATE INDEX dashboard_star_dashboard ON dashboard_star (dashboard_id);
