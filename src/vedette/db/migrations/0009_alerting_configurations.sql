-- Whole configurations of alerting as they were, without secrets: the newest of an organization is
-- how it was seen last. parts are the versions of alerting_version that it was made of.
CREATE TABLE alerting_configuration (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    configuration TEXT NOT NULL,
    parts TEXT NOT NULL,
    applied BIGINT NOT NULL
);

CREATE INDEX alerting_configuration_org ON alerting_configuration (org_id, id);
