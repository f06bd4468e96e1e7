-- Who is told of the alerts of rules: own policies, Alertmanagers among the data sources, or both; an
-- organization without a row tells by its policies. alertmanagers are those that are handed alerts now,
-- uid and name each. A change counts up the part `handing` of alerting_version.
CREATE TABLE alert_handing (
    org_id BIGINT PRIMARY KEY REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    choice TEXT NOT NULL,
    alertmanagers TEXT NOT NULL
);
