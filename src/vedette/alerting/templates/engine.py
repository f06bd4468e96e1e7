"""All templates of one organization, parsed together so that they can use each other."""

from collections.abc import Callable, Mapping
from datetime import datetime

from vedette.alerting.templates.default_texts import DEFAULT_TEXTS
from vedette.alerting.templates.links import link_functions
from vedette.gotemplate import Struct, Template, TemplateError, TemplateLimits, library, parse

_MOST_KEPT = 256
_LONGEST_KEPT = 64 * 1024
_MOST_COUNTED = 2_000
_KIB = 1024


def defaults(root_url: str, now: Callable[[], datetime]) -> Template:
    """Return the default templates. `root_url` is the server's public address."""
    functions = {**library.message_functions(now), **link_functions(root_url)}
    return parse("__defaults", DEFAULT_TEXTS, functions)


def limits(alerts: int) -> TemplateLimits:
    """Return the limits of one text: a base, and more for each alert."""
    count = min(alerts, _MOST_COUNTED)
    return TemplateLimits(
        cpu_ms=100 + count,
        steps=100_000 + 1_000 * count,
        output=256 * _KIB + 2 * _KIB * count,
        range=10_000 + alerts,
    )


class TemplateEngine:
    """Renders templates. `groups` are texts by name. Unreadable ones are left out and listed in
    `problems`.

    Instances are thread-safe.
    """

    def __init__(self, groups: Mapping[str, str], base: Template) -> None:
        self.problems: dict[str, TemplateError] = {}
        for name in sorted(groups):
            try:
                base = parse(name, groups[name], {}, base)
            except TemplateError as error:
                self.problems[name] = error
        self._known = base
        self._read: dict[str, Template] = {}

    def render(
        self,
        text: str,
        data: Struct,
        *,
        alerts: int = 1,
        html: bool = False,
        escape: Callable[[str], str] | None = None,
    ) -> str:
        """Render a text. `alerts` is the number of alerts in `data`; the other arguments are those
        of `Template.execute`.

        Raises `TemplateError`, also if a limit is reached.
        """
        return self.read(text).execute(
            data, html=html, escape=escape, limits=limits(alerts), missing_key="zero"
        )

    def read(self, text: str, name: str = "text") -> Template:
        """Parse a text that can use all templates. Raises `TemplateError`."""
        kept = self._read.get(text)
        if kept is not None and kept.name == name:
            return kept
        read = parse(name, text, {}, self._known)
        if len(text) <= _LONGEST_KEPT:
            if len(self._read) >= _MOST_KEPT:
                self._read = {}
            self._read[text] = read
        return read
