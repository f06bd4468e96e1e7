"""Every body that clients may send, by the route that takes it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Sent:
    """`path` has the real values of the route's parameters. One that `is_refused` is understood and
    refused for what it asks for.

    In `path` and in texts, `{user}` and its like stand for what `test_bodies` made before.
    """

    body: Any
    path: str = ""
    is_refused: bool = False


_MODEL = {"title": "Doors", "panels": [], "Title": None}
_QUERY = {
    "refId*": "A",
    "queryType": "q",
    "relativeTimeRange": {"from": 300, "to": 0},
    "datasourceUid*": "__expr__",
    "model*~": {"type": "math", "expression": "1", "refId": "A", "Expression": None},
}
_NOTIFICATION = {
    "receiver*": "{point}",
    "group_by": ["alertname", "grafana_folder"],
    "group_wait": "40s",
    "group_interval": "6m",
    "repeat_interval": "5h",
    "mute_time_intervals": ["{timing}"],
    "active_time_intervals": ["{timing}"],
}
_TIMES = {
    "times": [{"start_time*": "09:00", "end_time*": "17:00"}],
    "weekdays": ["monday:friday"],
    "days_of_month": ["1:5"],
    "months": ["january"],
    "years": ["2030"],
    "location": "Europe/Paris",
}
_OWN_RULE = {
    "title*#": "Rule ",
    "condition*": "A",
    "data*": [_QUERY],
    "noDataState": "OK",
    "execErrState": "OK",
    "for": "3m",
    "keep_firing_for": "2m",
    "missing_series_evals_to_resolve": 3,
    "annotations~": {"Summary": "s", "summary": "t"},
    "labels~": {"Team": "a", "team": "b"},
    "isPaused": True,
    "notification_settings": _NOTIFICATION,
}
_RULE = {
    **_OWN_RULE,
    "uid#": "rule-",
    "folderUID*": "{folder}",
    "ruleGroup*": "group",
    "orgID-": 1,
    "id-": 5,
    "provenance-": "api",
    "updated-": "2026-01-01T00:00:00Z",
}
_RECORDING = {
    "title*#": "Recording ",
    "folderUID*": "{folder}",
    "ruleGroup*": "group",
    "data*": [_QUERY],
    "record*": {"metric*": "m", "from*": "A", "target_datasource_uid": "{source}"},
}
_RULER_ALERT = {
    "title*#": "Rule ",
    "condition*": "A",
    "data*": [_QUERY],
    "no_data_state": "OK",
    "exec_err_state": "OK",
    "is_paused": True,
    "missing_series_evals_to_resolve": 3,
    "notification_settings": _NOTIFICATION,
}
_RULER_RULE = {
    "for": "3m",
    "keep_firing_for": "2m",
    "labels~": {"Team": "a"},
    "annotations~": {"Summary": "s"},
    "grafana_alert*": {**_RULER_ALERT, "uid#": "ruler-"},
}
_INTEGRATION = {
    "uid#": "point-",
    "name*": "Points",
    "type*": "webhook",
    "settings*~": {"url": "http://127.0.0.1:9/"},
    "disableResolveMessage": True,
    "provenance-": "api",
}
_CHANGED_INTEGRATION = {
    **{name: value for name, value in _INTEGRATION.items() if name != "uid#"},
    "uid-": "{integration}",
}
_SAMPLE = {"labels~": {"Job": "a"}, "annotations~": {"Summary": "s"}}
_POLICY = {
    "receiver*": "{point}",
    "group_by": ["alertname"],
    "group_wait": "40s",
    "group_interval": "6m",
    "repeat_interval": "5h",
    "provenance-": "api",
    "routes": [
        {
            "receiver": "{point}",
            "group_by": ["job"],
            "object_matchers": [["team", "=", "a"]],
            "matchers": ['team="b"'],
            "match~": {"Job": "a"},
            "match_re~": {"job": "a.*"},
            "continue": True,
            "mute_time_intervals": ["{timing}"],
            "active_time_intervals": ["{timing}"],
            "group_wait": "40s",
            "group_interval": "6m",
            "repeat_interval": "5h",
            "routes": [{"receiver": "{point}", "object_matchers": [["a", "=", "b"]]}],
        }
    ],
}
_SOURCE = {
    "name*#": "Source ",
    "type*": "prometheus",
    "access*": "direct",
    "uid#": "source-",
    "url*": "http://127.0.0.1:9/",
    "user": "u",
    "database": "d",
    "basicAuth": True,
    "basicAuthUser": "u",
    "withCredentials": True,
    "isDefault": True,
    "jsonData~": {"HttpMethod": None, "httpMethod": "GET"},
    "secureJsonData~": {"basicAuthPassword": "p", "BasicAuthPassword": None},
    "version": 0,
    "orgId-": 1,
    "id-": 5,
    "typeLogoUrl-": "",
    "readOnly-": False,
}
_CHANGED_SOURCE = {
    **{name: value for name, value in _SOURCE.items() if name != "uid#"},
    "uid": "{changed source}",
}
_PREFERENCES = {
    "theme": "dark",
    "homeDashboardUID": "{dashboard}",
    "timezone": "utc",
    "weekStart": "monday",
    "language": "en-US",
    "queryHistory": {"homeTab": "starred"},
    "navbar": {"savedItems~": [{"id": "x", "Text": None}]},
}
_PERMISSIONS = {
    "items*": [{"role*": "Viewer", "permission*": 1}, {"role*": "Editor", "permission*": 2}]
}
_DIFFERENCE = {
    "base*": {"dashboardId*": "<dashboard number>", "version*": 1},
    "new*": {
        "dashboardId*": "<dashboard number>",
        "version": 1,
        "unsavedDashboard*~": {**_MODEL, "uid": "{dashboard}"},
    },
    "diffType": "basic",
}
_RULER_GROUP = {
    "name*#": "group-",
    "interval": "2m",
    "rules": [{**_RULER_RULE, "grafana_alert*": _RULER_ALERT}],
}
_SAVED_QUERY = {
    "title*#": "Saved ",
    "queries*~": [{"refId": "A", "Expr": None}],
    "description": "d",
    "datasourceUid": "{source}",
}

BODIES: dict[str, Sent] = {
    "POST /login": Sent({"user*": "viewer-user", "password*": "password-of-Viewer"}),
    "POST /api/admin/users": Sent(
        {"password*": "long enough", "login*#": "u", "name": "N", "email#": "e@x.org", "OrgId": 1}
    ),
    "PUT /api/admin/users/:id/password": Sent(
        {"password*": "long enough"}, "/api/admin/users/{user}/password"
    ),
    "PUT /api/admin/users/:id/permissions": Sent(
        {"isGrafanaAdmin": True}, "/api/admin/users/{user}/permissions"
    ),
    "POST /api/admin/users/:id/revoke-auth-token": Sent(
        {"authTokenId*": 9_999}, "/api/admin/users/{user}/revoke-auth-token", is_refused=True
    ),
    "PUT /api/users/:id": Sent(
        {"login*": "someone", "name": "N", "email": "n@x.org", "theme-": "light"},
        "/api/users/{user}",
    ),
    "PUT /api/user": Sent(
        {"login*": "admin", "name": "N", "email": "admin@x.org", "theme": "light"}
    ),
    "PUT /api/user/password": Sent(
        {"oldPassword*": "not it", "newPassword*": "long enough", "confirmNew-": "long enough"},
        is_refused=True,
    ),
    "POST /api/user/revoke-auth-token": Sent({"authTokenId*": 9_999}, is_refused=True),
    "PUT /api/user/preferences": Sent(_PREFERENCES),
    "PATCH /api/user/preferences": Sent(_PREFERENCES),
    "PUT /api/org/preferences": Sent(_PREFERENCES),
    "PATCH /api/org/preferences": Sent(_PREFERENCES),
    "PUT /api/org": Sent({"name*": "Main Org."}),
    "POST /api/orgs": Sent({"name*#": "Org "}),
    "PUT /api/orgs/:id": Sent({"name*": "Main Org."}, "/api/orgs/1"),
    "POST /api/orgs/:id/users": Sent(
        {"loginOrEmail*": "someone", "role*": "Viewer"}, "/api/orgs/1/users", is_refused=True
    ),
    "PATCH /api/orgs/:id/users/:userId": Sent({"role*": "Editor"}, "/api/orgs/1/users/{user}"),
    "POST /api/org/users": Sent({"loginOrEmail*": "someone", "role*": "Viewer"}, is_refused=True),
    "PATCH /api/org/users/:id": Sent({"role*": "Editor"}, "/api/org/users/{user}"),
    "POST /api/auth/keys": Sent({"name*#": "k", "role*": "Viewer", "secondsToLive": 60}),
    "POST /api/serviceaccounts": Sent({"name*#": "s", "role": "Editor", "isDisabled": True}),
    "PATCH /api/serviceaccounts/:id": Sent(
        {"name#": "s-", "role": "Editor", "isDisabled": True}, "/api/serviceaccounts/{account}"
    ),
    "POST /api/serviceaccounts/:id/tokens": Sent(
        {"name*#": "t", "secondsToLive": 60}, "/api/serviceaccounts/{account}/tokens"
    ),
    "POST /api/dashboards/db": Sent(
        {
            "dashboard*~": {**_MODEL, "uid": "doors"},
            "folderUid": "{folder}",
            "folderId": 0,
            "message": "m",
            "overwrite*": True,
        }
    ),
    "POST /api/dashboards/import": Sent(
        {
            "dashboard*~": _MODEL,
            "folderUid": "{folder}",
            "folderId": 0,
            "overwrite*": True,
            "inputs": [
                {"name*": "DS", "value": "{source}", "type": "datasource", "pluginId": "prometheus"}
            ],
        }
    ),
    "POST /api/dashboards/validate": Sent({"dashboard*~": _MODEL}),
    "POST /api/dashboards/uid/:uid/restore": Sent(
        {"version*": 1}, "/api/dashboards/uid/{dashboard}/restore"
    ),
    "POST /api/dashboards/id/:id/restore": Sent(
        {"version*": 1}, "/api/dashboards/id/{dashboard number}/restore"
    ),
    "POST /api/dashboards/calculate-diff": Sent(_DIFFERENCE),
    "PATCH /api/dashboards/uid/:uid/trash": Sent(
        {"folderUid": "{folder}", "id": 1}, is_refused=True
    ),
    "POST /api/library-elements": Sent(
        {
            "name*#": "Element ",
            "kind*": 1,
            "model*~": {"type": "stat", "Type": None},
            "uid#": "element-",
            "folderUid": "{folder}",
            "folderId": 0,
        }
    ),
    "PATCH /api/library-elements/:uid": Sent(
        {
            "name": "Renamed",
            "kind*": 1,
            "version*": 99,
            "model~": {"type": "stat", "Type": None},
            "uid": "{element}",
            "folderUid": "{folder}",
            "folderId": 0,
        },
        "/api/library-elements/{element}",
        is_refused=True,
    ),
    "POST /api/folders": Sent({"title*#": "Folder ", "uid#": "folder-", "parentUid": "{folder}"}),
    "PUT /api/folders/:uid": Sent(
        {"title*": "Renamed", "description-": "d", "version-": 1, "overwrite*": True},
        "/api/folders/{other folder}",
    ),
    "POST /api/folders/:uid/move": Sent(
        {"parentUid": "{folder}"}, "/api/folders/{other folder}/move"
    ),
    "POST /api/folders/:uid/permissions": Sent(_PERMISSIONS, "/api/folders/doors/permissions"),
    "POST /api/dashboards/uid/:uid/permissions": Sent(
        _PERMISSIONS, "/api/dashboards/uid/{dashboard}/permissions"
    ),
    "POST /api/dashboards/id/:id/permissions": Sent(
        _PERMISSIONS, "/api/dashboards/id/{dashboard number}/permissions"
    ),
    "POST /api/datasources": Sent(_SOURCE),
    "PUT /api/datasources/uid/:uid": Sent(_CHANGED_SOURCE, "/api/datasources/uid/{changed source}"),
    "PUT /api/datasources/:id": Sent(_CHANGED_SOURCE, "/api/datasources/{changed source number}"),
    "POST /api/datasources/uid/:uid/correlations": Sent(
        {
            "targetUID*": "{source}",
            "label": "l",
            "description": "d",
            "config*": {
                "type": "query",
                "field*": "f",
                "target*~": {"Expr": "x"},
                "transformations": [
                    {"type*": "regex", "field": "f", "expression*": "(.*)", "mapValue": "v"}
                ],
            },
        },
        "/api/datasources/uid/{source}/correlations",
    ),
    "PATCH /api/datasources/uid/:uid/correlations/:correlationUid": Sent(
        {
            "label*": "l",
            "description": "d",
            "config": {"type": "query", "field": "f", "target~": {"Expr": "x"}},
        },
        "/api/datasources/uid/{source}/correlations/{correlation}",
    ),
    "POST /api/ds/query": Sent(
        {
            "queries*~": [
                {
                    "refId": "A",
                    "datasource": {"type": "datasource", "uid": "grafana"},
                    "queryType": "randomWalk",
                    "RefId": None,
                }
            ],
            "from*": "now-5m",
            "to*": "now",
        }
    ),
    "POST /api/query-history": Sent(
        {"queries*~": [{"refId": "A", "Expr": None}], "datasourceUid": "{source}"}
    ),
    "PATCH /api/query-history/:uid": Sent({"comment": "c"}, "/api/query-history/{past query}"),
    "POST /api/saved-queries": Sent(_SAVED_QUERY),
    "PUT /api/saved-queries/:uid": Sent(_SAVED_QUERY, "/api/saved-queries/{saved query}"),
    "POST /api/frontend-metrics": Sent({"panels*": [{"type*": "timeseries", "seconds*": 0.1}]}),
    "POST /api/v1/provisioning/alert-rules": Sent(_RULE),
    "PUT /api/v1/provisioning/alert-rules/:uid": Sent(
        {**_RULE, "uid#": "rule"}, "/api/v1/provisioning/alert-rules/{rule}"
    ),
    "PUT /api/v1/provisioning/folder/:folder/rule-groups/:group": Sent(
        {
            "title-": "g",
            "folderUid-": "{folder}",
            "interval*": 120,
            "rules": [{**_OWN_RULE, "uid#": "of-group-"}],
        },
        "/api/v1/provisioning/folder/{folder}/rule-groups/of-the-test",
    ),
    "POST /api/ruler/grafana/api/v1/rules/:folder": Sent(
        _RULER_GROUP, "/api/ruler/grafana/api/v1/rules/{other folder}"
    ),
    "POST /api/ruler/grafana/api/v1/rules/:folder/:group": Sent(
        _RULER_GROUP, "/api/ruler/grafana/api/v1/rules/{folder}/export"
    ),
    "POST /api/v1/eval": Sent({"data*": [_QUERY], "condition": "A", "now": "2026-01-01T00:00:00Z"}),
    "POST /api/v1/rule/test/grafana": Sent(
        {"rule*": _RULER_RULE, "folderTitle": "F", "folderUid": "f", "ruleGroup": "g"}
    ),
    "POST /api/v1/alerting/rules/preview": Sent(
        {"rule*": _OWN_RULE, "now": "2026-01-01T00:00:00Z"}
    ),
    "POST /api/v1/alerting/rules/backtest": Sent(
        {"rule*": _OWN_RULE, "from*": 1_700_000_000_000, "to*": 1_700_000_600_000, "interval": "2m"}
    ),
    "PUT /api/v1/alerting/rules/:uid/pause": Sent(
        {"isPaused*": True}, "/api/v1/alerting/rules/{rule}/pause"
    ),
    "POST /api/v1/provisioning/contact-points": Sent(_INTEGRATION),
    "PUT /api/v1/provisioning/contact-points/:uid": Sent(
        {**_CHANGED_INTEGRATION, "name*": "{point}"},
        "/api/v1/provisioning/contact-points/{integration}",
    ),
    "PUT /api/v1/alerting/contact-points/name/:name": Sent(
        {"integrations*": [{**_INTEGRATION, "name*": "Others"}], "name": "Others"},
        "/api/v1/alerting/contact-points/name/Others",
    ),
    "POST /api/v1/alerting/contact-points/test": Sent({**_INTEGRATION, "alert": _SAMPLE}),
    "POST /api/alertmanager/grafana/config/api/v1/receivers/test": Sent(
        {
            "receivers*": [{"name*": "R", "grafana_managed_receiver_configs*": [_INTEGRATION]}],
            "alert": _SAMPLE,
        },
    ),
    "POST /api/alertmanager/grafana/config/api/v1/templates/test": Sent(
        {"template*": '{{ define "a" }}x{{ end }}', "name*": "a", "alerts": [_SAMPLE]}
    ),
    "PUT /api/v1/provisioning/templates/:name": Sent(
        {"template*": '{{ define "a" }}x{{ end }}', "name-": "a", "provenance-": "api"},
        "/api/v1/provisioning/templates/a",
    ),
    "PUT /api/v1/provisioning/policies": Sent(_POLICY),
    "PUT /api/v1/alerting/policies": Sent(_POLICY),
    "POST /api/v1/alerting/policies/explain": Sent(
        {"labels*~": {"Team": "a"}, "policies": _POLICY}
    ),
    "POST /api/v1/provisioning/mute-timings": Sent({"name*#": "m", "time_intervals": [_TIMES]}),
    "PUT /api/v1/provisioning/mute-timings/:name": Sent(
        {"name": "{timing}", "time_intervals": [_TIMES]},
        "/api/v1/provisioning/mute-timings/{timing}",
    ),
    "POST /api/v1/alerting/mute-timings": Sent({"name*#": "n", "time_intervals": [_TIMES]}),
    "PUT /api/v1/alerting/mute-timings/:name": Sent(
        {"name": "{own timing}", "time_intervals": [_TIMES]},
        "/api/v1/alerting/mute-timings/{own timing}",
    ),
    "PUT /api/v1/alerting/inhibit-rules": Sent(
        {
            "inhibit_rules*": [
                {
                    "name": "i",
                    "source_matchers*": ['a="b"'],
                    "target_matchers*": ['c="d"'],
                    "source_match~": {"Job": "a"},
                    "target_match~": {"Job": "b"},
                    "source_match_re~": {"job": "a"},
                    "target_match_re~": {"job": "b"},
                    "equal": ["e"],
                }
            ]
        },
    ),
    "POST /api/alertmanager/grafana/api/v2/silences": Sent(
        {
            "matchers*": [
                {"name*": "job", "value*": "a", "isRegex": True, "isEqual": False},
                {"name*": "Team", "value*": "b"},
            ],
            "startsAt*": "2026-01-01T00:00:00Z",
            "endsAt*": "2096-01-01T00:00:00Z",
            "createdBy": "me",
            "comment": "c",
        }
    ),
    "POST /api/v1/alerting/silences": Sent(
        {
            "labels~": {"Job": "a"},
            "matchers*": 'b="c"',
            "startsAt": "2026-01-01T00:00:00Z",
            "endsAt*": "2096-01-01T00:00:00Z",
            "comment": "c",
            "recurring": [_TIMES],
        },
    ),
    "POST /api/alertmanager/grafana/api/v2/alerts": Sent(
        [
            {
                "labels*~": {"Job": "a"},
                "annotations~": {"Summary": "s"},
                "startsAt": "2026-01-01T00:00:00Z",
                "endsAt": "2096-01-01T00:00:00Z",
                "generatorURL": "http://localhost/",
            }
        ]
    ),
    "POST /api/alertmanager/grafana/config/api/v1/alerts": Sent(
        {
            "template_files~": {"T": '{{ define "t" }}x{{ end }}'},
            "alertmanager_config*": {
                "route*": {"receiver*": "{point}", "group_by": ["alertname"]},
                "receivers*!": [
                    {
                        "name*": "{point}",
                        "grafana_managed_receiver_configs*": [
                            {
                                "uid": "{integration}",
                                "name-": "{point}",
                                "type*": "webhook",
                                "settings*~": {"url": "http://127.0.0.1:9/"},
                                "secureSettings~": {},
                                "disableResolveMessage": True,
                            }
                        ],
                    }
                ],
                "mute_time_intervals*": [{"name*": "{timing}", "time_intervals": [_TIMES]}],
            },
        },
    ),
    "POST /api/v1/ngalert/admin_config": Sent({"alertmanagersChoice*": "internal"}),
    "POST /api/v1/alerting/alerts/:fingerprint/acknowledgement": Sent(
        {"comment": "c"},
        "/api/v1/alerting/alerts/0123456789/acknowledgement",
        is_refused=True,
    ),
}

FORWARDED = {
    "POST /api/ruler/:source/api/v1/rules/:namespace",
    "POST /api/alertmanager/:uid/api/v2/*rest",
    "POST /api/datasources/:id/resources/*rest",
    "POST /api/datasources/uid/:uid/resources/*rest",
    "POST /api/datasources/proxy/:id/*rest",
    "POST /api/datasources/proxy/uid/:uid/*rest",
    "POST /api/convert/api/prom/rules",
    "POST /api/convert/api/prom/rules/:namespace",
    "POST /api/convert/prometheus/config/v1/rules",
    "POST /api/convert/prometheus/config/v1/rules/:namespace",
}
"""Their bodies are another program's, or YAML."""

WITHOUT_BODY = {
    "POST /api/admin/provisioning/:kind/reload",
    "POST /api/admin/users/:id/disable",
    "POST /api/admin/users/:id/enable",
    "POST /api/admin/users/:id/logout",
    "POST /api/alertmanager/grafana/config/history/:id/_activate",
    "POST /api/query-history/star/:uid",
    "POST /api/user/auth-tokens/rotate",
    "POST /api/user/stars/dashboard/:id",
    "POST /api/user/stars/dashboard/uid/:uid",
    "POST /api/user/using/:orgId",
    "POST /api/users/:id/using/:orgId",
    "POST /api/v1/alerting/deliveries/:id/retry",
    "POST /api/v1/alerting/rules/:uid/versions/:version/restore",
}
