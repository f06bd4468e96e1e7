"""`plugin.json`: the description of a plugin, which is read before its code is imported."""

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
    """Other type ids of this plugin in stored models."""
    description: str = ""
    python: str | None = None
    """`module:NAME` of the plugin object, relative to the folder."""
    ui: str | None = None
    query_text: str = ""
    """Key of a query's text, such as `expr`."""
    variable_format: str = ""
    """Format of variables in that text: `promql`, `sql`, or plain."""
    page_settings: tuple[str, ...] = ()
    """Keys of `jsonData` that pages can read, for everyone who can see the data source. Must not
    contain credentials."""
    public_settings: tuple[str, ...] = ()
    """Additional keys of `jsonData` without secrets. Text under all other keys is encrypted."""
    category: str = ""
    """Category for lists and icons: `metrics`, `logs`, `traces`, `sql`, `alerts`, or another
    one."""
    signature: Literal["builtin", "valid", "invalid", "missing"] = "missing"
