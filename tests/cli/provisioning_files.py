"""Broken and good provisioning files, with names of their own so that all fit in a directory."""

from collections.abc import Iterator
from textwrap import dedent, indent

import msgspec

from vedette.plugins.registry import PluginRegistry


class Case(msgspec.Struct, frozen=True):
    """`text` holds N where a number makes names unique, O for an organization of its own, and D
    for the default contact point."""

    kind: str
    text: str
    line: int | None
    """Of the first mistake; 0 for a good file."""


def cases() -> Iterator[Case]:
    for kind in ("datasources", "folders", "dashboards", "alerting"):
        yield from _of_any_kind(kind)
        for version, line in (("2", 0), ("one", 1), ("-1", 1)):
            is_read = kind != "alerting"  # Nothing reads the version of a file of alerting.
            yield Case(kind, f"apiVersion: {version}\n", line if is_read else 0)
    for key, bodies in _ENTRIES.items():
        kind = _KINDS.get(key, "alerting")
        for is_good, body in bodies:
            item = f"-{indent(dedent(body).strip(), '  ')[1:]}"
            yield Case(kind, f"apiVersion: 1\n{key}:\n{item}\n", 0 if is_good else None)
    for kind, text, line in _FILES:
        yield Case(kind, dedent(text).lstrip(), line)
    for receiver in sorted(each.id for each in PluginRegistry().manifests("receiver")):
        yield Case(
            "alerting",
            f"contactPoints:\n- name: pN\n  receivers:\n  - {{uid: uN, type: {receiver},"
            " settings: {}}\n",
            2,
        )


def _of_any_kind(kind: str) -> Iterator[Case]:
    key = {"dashboards": "providers", "alerting": "groups"}.get(kind, kind)
    for text, line in (
        (f"apiVersion: 1\n{key}: [\n", 2),
        (f"apiVersion: 1\n{key}: {{a: b}}\n", 2),
        (f"apiVersion: 1\n{key}: text\n", 2),
        (f"apiVersion: 1\n{key}: [text]\n", 2),
        (f"apiVersion: 1\n{key}: []\n{key}: []\n", 3),
        (f"apiVersion: 1\n{key}: !!python/object:os.system []\n", 2),
        (f"apiVersion: 1\n{key}: *nothing\n", 2),
        (f"{key}: []\nother: $__file{{/nowhere/at/all}}\n", 2),
        (f"generation: newest\n{key}: []\n", 1),
        ("text\n", 1),
        (f"apiVersion: 1\n{key}: []\n", 0),
        (f"{key}: []\n", 0),
        ("", 0),
    ):
        yield Case(kind, text, line)


_KINDS = {
    "datasources": "datasources",
    "deleteDatasources": "datasources",
    "folders": "folders",
    "providers": "dashboards",
}
_QUERY = "{refId: A, datasourceUid: __expr__, model: {refId: A, type: math, expression: '1'}}"
_RULE = f"{{uid: rN, title: RN, condition: A, for: 5m, data: [{_QUERY}]}}"
_POINT = "- {uid: uN, type: webhook, settings: {url: 'http://a.example/'}}"


def _group(rule: str, more: str = "folder: F, interval: 1m") -> str:
    return f"{{name: gN, {more}, rules: [{rule}]}}"


_ENTRIES: dict[str, tuple[tuple[bool, str], ...]] = {
    "datasources": (
        (True, "{name: sN, type: prometheus, url: 'http://a:9090', uid: sN}"),
        (True, "{name: sN, type: loki, access: proxy, basicAuth: yes, jsonData: {maxLines: 10}}"),
        (False, "{type: prometheus}"),
        (False, "{name: '', type: prometheus}"),
        (False, "{name: [a], type: prometheus}"),
        (False, "{name: sN}"),
        (False, "{name: sN, type: {a: b}}"),
        (False, "{name: sN, type: prometheus, uid: 'a b/c'}"),
        (False, f"{{name: sN, type: prometheus, uid: {'u' * 60}}}"),
        (False, f"{{name: {'n' * 300}, type: prometheus}}"),
        (False, "{name: sN, type: prometheus, jsonData: [a]}"),
        (False, "{name: sN, type: prometheus, jsonData: text}"),
        (False, "{name: sN, type: prometheus, secureJsonData: {password: [a]}}"),
        (False, "{name: sN, type: prometheus, basicAuth: perhaps}"),
        (False, "{name: sN, type: prometheus, isDefault: 2}"),
        (False, "{name: sN, type: prometheus, editable: {}}"),
        (False, "{name: sN, type: prometheus, version: -1}"),
        (False, "{name: sN, type: prometheus, version: new}"),
        (False, "{name: sN, type: prometheus, orgId: first}"),
        (False, "{name: sN, type: prometheus, correlations: [{label: a}]}"),
        (False, "{name: sN, type: prometheus, correlations: [{targetUID: b, config: text}]}"),
        (False, "{name: sN, type: prometheus, correlations: text}"),
    ),
    "deleteDatasources": (
        (True, "{name: goneN, orgId: 1}"),
        (False, "{orgId: 1}"),
        (False, "{name: goneN, orgId: all}"),
    ),
    "folders": (
        (True, "{name: FN, uid: fN}"),
        (False, "{name: FN}"),
        (False, "{uid: fN}"),
        (False, "{name: FN, uid: 'f N'}"),
        (False, f"{{name: FN, uid: {'u' * 60}}}"),
        (False, f"{{name: {'n' * 300}, uid: fN}}"),
        (False, "{name: FN, uid: fN, parentUid: fN}"),
        (False, "{name: FN, uid: fN, parentUid: 'a b'}"),
        (False, "{name: FN, uid: general}"),
        (False, "{name: [a], uid: fN}"),
        (False, "{name: FN, uid: fN, orgId: x}"),
    ),
    "providers": (
        (True, "{name: pN, options: {path: good}, disableDeletion: yes, folder: F}"),
        (False, "{options: {path: good}}"),
        (False, "{name: pN}"),
        (False, "{name: pN, options: {path: ''}}"),
        (False, "{name: pN, options: text}"),
        (False, "{name: pN, type: git, options: {path: good}}"),
        (True, "{name: pN, folder: A, options: {path: good, foldersFromFilesStructure: true}}"),
        (
            False,
            "{name: pN, folder: A, folderUid: a, options: {path: good,"
            " foldersFromFilesStructure: true}}",
        ),
        (False, "{name: pN, folderUid: 'a b', options: {path: good}}"),
        (False, "{name: pN, updateIntervalSeconds: often, options: {path: good}}"),
        (False, "{name: pN, disableDeletion: perhaps, options: {path: good}}"),
        (False, "{name: pN, allowUiUpdates: perhaps, options: {path: good}}"),
        (False, "{name: pN, orgId: x, options: {path: good}}"),
        (False, f"{{name: pN, folder: {'n' * 300}, options: {{path: good}}}}"),
    ),
    "contactPoints": (
        (True, f"name: pN\nreceivers:\n{_POINT}"),
        (True, "{name: pN, type: email, settings: {addresses: a@example.org}}"),
        (False, f"name: ''\nreceivers:\n{_POINT}"),
        (False, f"receivers:\n{_POINT}"),
        (True, "{name: pN, receivers: []}"),
        (False, "{name: pN, receivers: [{type: email, settings: {addresses: a@example.org}}]}"),
        (False, "{name: pN, receivers: text}"),
        (False, "{name: pN, receivers: [text]}"),
        (False, "{name: pN, receivers: [{uid: uN, settings: {}}]}"),
        (False, "{name: pN, receivers: [{uid: uN, type: pigeon, settings: {}}]}"),
        (False, "{name: pN, receivers: [{uid: uN, type: email, settings: text}]}"),
        (False, "{name: pN, receivers: [{uid: uN, type: email, settings: {addresses: 7}}]}"),
        (False, "{name: pN, receivers: [{uid: uN, type: email, settings: {addresses: nobody}}]}"),
        (False, "{name: pN, receivers: [{uid: uN, type: webhook, settings: {url: nowhere}}]}"),
        (False, "{name: pN, receivers: [{uid: uN, type: webhook, settings: {url: 'ftp://a/'}}]}"),
        (
            False,
            "{name: pN, receivers: [{uid: 'u N', type: webhook, settings: {url: 'http://a'}}]}",
        ),
        (False, f"orgId: x\nname: pN\nreceivers:\n{_POINT}"),
        (False, f"{{name: {'n' * 300}, type: email, settings: {{addresses: a@example.org}}}}"),
    ),
    "muteTimes": (
        (True, "{name: mN, time_intervals: [{weekdays: [monday]}]}"),
        (False, "{time_intervals: [{weekdays: [monday]}]}"),
        (False, "{name: mN, time_intervals: text}"),
        (False, "{name: mN, time_intervals: [{weekdays: [someday]}]}"),
        (False, "{name: mN, time_intervals: [{months: ['13']}]}"),
        (False, "{name: mN, time_intervals: [{days_of_month: ['40']}]}"),
        (False, "{name: mN, time_intervals: [{times: [{start_time: '25:00', end_time: '1:00'}]}]}"),
        (False, "{name: mN, time_intervals: [{location: Moon/Crater}]}"),
        (False, "{name: mN, time_intervals: [{weekday: [monday]}]}"),
    ),
    "templates": (
        (True, "{name: tN, template: '{{ define \"xN\" }}a{{ end }}'}"),
        (False, "{template: a}"),
        (False, "{name: tN, template: '{{ if }}'}"),
        (False, "{name: tN, template: '{{ define \"x\" }}'}"),
        (False, "{name: tN, template: '{{ nothing . }}'}"),
        (False, "{name: tN, template: [a]}"),
    ),
    "groups": (
        (True, _group(_RULE)),
        (True, _group(_RULE, "folder: a/b, interval: 30")),
        (False, _group(_RULE, "interval: 1m")),
        (False, _group(_RULE, "folder: F, interval: often")),
        (False, _group(_RULE, "folder: F, interval: 1s")),
        (False, _group(_RULE, "folder: F, interval: 15s, orgId: x")),
        (False, f"{{folder: F, rules: [{_RULE}]}}"),
        (False, "{name: gN, folder: F, rules: text}"),
        (False, "{name: gN, folder: F, rules: [text]}"),
        (False, _group(_RULE.replace("uid: rN, ", ""))),
        (False, _group(_RULE.replace("uid: rN", "uid: 'r N'"))),
        (False, _group(_RULE.replace("title: RN, ", ""))),
        (False, _group(_RULE.replace("RN", "n" * 300))),
        (False, _group(_RULE.replace("condition: A, ", ""))),
        (False, _group(_RULE.replace("condition: A", "condition: Z"))),
        (False, _group(_RULE.replace("for: 5m", "for: long"))),
        (False, _group(_RULE.replace("for: 5m", "for: -5m"))),
        (False, _group(_RULE.replace("for: 5m", "noDataState: Perhaps"))),
        (False, _group(_RULE.replace("for: 5m", "execErrState: Perhaps"))),
        (False, _group(_RULE.replace("for: 5m", "labels: text"))),
        (False, _group(_RULE.replace("for: 5m", "annotations: [a]"))),
        (False, _group(_RULE.replace("for: 5m", "isPaused: perhaps"))),
        (False, _group(_RULE.replace("for: 5m", "notification_settings: {receiver: nobodyN}"))),
        (False, _group(_RULE.replace(_QUERY, ""))),
        (False, _group(_RULE.replace(_QUERY, "text"))),
        (False, _group(_RULE.replace(_QUERY, f"{_QUERY}, {_QUERY}"))),
        (False, _group(_RULE.replace("expression: '1'", "expression: '$Z + 1'"))),
        (False, _group(_RULE.replace("expression: '1'", "expression: '1 +'"))),
    ),
    "policies": (
        (True, "{orgId: O, receiver: D}"),
        (False, "{orgId: O, receiver: nobodyN}"),
        (False, "{orgId: O}"),
        (
            False,
            "{orgId: O, receiver: D, routes: [{receiver: nobodyN, matchers: ['a=b']}]}",
        ),
        (False, "{orgId: O, receiver: D, routes: [{matchers: ['a~~b']}]}"),
        (False, "{orgId: O, receiver: D, routes: [{matchers: ['a=~(']}]}"),
        (
            False,
            "{orgId: O, receiver: D, routes: [{mute_time_intervals: [neverN]}]}",
        ),
        (False, "{orgId: O, receiver: D, group_wait: long}"),
        (False, "{orgId: O, receiver: D, group_interval: 0s}"),
        (False, "{orgId: O, receiver: D, repeat_interval: -1h}"),
        (False, "{orgId: O, receiver: D, routes: text}"),
        (False, "{orgId: O, receiver: D, group_by: {a: b}}"),
        (False, "{orgId: O, receiver: D, colour: red}"),
    ),
    "inhibitRules": (
        (True, "{orgId: O, source_matchers: ['a=b'], target_matchers: ['c=d'], equal: [e]}"),
        (False, "{orgId: O, source_matchers: ['a~~b'], target_matchers: ['c=d']}"),
        (False, "{orgId: O, source_matchers: text, target_matchers: ['c=d']}"),
        (False, "{orgId: O, source_matchers: ['a=b'], target_matchers: ['c=d'], equal: {a: b}}"),
    ),
    "deleteRules": ((True, "{orgId: 1, uid: goneN}"), (False, "{orgId: 1}")),
    "deleteContactPoints": ((True, "{orgId: 1, uid: goneN}"), (False, "{orgId: 1}")),
    "deleteMuteTimes": ((True, "{orgId: 1, name: goneN}"), (False, "{orgId: 1}")),
    "deleteTemplates": ((True, "{orgId: 1, name: goneN}"), (False, "{orgId: 1}")),
    "resetPolicies": ((False, "text"), (False, "1.5")),
}
_FILES = (
    (
        "datasources",
        """
        datasources:
        - {name: sN, type: prometheus}
        - {name: sN, type: loki}
        """,
        3,
    ),
    (
        "datasources",
        """
        datasources:
        - {name: sN, type: prometheus, uid: sN}
        - {name: tN, type: loki, uid: sN}
        """,
        3,
    ),
    (
        "datasources",
        """
        datasources:
        - {name: sN, type: prometheus, isDefault: true, orgId: O}
        - {name: tN, type: loki, isDefault: true, orgId: O}
        """,
        3,
    ),
    ("datasources", "prune: perhaps\ndatasources: []\n", 1),
    (
        "folders",
        """
        folders:
        - {name: FN, uid: fN}
        - {name: GN, uid: fN}
        """,
        3,
    ),
    (
        "folders",
        """
        folders:
        - {name: FN, uid: fN}
        - {name: FN, uid: gN}
        """,
        3,
    ),
    (
        "folders",
        """
        folders:
        - {name: FN, uid: fN, parentUid: gN}
        - {name: GN, uid: gN, parentUid: fN}
        """,
        2,
    ),
    (
        "dashboards",
        """
        providers:
        - {name: pN, options: {path: good}}
        - {name: pN, options: {path: good}}
        """,
        3,
    ),
    (
        "alerting",
        """
        contactPoints:
        - {name: pN, type: email, settings: {addresses: a@example.org}}
        muteTimes:
        - {name: mN, time_intervals: []}
        - {name: mN, time_intervals: []}
        """,
        5,
    ),
    (
        "alerting",
        """
        templates:
        - {name: tN, template: a}
        - {name: tN, template: b}
        """,
        3,
    ),
    (
        "alerting",
        """
        muteTimes:
        - {name: mN, time_intervals: []}
        deleteMuteTimes:
        - {name: mN}
        """,
        2,
    ),
    (
        "alerting",
        f"""
        groups:
        - {{name: gN, folder: F, rules: [{_RULE}]}}
        - {{name: hN, folder: F, rules: [{_RULE}]}}
        """,
        3,
    ),
    (
        "alerting",
        f"""
        groups:
        - {{name: gN, folder: F, rules: [{_RULE}]}}
        - {{name: hN, folder: F, rules: [{_RULE.replace("rN", "sN")}]}}
        """,
        3,
    ),
    (
        "alerting",
        """
        policies:
        - {orgId: O, receiver: D}
        - {orgId: O, receiver: D}
        """,
        3,
    ),
)
