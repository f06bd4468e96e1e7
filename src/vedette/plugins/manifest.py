"""What a plugin says of itself, read without running anything of the plugin."""

import ast
import re
from collections.abc import Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Literal

import msgspec

from vedette.plugins.errors import BadManifest
from vedette.sdk import SDK_VERSION, Manifest, PluginKind

_ID = re.compile(r"[a-z0-9][A-Za-z0-9._-]{0,99}")
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
    page_settings: list[str] = msgspec.field(default_factory=list, name="pageSettings")
    public_settings: list[str] = msgspec.field(default_factory=list, name="publicSettings")
    category: str = ""


def read_manifest(file: Path, signature: Literal["builtin", "missing"]) -> Manifest:
    """`plugin.json` of a folder. Raises `BadManifest`, which names the file."""
    try:
        read = msgspec.json.decode(file.read_bytes(), type=_ManifestFile)
    except (OSError, msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadManifest(f"{file}: {error}") from error
    return _checked(str(file), read, signature)


def read_single_file(file: Path) -> Manifest:
    """A data source that is one module, which may hold a literal `MANIFEST = {...}`.

    Its keys are those of `plugin.json`; all have a default, the id is the name of the file.
    Raises `BadManifest`, which names the file.
    """
    plugin_id = file.stem.lower().replace("_", "-")
    try:
        module = ast.parse(file.read_bytes())
        said = {**_defaults(plugin_id), "python": f"{file.stem}:PLUGIN", **_literal(module)}
        read = msgspec.convert(said, _ManifestFile)
    except (OSError, SyntaxError, ValueError) as error:
        raise BadManifest(f"{file}: {error}") from error
    return _checked(str(file), read, "missing")


def read_entry_point(point: EntryPoint) -> Manifest:
    """A data source of an installed Python package, named by its entry point.

    Raises `BadManifest`, which names the entry point.
    """
    about: dict[str, Any] = {**_defaults(point.name), "python": point.value}
    if point.dist is not None:
        about["version"] = point.dist.version
        if "Summary" in point.dist.metadata:
            about["description"] = point.dist.metadata["Summary"]
    return _checked(f"entry point {point.name}", msgspec.convert(about, _ManifestFile), "missing")


def _defaults(plugin_id: str) -> Mapping[str, Any]:
    name = plugin_id.replace("-", " ").capitalize()
    kind = PluginKind.DATASOURCE
    return {"id": plugin_id, "kind": kind, "name": name, "version": "0", "sdk": ">=1,<2"}


def _literal(module: ast.Module) -> Mapping[str, Any]:
    """The value of `MANIFEST`. Raises `ValueError` where it is more than literals."""
    for statement in module.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="MANIFEST")], value=value):
                read = ast.literal_eval(value)
                if not isinstance(read, dict):
                    raise ValueError("MANIFEST is not a dictionary.")
                return read
    return {}


def _checked(where: str, read: _ManifestFile, signature: Literal["builtin", "missing"]) -> Manifest:
    if _ID.fullmatch(read.id) is None:
        raise BadManifest(f"{where}: {read.id!r} is not a valid id such as my-source.")
    if not sdk_fits(read.sdk):
        raise BadManifest(
            f"{where}: the plugin requires SDK {read.sdk}, but this server has {SDK_VERSION}."
        )
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
        page_settings=tuple(read.page_settings),
        public_settings=tuple(read.public_settings),
        category=read.category,
        signature=signature,
    )


def sdk_fits(rules: str, version: str = SDK_VERSION) -> bool:
    """Whether `version` lies in a range such as `>=1,<2`.

    A range that cannot be parsed contains no version.
    """
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
