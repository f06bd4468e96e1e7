"""Documents as YAML, JSON or HCL. What is read back by provisioning means the same."""

import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast, get_args

import orjson

from vedette.alerting.transfer.provision.reading import READING
from vedette.kernel.errors import BadRequest

Format: TypeAlias = Literal["yaml", "json", "hcl"]
_ACCEPTED: Mapping[str, Format] = {
    "application/yaml": "yaml",
    "text/yaml": "yaml",
    "application/json": "json",
    "text/json": "json",
    "application/terraform+hcl": "hcl",
    "text/hcl": "hcl",
}
_PLAIN = re.compile(r"[A-Za-z_][\w ./-]*", re.ASCII)
"""Texts that no reader of YAML takes for a number or a time."""


class Verbatim(str):
    """A text whose dollar signs a provisioning file shall expand: `$__file{/run/secrets/a}`."""

    __slots__ = ()


class BadFormat(BadRequest):
    code = "alerting.bad_export_format"


def format_of(asked: str, accept: str) -> Format:
    """The query decides, then the header; YAML where neither says. Raises `BadFormat`."""
    for known in get_args(Format):
        if asked == known:
            return cast(Format, known)
    if asked:
        raise BadFormat(f"format is {asked[:20]!r}; use yaml, json or hcl.")
    for part in accept.split(","):
        found = _ACCEPTED.get(part.partition(";")[0].strip().lower())
        if found is not None:
            return found
    return "yaml"


def as_json(document: Mapping[str, Any]) -> str:
    return orjson.dumps(escaped(document), option=orjson.OPT_INDENT_2).decode() + "\n"


def as_yaml(document: Mapping[str, Any]) -> str:
    import yaml

    class Dumper(yaml.SafeDumper):
        """Never writes anchors, and quotes what another version of YAML would read otherwise."""

        def ignore_aliases(self, data: object) -> bool:
            return True

    def text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
        style = None if _PLAIN.fullmatch(value) else "|" if "\n" in value else '"'
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)

    Dumper.add_representer(str, text)
    written: str = yaml.dump(
        escaped(document),
        Dumper=Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=4_096,
        default_flow_style=False,
    )
    return written


def escaped(value: Any, path: str = "") -> Any:
    """`$$` for every dollar sign that a provisioning file would expand."""
    if isinstance(value, Verbatim):
        return str(value)
    if isinstance(value, str):
        return value.replace("$", "$$")
    if isinstance(value, Mapping):
        return {
            key: each
            if (below := f"{path}.{key}" if path else key) in READING.raw
            # Raw parts hold what their own readers understand.
            else escaped(each, below)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [escaped(each, path) for each in value]
    return value
