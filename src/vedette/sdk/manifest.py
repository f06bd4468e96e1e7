"""`plugin.json`: what a plugin folder says of itself before any of its code is imported."""

from enum import StrEnum
from typing import Literal

import msgspec


class PluginKind(StrEnum):
    DATASOURCE = "datasource"
    RECEIVER = "receiver"
    PANEL = "panel"


class Manifest(msgspec.Struct, frozen=True):
    id: str
    kind: PluginKind
    name: str
    version: str
    sdk: str
    """Range of SDK versions, such as `>=1,<2`."""
    aliases: tuple[str, ...] = ()
    """Other type ids that stored models may use for this plugin."""
    description: str = ""
    python: str | None = None
    """`module:NAME` of the plugin object, relative to the folder."""
    ui: str | None = None
    query_text: str = ""
    """Key of a query that holds its text, such as `expr`."""
    variable_format: str = ""
    """How the page writes variables into that text: `promql`, `sql`, or the plain form."""
    page_settings: tuple[str, ...] = ()
    """Keys of `jsonData` that pages may read: of everybody who may see the source, so no logins."""
    public_settings: tuple[str, ...] = ()
    """Further keys of `jsonData` that hold no secret; text under all other keys is encrypted."""
    category: str = ""
    """What it holds, for lists and icons: `metrics`, `logs`, `traces`, `sql`, `alerts`, or any."""
    signature: Literal["builtin", "valid", "invalid", "missing"] = "missing"
