"""Read the configuration for all commands."""

import os
from collections.abc import Sequence
from pathlib import Path

from vedette.server.sections import ALL_SECTIONS
from vedette.settings import Settings, load

_OTHER_VARIABLES = (
    "VEDETTE_PATHS_CONFIG",
    "GF_PATHS_CONFIG",
    "VEDETTE_COMMIT",
    "VEDETTE_FAULT_AT",
    "VEDETTE_TEST_DASHBOARDS",
)
_USUAL_PLACES = (
    Path("conf/vedette.ini"),
    Path("/etc/vedette/vedette.ini"),
    Path("/etc/grafana/grafana.ini"),
)
_PACKAGED = Path("/usr/share/vedette/defaults.ini")
"""Defaults of an image or a package, such as directories. Every other source takes precedence."""


def read(config: str | None, overrides: Sequence[str]) -> Settings:
    """Read the settings. Raises `SettingsError` with one line that names the error."""
    return load(
        ALL_SECTIONS,
        config_file=file_of(config),
        defaults_file=_PACKAGED if _PACKAGED.is_file() else None,
        environ=dict(os.environ),
        overrides=overrides,
        known_variables=_OTHER_VARIABLES,
    )


def file_of(config: str | None) -> Path | None:
    """Return the configuration file, or None."""
    named = config or os.environ.get("VEDETTE_PATHS_CONFIG") or os.environ.get("GF_PATHS_CONFIG")
    if named:
        return Path(named)
    return next((place for place in _USUAL_PLACES if place.is_file()), None)


def run(step: str, config: str | None, overrides: Sequence[str], *, strict: bool = False) -> int:
    """Check or show the configuration. Returns 2 if `strict` and there are warnings. Raises
    `SettingsError`."""
    settings = read(config, overrides)
    if step == "check":
        # Imported here because it loads most of the server, which `show` does not need.
        from vedette.app.checks import check_settings

        check_settings(settings)
    if step == "show":
        section = ""
        for one in settings.shown():
            if one.section != section:
                section = one.section
                print(f"\n[{section}]")
            print(f"{one.key} = {one.text}    ; {one.origin}")
    for warning in settings.warnings:
        print(f"warning: {warning}")
    if step == "check" and not settings.warnings:
        print("The configuration is valid.")
    return 2 if strict and settings.warnings else 0
