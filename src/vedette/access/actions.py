"""The vocabulary of permissions (specification 2.7): twelve actions, three roles.

Finer names that clients of Grafana 10.4 send are parts of the twelve.
"""

ACTIONS = frozenset(
    f"{kind}:{verb}"
    for kind in ("org.users", "dashboards", "datasources", "alerting")
    for verb in ("read", "write", "delete")
)

ROLES: dict[str, frozenset[str]] = {
    "Admin": ACTIONS,
    "Editor": frozenset(
        {
            "dashboards:read",
            "dashboards:write",
            "datasources:read",
            "alerting:read",
            "alerting:write",
        }
    ),
    "Viewer": frozenset({"dashboards:read", "datasources:read", "alerting:read"}),
    "None": frozenset(),
}

EXPLORE = "datasources:explore"
"""Write own queries. Viewers have this action only with `[users] viewers_can_edit`."""

PARTS: dict[str, str] = {
    "dashboards:create": "dashboards:write",
    "folders:read": "dashboards:read",
    "folders:create": "dashboards:write",
    "folders:write": "dashboards:write",
    "folders:delete": "dashboards:delete",
    "library.panels:read": "dashboards:read",
    "library.panels:create": "dashboards:write",
    "library.panels:write": "dashboards:write",
    "library.panels:delete": "dashboards:write",
    "datasources:query": "datasources:read",
    EXPLORE: "datasources:read",
    "datasources.id:read": "datasources:read",
    "datasources:create": "datasources:write",
    "org.users:add": "org.users:write",
    "org.users:remove": "org.users:delete",
    "alert.rules:read": "alerting:read",
    "alert.rules:create": "alerting:write",
    "alert.rules:write": "alerting:write",
    "alert.rules:delete": "alerting:delete",
    "alert.rules.external:read": "alerting:read",
    "alert.rules.external:write": "alerting:write",
    "alert.instances:read": "alerting:read",
    "alert.instances:create": "alerting:write",
    "alert.instances:write": "alerting:write",
    "alert.instances.external:read": "alerting:read",
    "alert.instances.external:write": "alerting:write",
    "alert.silences:read": "alerting:read",
    "alert.silences:create": "alerting:write",
    "alert.silences:write": "alerting:write",
    "alert.notifications:read": "alerting:read",
    "alert.notifications:write": "alerting:write",
    "alert.notifications:delete": "alerting:delete",
    "alert.notifications.external:read": "alerting:read",
    "alert.notifications.external:write": "alerting:write",
    "alert.provisioning:read": "alerting:read",
    "alert.provisioning:write": "alerting:write",
    "alert.provisioning.secrets:read": "alerting:delete",
}


def whole(action: str) -> str:
    """Return the one of the twelve actions that `action` is or belongs to."""
    return PARTS.get(action, action)
