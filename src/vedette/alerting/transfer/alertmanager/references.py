"""Finds undefined templates that an imported configuration uses."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from vedette.alerting.templates.engine import TemplateEngine, defaults
from vedette.alerting.transfer.alertmanager.values import Warn
from vedette.gotemplate import Template, TemplateError
from vedette.kernel.clock import SystemClock


def check_references(document: Mapping[str, Any], warn: Warn) -> None:
    """`document` has `contactPoints` and `templates` in the format of provisioning files."""
    base = _base()
    groups = {each["name"]: each["template"] for each in document.get("templates", ())}
    engine = TemplateEngine(groups, base)
    for name, error in engine.problems.items():
        warn(f"templates: {name} cannot be read: {error.public}")
    known = engine.read("")
    for name in sorted(known.defined() - base.defined()):
        _missing(known, name, f"templates: {name}", warn)
    for point in document.get("contactPoints", ()):
        for each in point["receivers"]:
            for key, text in _texts(each["settings"]):
                place = f"The receiver {point['name']!r}, {each['type']}: {key}"
                try:
                    read = engine.read(text)
                except TemplateError as error:
                    warn(f"{place} cannot be read: {error.public}")
                else:
                    _missing(read, read.name, place, warn)


@cache
def _base() -> Template:
    return defaults("http://localhost/", SystemClock().now)


def _missing(read: Template, name: str, place: str, warn: Warn) -> None:
    for called in sorted(read.called(name) - read.defined()):
        warn(f"{place} uses the template {called!r}, which is not defined.")


def _texts(settings: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in settings.items():
        if isinstance(value, Mapping):
            yield from _texts(value, f"{prefix}{key}.")
        elif isinstance(value, str) and "{{" in value:
            yield prefix + key, value
