"""Placeholders of dashboards exported for sharing: `__inputs` declares them, `${NAME}` uses them.

They are replaced in the text, so that everything around them keeps its bytes: `${` can only occur
inside a JSON string.
"""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
import orjson

_REFERENCE = re.compile(rb"\$\{([A-Za-z0-9_.:\-]{1,100})\}")
_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Input(msgspec.Struct, frozen=True):
    name: str
    type: str
    """`datasource` or `constant`."""
    plugin_id: str = ""
    default: str = ""
    """The value of a constant."""


def declared_inputs(raw: bytes) -> tuple[Input, ...]:
    """Return the declared inputs; none if the model is not a valid JSON object."""
    if b'"__inputs"' not in raw:
        return ()
    try:
        model: Any = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return ()
    inputs = model.get("__inputs") if isinstance(model, dict) else None
    if not isinstance(inputs, list):
        return ()
    return tuple(
        Input(
            name=item["name"],
            type=str(item.get("type", "")),
            plugin_id=str(item.get("pluginId") or ""),
            default=str(item["value"]) if item.get("value") is not None else "",
        )
        for item in inputs
        if isinstance(item, dict) and isinstance(item.get("name"), str)
    )


def fill_inputs(raw: bytes, values: Mapping[str, str]) -> bytes:
    """Return the model without `__inputs`, with every `${NAME}` of `values` replaced."""
    keys = _decoder.decode(raw)
    keys.pop("__inputs", None)
    quoted = {name.encode(): orjson.dumps(value)[1:-1] for name, value in values.items()}
    return _REFERENCE.sub(lambda match: quoted.get(match[1], match[0]), msgspec.json.encode(keys))
