"""Writes HCL blocks and attributes, with template sequences escaped."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class HclBlock(msgspec.Struct):
    """`body` contains attributes. A `HclBlock` or a list of them is a nested block."""

    labels: Sequence[str] = ()
    body: dict[str, Any] = msgspec.field(default_factory=dict)


def written(resources: Sequence[HclBlock]) -> str:
    """Write resources with their type and name as labels."""
    return "\n".join("\n".join(_block("resource", each, "")) + "\n" for each in resources)


def _block(name: str, block: HclBlock, indent: str) -> list[str]:
    head = " ".join([name, *(f'"{label}"' for label in block.labels)])
    attributes, blocks = {}, []
    for key, value in block.body.items():
        if isinstance(value, HclBlock):
            blocks.append((key, value))
        elif isinstance(value, list) and value and isinstance(value[0], HclBlock):
            blocks += [(key, each) for each in value]
        elif value is not None:
            attributes[key] = value
    inner = indent + "  "
    width = max(map(len, attributes), default=0)
    lines = [f"{indent}{head} {{"]
    lines += [
        f"{inner}{key.ljust(width)} = {_value(value, inner)}" for key, value in attributes.items()
    ]
    for key, each in blocks:
        if len(lines) > 1:
            lines.append("")
        lines += _block(key, each, inner)
    return [*lines, f"{indent}}}"]


def _value(value: Any, indent: str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        inner = indent + "  "
        pairs = [f"{inner}{_key(key)} = {_value(each, inner)}" for key, each in value.items()]
        return "\n".join(["{", *pairs, f"{indent}}}"]) if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(each, indent) for each in value)}]"
    return _text(str(value))


def _key(key: str) -> str:
    return key if _NAME.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    escaped = "".join(_ESCAPES.get(each) or _visible(each) for each in text)
    return '"' + escaped.replace("${", "$${").replace("%{", "%%{") + '"'


def _visible(character: str) -> str:
    return character if character >= " " else f"\\u{ord(character):04x}"
