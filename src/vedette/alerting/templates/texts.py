"""Texts of contact points, rendered with the templates of the notification's organization."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from vedette.sdk import Message, VedetteError

if TYPE_CHECKING:
    from vedette.alerting.templates.engine import TemplateEngine
    from vedette.gotemplate import Template, TemplateError

_log = logging.getLogger("vedette.alerting.templates")
_LONGEST_NOTE = 500
MOST_LISTED = 500
"""Maximum alerts in a text that would be too long, or take too long, with all of them."""


class TemplateGroups(Protocol):
    """Storage of template groups."""

    async def version(self, org_id: int) -> int: ...

    async def texts(self, org_id: int) -> Mapping[str, str]:
        """Return the texts by name."""
        ...


class OrgTexts:
    """Implements the SDK's `Texts` for all organizations.

    Templates run in a thread with limits of steps, CPU time and output.
    """

    def __init__(
        self, groups: TemplateGroups, base: "Callable[[], Template]", version: str
    ) -> None:
        """`base` loads the default templates, once. `version` is that of this server."""
        self._groups = groups
        self._base = base
        self._version = version
        self._engines: dict[int, tuple[int, TemplateEngine]] = {}

    async def text(
        self,
        template: str,
        message: Message,
        *,
        otherwise: Callable[[Message], str],
        html: bool = False,
        escape: Callable[[str], str] | None = None,
        variables: Mapping[str, object] | None = None,
    ) -> str:
        """See `vedette.sdk.Texts`. `variables` are `.Vars` of the template."""
        if "{{" not in template:
            return template
        from vedette.gotemplate import TemplateError

        try:
            engine = await self.engine(message.org_id)
            return await asyncio.to_thread(
                self._rendered,
                engine,
                template,
                message,
                html=html,
                escape=escape,
                variables=variables,
            )
        except TemplateError as error:
            note = _note(error, html=html)
        except Exception:
            _log.exception("A notification template failed.")
            note = ""
        text = f"{otherwise(message)}\n\n{note}" if note else otherwise(message)
        return escape(text) if escape else text

    def _rendered(
        self,
        engine: "TemplateEngine",
        template: str,
        message: Message,
        *,
        html: bool,
        escape: Callable[[str], str] | None,
        variables: Mapping[str, object] | None,
    ) -> str:
        """Raises `TemplateError`. A partial text is not returned if it has variables, as it is a
        payload."""
        from vedette.alerting.templates.message_data import message_data
        from vedette.gotemplate import TemplateError

        def of(part: Message, left_out: int) -> str:
            data = message_data(part, version=self._version, variables=variables, left_out=left_out)
            return engine.render(template, data, alerts=len(part.alerts), html=html, escape=escape)

        count = len(message.alerts)
        try:
            return of(message, 0)
        except TemplateError:
            if count <= MOST_LISTED or variables is not None:
                raise
        first = replace(message, alerts=message.alerts[:MOST_LISTED])
        text = of(first, count - MOST_LISTED)
        return f"{text.rstrip()}\n\n(This text lists {MOST_LISTED} of the {count} alerts.)"

    async def engine(self, org_id: int) -> "TemplateEngine":
        """Return the templates of an organization. While the database is unavailable, these are the
        last known ones, or the default templates."""
        from vedette.alerting.templates.engine import TemplateEngine

        known = self._engines.get(org_id)
        try:
            version = await self._groups.version(org_id)
            if known is None or known[0] != version:
                texts = await self._groups.texts(org_id)
                read = await asyncio.to_thread(lambda: TemplateEngine(texts, self._base()))
                for name, problem in read.problems.items():
                    _log.warning("template group %s is left out: %s", name, problem.public)
                known = self._engines[org_id] = (version, read)
        except VedetteError:
            _log.warning("Templates of an organization could not be read.", exc_info=True)
        return known[1] if known else TemplateEngine({}, self._base())


def _note(error: "TemplateError", *, html: bool) -> str:
    from html import escape

    text = f"(The template of this notification failed: {error.public[:_LONGEST_NOTE]})"
    return escape(text) if html else text
