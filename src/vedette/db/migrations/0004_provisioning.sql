-- What each file below the provisioning directory led to, for people and for restarts.
CREATE TABLE provisioning_file (
    kind TEXT NOT NULL,
    file TEXT NOT NULL,
    state TEXT NOT NULL,
    line BIGINT,
    message TEXT NOT NULL,
    checksum TEXT NOT NULL,
    generation BIGINT,
    items BIGINT NOT NULL,
    last_applied BIGINT,
    PRIMARY KEY (kind, file)
);

-- Which resource came from which file: only these may be deleted by provisioning.
CREATE TABLE provisioning_item (
    kind TEXT NOT NULL,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    key TEXT NOT NULL,
    file TEXT NOT NULL,
    PRIMARY KEY (kind, org_id, key)
);
