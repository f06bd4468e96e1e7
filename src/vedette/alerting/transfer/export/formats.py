"""Writes documents as YAML, JSON or HCL. Provisioning reads them back unchanged."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, cast, get_args

import orjson

from vedette.alerting.transfer.export.documents import Short
from vedette.alerting.transfer.provision.reading import READING
from vedette.kernel.errors import BadRequest
from vedette.sdk import Verbatim

Format: TypeAlias = Literal["yaml", "json", "hcl"]
_ACCEPTED: Mapping[str, Format] = {
    "application/yaml": "yaml",
    "text/yaml": "yaml",
    "application/json": "json",
    "text/json": "json",
    "application/terraform+hcl": "hcl",
    "text/hcl": "hcl",
}
_INDENT = 4
_OLD_BOOLEANS = frozenset("yYnN")
"""Words of YAML 1.1 in addition to those that PyYAML knows."""


class BadFormat(BadRequest):
    code = "alerting.bad_export_format"


def format_of(requested: str, accept: str) -> Format:
    """Return the format: that of the query, else of the header, else YAML. Raises `BadFormat`."""
    for known in get_args(Format):
        if requested == known:
            return cast(Format, known)
    if requested:
        raise BadFormat(f"format is {requested[:20]!r}; use yaml, json or hcl.")
    for part in accept.split(","):
        found = _ACCEPTED.get(part.partition(";")[0].strip().lower())
        if found is not None:
            return found
    return "yaml"


def as_json(document: Mapping[str, Any]) -> str:
    return orjson.dumps(escaped(document), option=orjson.OPT_INDENT_2).decode() + "\n"


def as_yaml(document: Mapping[str, Any]) -> str:
    """Write in the style of Grafana 10.4: few quotes, indented lists, mappings at multiples of 4
    spaces.

    List items are indented by 2. Strings that a version of YAML would read as another type are in
    double quotes. Each item of the document's lists is written on its own, so that no step is long.
    """
    write = _yaml_writer()
    parts = []
    for key, value in escaped(document).items():
        if not isinstance(value, list) or isinstance(value, Short) or len(value) < 2:
            parts.append(write({key: value}))
            continue
        head, _, first = write({key: value[:1]}).partition("\n")
        items = (write({key: [each]}).partition("\n")[2] for each in value[1:])
        parts += [head, "\n", first, *items]
    return "".join(parts) or "{}\n"


def _yaml_writer() -> Callable[[object], str]:
    import yaml

    from vedette.provisioning.document import plain_value

    implicit: Any = yaml.resolver.Resolver()
    analyses: dict[str, Any] = {}

    class Dumper(yaml.SafeDumper):
        def analyze_scalar(self, scalar: str) -> Any:
            if scalar not in analyses:
                analyses[scalar] = super().analyze_scalar(scalar)
            return analyses[scalar]

        def ignore_aliases(self, data: object) -> bool:
            return True

        def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
            outer = self.indent
            super().increase_indent(flow, False)
            if outer is not None:
                is_item = self.sequence_context and not flow
                self.indent = outer + 2 if is_item else outer // _INDENT * _INDENT + _INDENT

    def text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
        tag = "tag:yaml.org,2002:str"
        is_text = (
            isinstance(plain_value(value), str)
            and implicit.resolve(yaml.ScalarNode, value, (True, False)) == tag
            and value not in _OLD_BOOLEANS
        )
        is_block = "\n" in value and value[0] not in " \n"
        style = "|" if is_block else '"' if not is_text else "'" if "{{" in value else None
        return dumper.represent_scalar(tag, value, style=style)

    def short(dumper: yaml.SafeDumper, value: Short) -> yaml.SequenceNode:
        return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=True)

    Dumper.add_representer(str, text)
    Dumper.add_representer(Short, short)

    def write(value: object) -> str:
        written: str = yaml.dump(
            value,
            Dumper=Dumper,
            indent=_INDENT,
            sort_keys=False,
            allow_unicode=True,
            width=4_096,
            default_flow_style=False,
        )
        return written

    return write


def escaped(value: Any, path: str = "") -> Any:
    """Return the value with `$$` for every dollar sign that a provisioning file would expand."""
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, str):
        return value.replace("$", "$$")
    if isinstance(value, Mapping):
        return {
            key: each
            if (below := f"{path}.{key}" if path else key) in READING.scope.raw
            # Raw parts have an escape syntax of their own.
            else escaped(each, below)
            for key, each in value.items()
        }
    if isinstance(value, Short):
        return Short(escaped(each, path) for each in value)
    if isinstance(value, list | tuple):
        return [escaped(each, path) for each in value]
    return value
