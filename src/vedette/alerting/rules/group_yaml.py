"""Rule groups of the rulers of Mimir, Cortex and Loki: YAML in their API, JSON in this one.

Unknown keys are kept, as each ruler has its own.
"""

import re
from collections.abc import Mapping
from typing import Any

from vedette.alerting.rules.errors import BadRule
from vedette.kernel.errors import BadGateway
from vedette.provisioning.problems import DocumentError, Report
from vedette.provisioning.values import DocumentMapping, Value

_TEXTS = frozenset({"name", "interval", "alert", "record", "expr", "for", "keep_firing_for"})
_PLAIN = re.compile(r"[A-Za-z_][\w ./-]*", re.ASCII)
_OF_TEXTS = frozenset({"labels", "annotations"})


class NoRuleGroups(BadGateway):
    code = "alerting.no_rule_groups"


def read_namespaces(body: bytes, source: str) -> dict[str, Any]:
    """Return lists of groups by namespace. `source` is its name in errors. Raises
    `NoRuleGroups`."""
    found = _document(body, source)
    for groups in found.values():
        if not isinstance(groups, list) or not all(map(_is_group, groups)):
            raise _unexpected(source)
    return _plain(found)


def read_group(body: bytes, source: str) -> dict[str, Any]:
    """Raises as `read_namespaces` does."""
    found = _document(body, source)
    if not _is_group(found):
        raise _unexpected(source)
    return _plain(found)


def write_group(group: Mapping[str, Any]) -> bytes:
    """Return a group as YAML. Raises `BadRule` if it is invalid."""
    name, rules = group.get("name"), group.get("rules", [])
    if not isinstance(name, str) or not name.strip():
        raise BadRule("The group has no name.")
    if not isinstance(rules, list):
        raise BadRule(f"The group {name[:190]!r}: rules must be a list.")
    for index, rule in enumerate(rules):
        place = f"The group {name[:190]!r}: rules[{index}]"
        if not isinstance(rule, Mapping):
            raise BadRule(f"{place} must be an object.")
        if "grafana_alert" in rule:
            raise BadRule(
                f"{place}.grafana_alert is a rule of this server; send it to /api/ruler/grafana."
            )
    return _yaml(group)


def _yaml(group: Mapping[str, Any]) -> bytes:
    import yaml

    class Dumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
        """Quotes every string that a YAML reader could take for another type."""

    def text(dumper: Any, value: str) -> yaml.ScalarNode:
        style = None if _PLAIN.fullmatch(value) else '"'
        node: yaml.ScalarNode = dumper.represent_scalar("tag:yaml.org,2002:str", value, style)
        return node

    Dumper.add_representer(str, text)
    written: str = yaml.dump(
        group, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=4_096,
        default_flow_style=False,
    )  # fmt: skip
    return written.encode()


def _document(body: bytes, source: str) -> DocumentMapping:
    from vedette.provisioning.document import read_document
    from vedette.provisioning.expansion import AS_WRITTEN

    try:
        return read_document(body.decode(), {}, Report(source), AS_WRITTEN)
    except UnicodeDecodeError as error:
        raise NoRuleGroups(f"The data source {source!r} did not return UTF-8 text.") from error
    except DocumentError as error:
        raise NoRuleGroups(
            f"The rule groups of the data source {source!r} cannot be read: {error.message}"
        ) from error


def _unexpected(source: str) -> NoRuleGroups:
    return NoRuleGroups(
        f"The data source {source!r} did not return rule groups. Check its URL and its type."
    )


def _is_group(value: Value) -> bool:
    return isinstance(value, DocumentMapping) and "name" in value and "rules" in value


def _plain(block: DocumentMapping, *, of_texts: bool = False) -> dict[str, Any]:
    """Return plain values. Scalars of string fields stay as written: the label `1.0` is not a
    number."""
    found: dict[str, Any] = {}
    for key, value in block.items():
        is_text = (of_texts or key in _TEXTS) and not isinstance(
            value, DocumentMapping | list | None
        )
        found[key] = block.written[key] if is_text else _value(value, key in _OF_TEXTS)
    return found


def _value(value: Value, of_texts: bool = False) -> Any:
    if isinstance(value, DocumentMapping):
        return _plain(value, of_texts=of_texts)
    if isinstance(value, list):
        return [_value(each) for each in value]
    return value
