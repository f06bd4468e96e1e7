"""The tables that alerting uses, and which of their rows it needs in memory."""

import msgspec


class CopiedTable(msgspec.Struct, frozen=True):
    """`key` is the primary key; `where` limits what is copied from the database."""

    name: str
    key: tuple[str, ...]
    where: str = ""


CONFIGURATION = (
    CopiedTable("org", ("id",)),
    CopiedTable("folder", ("org_id", "uid")),
    CopiedTable("data_source", ("id",)),
    CopiedTable("alert_rule_group", ("id",)),
    CopiedTable("alert_rule", ("id",)),
    CopiedTable("alert_handing", ("org_id",)),
    CopiedTable("alerting_version", ("org_id", "part")),
    CopiedTable("contact_point", ("id",)),
    CopiedTable("contact_integration", ("id",)),
    CopiedTable("notification_policy", ("org_id",)),
    CopiedTable("mute_timing", ("org_id", "name")),
    CopiedTable("inhibit_rules", ("org_id",)),
    CopiedTable("silence", ("org_id", "id")),
    CopiedTable("alert_acknowledgement", ("org_id", "fingerprint")),
)
"""Tables that alerting reads. They do not change while the database cannot be written."""

STATE = (
    CopiedTable("alert_evaluation", ("rule_id",)),
    CopiedTable("alert_instance", ("org_id", "rule_uid", "fingerprint")),
    CopiedTable("alert_source_health", ("org_id", "datasource_uid")),
    CopiedTable("alert", ("org_id", "fingerprint")),
    CopiedTable("alert_group", ("id",)),
    CopiedTable("alert_group_member", ("group_id", "fingerprint")),
    CopiedTable("alert_group_told", ("group_id", "integration_uid")),
    CopiedTable(
        "alert_delivery",
        ("id",),
        # The newest row of each queue has the sequence number at which the queue continues.
        "state = 'pending' OR id IN (SELECT MAX(id) FROM alert_delivery"
        " GROUP BY org_id, group_key, receiver, integration_uid)",
    ),
    CopiedTable(
        "alert_delivery_attempt",
        ("delivery_id", "attempt"),
        "delivery_id IN (SELECT id FROM alert_delivery WHERE state = 'pending')",
    ),
)
"""Written back row by row, parents before children."""

LOGS = (
    CopiedTable("alert_history", ("id",), "1 = 0"),
    CopiedTable(
        "alert_decision",
        ("id",),
        "id IN (SELECT MAX(id) FROM alert_decision WHERE (org_id, fingerprint) IN"
        " (SELECT org_id, fingerprint FROM alert)"
        " GROUP BY org_id, fingerprint, group_key, receiver)",
    ),
)
"""Only ever added to: what is new is written back, in order, under new ids."""

NUMBERED = ("alert_group", "alert_delivery", "alert_history", "alert_decision")
"""Their ids are given by the database; in memory they continue above those."""

BOOLEANS = frozenset({"is_unrouted", "has_left"})
"""Columns of `STATE` that SQLite stores as numbers and PostgreSQL does not take as such."""
