"""Reading `plugin.json`, without importing anything of the plugin."""

import re
from pathlib import Path
from typing import Literal

import msgspec

from vedette.plugins.errors import BadManifest
from vedette.sdk import SDK_VERSION, Manifest, PluginKind

_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")
_RULE = re.compile(r"(>=|<=|==|>|<)?\s*(\d+(?:\.\d+){0,2})")


class _ManifestFile(msgspec.Struct):
    id: str
    kind: PluginKind
    name: str
    version: str
    sdk: str
    aliases: list[str] = []
    description: str = ""
    python: str | None = None
    ui: str | None = None
    query_text: str = msgspec.field(default="", name="queryText")
    variable_format: str = msgspec.field(default="", name="variableFormat")


def read_manifest(file: Path, signature: Literal["builtin", "missing"]) -> Manifest:
    """Raises `BadManifest`, which names the file."""
    try:
        read = msgspec.json.decode(file.read_bytes(), type=_ManifestFile)
    except (OSError, msgspec.DecodeError) as error:
        raise BadManifest(f"{file}: {error}") from error
    if _ID.fullmatch(read.id) is None:
        raise BadManifest(f"{file}: {read.id!r} is not an id such as my-source.")
    if not sdk_fits(read.sdk):
        raise BadManifest(f"{file}: made for SDK {read.sdk}, this server has {SDK_VERSION}.")
    return Manifest(
        id=read.id,
        kind=read.kind,
        name=read.name,
        version=read.version,
        sdk=read.sdk,
        aliases=tuple(read.aliases),
        description=read.description,
        python=read.python,
        ui=read.ui,
        query_text=read.query_text,
        variable_format=read.variable_format,
        signature=signature,
    )


def sdk_fits(rules: str, version: str = SDK_VERSION) -> bool:
    """Whether `version` lies in a range such as `>=1,<2`. A range nobody can read fits never."""
    have = _parts(version)
    for rule in rules.split(","):
        match = _RULE.fullmatch(rule.strip())
        if match is None:
            return False
        wanted = _parts(match[2])
        fits = {
            ">=": have >= wanted,
            "<=": have <= wanted,
            ">": have > wanted,
            "<": have < wanted,
        }.get(match[1], have == wanted)
        if not fits:
            return False
    return True


def _parts(version: str) -> tuple[int, ...]:
    numbers = [int(part) for part in version.split(".")]
    return tuple(numbers + [0] * (3 - len(numbers)))
