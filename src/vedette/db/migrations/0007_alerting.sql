-- Rows that several instances share out among themselves have due_at, lease_until, epoch and
-- last_owner: whoever takes one raises the epoch, and settles it only while the epoch is its own.
-- All these times are the database's, in milliseconds.

-- One row per running instance: how much of the work is a fair share, and whose clock is off.
CREATE TABLE cluster_instance (
    name TEXT PRIMARY KEY,
    seen BIGINT NOT NULL,
    started BIGINT NOT NULL,
    clock_offset BIGINT NOT NULL
);

-- Work that is to be done now and then by any one instance.
CREATE TABLE periodic_job (
    name TEXT PRIMARY KEY,
    due_at BIGINT NOT NULL,
    lease_until BIGINT,
    epoch BIGINT NOT NULL,
    last_owner TEXT NOT NULL
);

CREATE TABLE alert_rule_group (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    folder_uid TEXT NOT NULL,
    name TEXT NOT NULL,
    interval_ms BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    UNIQUE (org_id, folder_uid, name)
);

-- body is the rule as the provisioning API spells it, in JSON; what is asked of the database has a
-- column of its own. position orders the rules of a group.
CREATE TABLE alert_rule (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    uid TEXT NOT NULL,
    group_id BIGINT NOT NULL REFERENCES alert_rule_group (id) ON DELETE CASCADE DEFERRABLE,
    folder_uid TEXT NOT NULL,
    position BIGINT NOT NULL,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    is_paused BOOLEAN NOT NULL,
    dashboard_uid TEXT NOT NULL,
    panel_id BIGINT NOT NULL,
    provenance TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    updated BIGINT NOT NULL,
    updated_by TEXT NOT NULL,
    UNIQUE (org_id, uid),
    UNIQUE (org_id, folder_uid, title)
);

CREATE INDEX alert_rule_group_rules ON alert_rule (group_id, position);
CREATE INDEX alert_rule_dashboard ON alert_rule (org_id, dashboard_uid, panel_id);

CREATE TABLE alert_rule_version (
    rule_id BIGINT NOT NULL REFERENCES alert_rule (id) ON DELETE CASCADE DEFERRABLE,
    org_id BIGINT NOT NULL,
    version BIGINT NOT NULL,
    body TEXT NOT NULL,
    message TEXT NOT NULL,
    created BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (rule_id, version)
);

-- Which data sources a rule asks, by uid.
CREATE TABLE alert_rule_source (
    rule_id BIGINT NOT NULL REFERENCES alert_rule (id) ON DELETE CASCADE DEFERRABLE,
    org_id BIGINT NOT NULL,
    datasource_uid TEXT NOT NULL,
    PRIMARY KEY (org_id, datasource_uid, rule_id)
);

-- The evaluation of one rule: when it is due, and what came of it last. slot is the tick that was
-- evaluated last, so that none is evaluated twice.
CREATE TABLE alert_evaluation (
    rule_id BIGINT PRIMARY KEY REFERENCES alert_rule (id) ON DELETE CASCADE DEFERRABLE,
    org_id BIGINT NOT NULL,
    rule_uid TEXT NOT NULL,
    rule_version BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    lease_until BIGINT,
    epoch BIGINT NOT NULL,
    last_owner TEXT NOT NULL,
    slot BIGINT,
    health TEXT NOT NULL,
    failure TEXT NOT NULL,
    failure_reason TEXT NOT NULL,
    duration_ms BIGINT NOT NULL,
    evaluated BIGINT NOT NULL,
    missed BIGINT NOT NULL
);

CREATE INDEX alert_evaluation_due ON alert_evaluation (due_at);

-- States of the series of a rule. No foreign key: the states of a rule that is deleted are ended
-- first, by whoever evaluates it next.
CREATE TABLE alert_instance (
    org_id BIGINT NOT NULL,
    rule_uid TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    labels TEXT NOT NULL,
    series TEXT NOT NULL,
    state TEXT NOT NULL,
    since BIGINT NOT NULL,
    value_numbers TEXT NOT NULL,
    annotations TEXT NOT NULL,
    reason TEXT NOT NULL,
    missed BIGINT NOT NULL,
    origin TEXT NOT NULL,
    fired_at BIGINT,
    resolved_at BIGINT,
    PRIMARY KEY (org_id, rule_uid, fingerprint)
);

-- What states did: one row per transition. slot is the tick.
CREATE TABLE alert_history (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    rule_uid TEXT NOT NULL,
    rule_title TEXT NOT NULL,
    rule_version BIGINT NOT NULL,
    folder_uid TEXT NOT NULL,
    group_name TEXT NOT NULL,
    dashboard_uid TEXT NOT NULL,
    panel_id BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    labels TEXT NOT NULL,
    state_before TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    value_numbers TEXT NOT NULL,
    failure TEXT NOT NULL,
    slot BIGINT NOT NULL,
    created BIGINT NOT NULL
);

CREATE INDEX alert_history_rule ON alert_history (org_id, rule_uid, slot);
CREATE INDEX alert_history_fingerprint ON alert_history (org_id, fingerprint, slot);
CREATE INDEX alert_history_slot ON alert_history (org_id, slot);
CREATE INDEX alert_history_dashboard ON alert_history (org_id, dashboard_uid, slot);

-- Whether the sources of rules answer. failing maps rule uids to since when.
CREATE TABLE alert_source_health (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    datasource_uid TEXT NOT NULL,
    answered_at BIGINT,
    failed_at BIGINT,
    silent_since BIGINT,
    failing TEXT NOT NULL,
    PRIMARY KEY (org_id, datasource_uid)
);

-- Alerts that are told to people, from rules and from other servers, until they ended and everybody
-- was told. ends_at is set once an alert is over; expires_at ends one whose sender went silent.
-- origin is `rule`, `outage` or `posted`; notification is what a rule says of its delivery.
CREATE TABLE alert (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    fingerprint TEXT NOT NULL,
    origin TEXT NOT NULL,
    rule_uid TEXT NOT NULL,
    labels TEXT NOT NULL,
    annotations TEXT NOT NULL,
    value_numbers TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT,
    expires_at BIGINT,
    updated BIGINT NOT NULL,
    generator_url TEXT NOT NULL,
    notification TEXT NOT NULL,
    is_unrouted BOOLEAN NOT NULL,
    PRIMARY KEY (org_id, fingerprint)
);

CREATE INDEX alert_unrouted ON alert (org_id) WHERE is_unrouted;
CREATE INDEX alert_expires ON alert (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX alert_rule_uid ON alert (org_id, rule_uid);

CREATE TABLE alert_acknowledgement (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    fingerprint TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    who TEXT NOT NULL,
    comment TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (org_id, fingerprint)
);

-- Alerts that are told together. due_at is the next flush, slot the last one. route holds the
-- timings, group labels and timings' names of the policy as JSON.
CREATE TABLE alert_group (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    group_key TEXT NOT NULL,
    receiver TEXT NOT NULL,
    labels TEXT NOT NULL,
    route TEXT NOT NULL,
    created BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    lease_until BIGINT,
    epoch BIGINT NOT NULL,
    last_owner TEXT NOT NULL,
    slot BIGINT,
    UNIQUE (org_id, group_key, receiver)
);

CREATE INDEX alert_group_due ON alert_group (due_at);

-- has_left: the alert goes to another group now; this one still owes the news of its end.
CREATE TABLE alert_group_member (
    group_id BIGINT NOT NULL REFERENCES alert_group (id) ON DELETE CASCADE DEFERRABLE,
    org_id BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    has_left BOOLEAN NOT NULL,
    PRIMARY KEY (group_id, fingerprint)
);

CREATE INDEX alert_group_member_alert ON alert_group_member (org_id, fingerprint);

-- What each integration of a group's contact point was told: `firing` of delivery.decide.Sent.
CREATE TABLE alert_group_told (
    group_id BIGINT NOT NULL REFERENCES alert_group (id) ON DELETE CASCADE DEFERRABLE,
    org_id BIGINT NOT NULL,
    integration_uid TEXT NOT NULL,
    firing TEXT NOT NULL,
    told_at BIGINT NOT NULL,
    sequence BIGINT NOT NULL,
    PRIMARY KEY (group_id, integration_uid)
);

-- Messages to be sent, and those that were. delivery_key is the same on every attempt and instance;
-- message is the snapshot of what is said. Messages of one group and integration go in the order of
-- their sequence. state: pending, sent, failed, superseded, stale.
CREATE TABLE alert_delivery (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    delivery_key TEXT NOT NULL UNIQUE,
    group_key TEXT NOT NULL,
    receiver TEXT NOT NULL,
    integration_uid TEXT NOT NULL,
    integration_type TEXT NOT NULL,
    sequence BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    reason TEXT NOT NULL,
    state TEXT NOT NULL,
    firing TEXT NOT NULL,
    resolved TEXT NOT NULL,
    message TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    created BIGINT NOT NULL,
    finished BIGINT,
    outcome TEXT NOT NULL,
    due_at BIGINT,
    lease_until BIGINT,
    epoch BIGINT NOT NULL,
    last_owner TEXT NOT NULL
);

CREATE INDEX alert_delivery_due ON alert_delivery (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alert_delivery_pending ON alert_delivery (created) WHERE state = 'pending';
CREATE INDEX alert_delivery_order ON alert_delivery (org_id, group_key, receiver, integration_uid, sequence);
CREATE INDEX alert_delivery_created ON alert_delivery (org_id, created);

CREATE TABLE alert_delivery_attempt (
    delivery_id BIGINT NOT NULL REFERENCES alert_delivery (id) ON DELETE CASCADE DEFERRABLE,
    org_id BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    started BIGINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    answer TEXT NOT NULL,
    instance TEXT NOT NULL,
    PRIMARY KEY (delivery_id, attempt)
);

-- Why an alert was told, or not: written when a flush decides something new. delivery_id is null
-- where nothing was sent. detail names silences, timings or inhibiting alerts.
CREATE TABLE alert_decision (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    fingerprint TEXT NOT NULL,
    rule_uid TEXT NOT NULL,
    group_key TEXT NOT NULL,
    receiver TEXT NOT NULL,
    integration_uid TEXT NOT NULL,
    slot BIGINT NOT NULL,
    decision TEXT NOT NULL,
    detail TEXT NOT NULL,
    delivery_id BIGINT,
    created BIGINT NOT NULL
);

CREATE INDEX alert_decision_alert ON alert_decision (org_id, fingerprint, created);
CREATE INDEX alert_decision_rule ON alert_decision (org_id, rule_uid, created);
CREATE INDEX alert_decision_created ON alert_decision (org_id, created);

CREATE TABLE contact_point (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    UNIQUE (org_id, name)
);

-- One way to reach people. settings are as they came, without secrets; secure_settings maps names
-- to sealed texts.
CREATE TABLE contact_integration (
    id $ID,
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    uid TEXT NOT NULL,
    contact_point_id BIGINT NOT NULL REFERENCES contact_point (id) ON DELETE CASCADE DEFERRABLE,
    position BIGINT NOT NULL,
    type TEXT NOT NULL,
    settings TEXT NOT NULL,
    secure_settings TEXT NOT NULL,
    disable_resolve_message BOOLEAN NOT NULL,
    provenance TEXT NOT NULL,
    version BIGINT NOT NULL,
    created BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    UNIQUE (org_id, uid)
);

CREATE INDEX contact_integration_point ON contact_integration (contact_point_id, position);

-- tree is the whole tree in JSON, as the provisioning API spells it.
CREATE TABLE notification_policy (
    org_id BIGINT PRIMARY KEY REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    tree TEXT NOT NULL,
    provenance TEXT NOT NULL,
    version BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

CREATE TABLE mute_timing (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    name TEXT NOT NULL,
    intervals TEXT NOT NULL,
    provenance TEXT NOT NULL,
    version BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (org_id, name)
);

CREATE TABLE inhibit_rules (
    org_id BIGINT PRIMARY KEY REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    rules TEXT NOT NULL,
    provenance TEXT NOT NULL,
    version BIGINT NOT NULL,
    updated BIGINT NOT NULL
);

CREATE TABLE silence (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    id TEXT NOT NULL,
    matchers TEXT NOT NULL,
    starts_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    created_by TEXT NOT NULL,
    comment TEXT NOT NULL,
    recurring TEXT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (org_id, id)
);

CREATE INDEX silence_ends ON silence (org_id, ends_at);

-- Named texts that hold templates of messages.
CREATE TABLE message_template (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    provenance TEXT NOT NULL,
    version BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    PRIMARY KEY (org_id, name)
);

-- Counts up with every change of how alerts are routed and muted (`routing`), of contact points and
-- templates (`contacts`) and of rules (`rules`), so that every instance sees what it has to read anew.
CREATE TABLE alerting_version (
    org_id BIGINT NOT NULL REFERENCES org (id) ON DELETE CASCADE DEFERRABLE,
    part TEXT NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (org_id, part)
);
