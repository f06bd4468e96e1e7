"""The same sections as nested maps in YAML or JSON, as container charts pass them.

    server:
      http_port: 3000
    auth.anonymous:
      enabled: true

A single outer map named `grafana.ini` or `vedette.ini` is looked through.
"""

from collections.abc import Iterator

import orjson
import yaml

from vedette.settings.errors import SettingsError
from vedette.settings.raw import DEFAULT_SECTION, Entries, SettingEntry, SettingOrigin

_WRAPPERS = ("vedette.ini", "grafana.ini")
_MOST_VALUES = 10_000
_MOST_DEPTH = 8


def parse_nested(text: str, name: str) -> Entries:
    """Return every scalar in order. Raises `SettingsError` that names `name` and the line."""
    # JSON is YAML, except that YAML does not allow tabs for indentation.
    source = text.replace("\t", "  ") if name.endswith(".json") else text
    try:
        root = yaml.compose(source, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", 0) + 1
        problem = getattr(error, "problem", None) or "nested too deeply"
        raise SettingsError(f"{name}:{line}: expected YAML or JSON: {problem}.") from error
    except ValueError as error:
        raise SettingsError(f"{name}:1: expected YAML or JSON: {error}.") from error
    if root is None:
        return []
    if not isinstance(root, yaml.MappingNode):
        raise SettingsError(f"{name}:1: expected a map of sections.")
    entries: Entries = []
    for entry in _walk(_unwrapped(root), (), name):
        entries.append(entry)
        if len(entries) > _MOST_VALUES:
            raise SettingsError(f"{name}: expected at most {_MOST_VALUES} values.")
    return entries


def _unwrapped(root: yaml.MappingNode) -> yaml.MappingNode:
    for key, value in root.value:
        if key.value in _WRAPPERS and isinstance(value, yaml.MappingNode):
            return value
    return root


def _walk(node: yaml.MappingNode, path: tuple[str, ...], name: str) -> Iterator[SettingEntry]:
    if len(path) > _MOST_DEPTH:
        raise SettingsError(f"{name}:{_line(node)}: sections are nested too deeply.")
    for key, value in node.value:
        place = f"{name}:{_line(key)}"
        if not isinstance(key, yaml.ScalarNode):
            raise SettingsError(f"{place}: expected the name of a section or key.")
        if isinstance(value, yaml.MappingNode):
            yield from _walk(value, (*path, str(key.value)), name)
            continue
        if isinstance(value, yaml.ScalarNode) and value.tag == "tag:yaml.org,2002:null":
            continue
        section = ".".join(path) or DEFAULT_SECTION
        text = _text(value, place, section, str(key.value))
        yield SettingEntry(section, str(key.value), text, SettingOrigin("file", place))


def _text(node: yaml.Node, place: str, section: str, key: str) -> str:
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    items = node.value if isinstance(node, yaml.SequenceNode) else []
    if not all(isinstance(item, yaml.ScalarNode) for item in items):
        raise SettingsError(f"{place}: [{section}] {key}: expected a value or a list of values.")
    return orjson.dumps([str(item.value) for item in items]).decode()


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
