"""Use cases of template groups, one transaction each. Routes check permissions."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from vedette.alerting.model.provenance import Edit, check_delete, check_edit
from vedette.alerting.templates.errors import BadTemplate, TemplateChanged, TemplateNotFound
from vedette.alerting.templates.store import TemplateGroup, TemplateStore
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock

if TYPE_CHECKING:
    from vedette.gotemplate import Template

_DEFINES = re.compile(r"\{\{-?\s*define\b")
_LONGEST_NAME = 190
_LONGEST_BODY = 256 * 1024
_MOST_GROUPS = 500


class TemplateVersions(msgspec.Struct, frozen=True):
    """Versions of template groups by organization, by which instances detect changes."""

    bump: Callable[[Tx, int], Awaitable[None]]
    current: Callable[[Tx, int], Awaitable[int]]


class TemplateService:
    """Implements `Groups` for rendering. `base` loads the default templates, once."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        versions: TemplateVersions,
        base: "Callable[[], Template]",
    ) -> None:
        self._database = database
        self._clock = clock
        self._versions = versions
        self._base = base

    async def all(self, org_id: int) -> Sequence[TemplateGroup]:
        async with self._database.reading() as tx:
            return await TemplateStore(tx).all(org_id)

    async def get(self, org_id: int, name: str) -> TemplateGroup:
        """Return a template. Raises `TemplateNotFound`."""
        async with self._database.reading() as tx:
            found = await TemplateStore(tx).get(org_id, name)
        if found is None:
            raise TemplateNotFound(name)
        return found

    async def put(
        self, org_id: int, name: str, text: str, edit: Edit, expected: int | None = None
    ) -> TemplateGroup:
        """Store a template. `expected` is the version that the client read, if it sends one.

        Raises `BadTemplate`, `TemplateChanged`, `OtherProvenance`.
        """
        async with self._database.transaction() as tx:
            return await self.put_in(tx, org_id, name, text, edit, expected)

    async def put_in(
        self,
        tx: Tx,
        org_id: int,
        name: str,
        text: str,
        edit: Edit,
        expected: int | None = None,
    ) -> TemplateGroup:
        body = await asyncio.to_thread(self.checked, name, text)
        await tx.lock(f"message_template:{org_id}")
        store = TemplateStore(tx)
        groups = await store.all(org_id)
        before = next((each for each in groups if each.name == name), None)
        if before is None and len(groups) >= _MOST_GROUPS:
            raise BadTemplate(f"An organization can have at most {_MOST_GROUPS} templates.")
        if before is not None:
            check_edit(_what(name), before.provenance, edit)
        if expected is not None and expected != (before.version if before else 0):
            raise TemplateChanged(name)
        version = before.version + 1 if before else 1
        group = TemplateGroup(name, body, edit.provenance, version, self._clock.now_ms())
        await store.put(org_id, group)
        await self._versions.bump(tx, org_id)
        return group

    async def delete(self, org_id: int, name: str, edit: Edit) -> None:
        """Raises `TemplateNotFound` or `OtherProvenance`."""
        async with self._database.transaction() as tx:
            await self.delete_in(tx, org_id, name, edit)

    async def delete_in(self, tx: Tx, org_id: int, name: str, edit: Edit) -> None:
        store = TemplateStore(tx)
        before = await store.get(org_id, name)
        if before is None:
            raise TemplateNotFound(name)
        check_delete(_what(name), before.provenance, edit)
        await store.delete(org_id, name)
        await self._versions.bump(tx, org_id)

    async def version(self, org_id: int) -> int:
        async with self._database.reading() as tx:
            return await self._versions.current(tx, org_id)

    async def texts(self, org_id: int) -> Mapping[str, str]:
        return {each.name: each.body for each in await self.all(org_id)}

    def checked(self, name: str, text: str) -> str:
        """Return the text to store: one without definitions becomes the template of that name.

        Raises `BadTemplate` with the line.
        """
        if not name.strip() or len(name) > _LONGEST_NAME:
            raise BadTemplate(f"The name of a template must have 1 to {_LONGEST_NAME} characters.")
        if not text.strip():
            raise BadTemplate(f"The template {name!r} has no text.")
        if len(text) > _LONGEST_BODY:
            raise BadTemplate(f"The template {name!r} has more than {_LONGEST_BODY} characters.")
        from vedette.gotemplate import TemplateError, parse

        try:
            parse(name, text, {}, self._base())
        except TemplateError as error:
            raise BadTemplate(
                f"The template {name!r} cannot be read, line {error.line}: {error.public}",
                line=error.line,
                column=error.column,
            ) from error
        return text if _DEFINES.search(text) else _defining(name, text)


def _defining(name: str, text: str) -> str:
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    inner = "\n".join(f"  {line}" for line in text.strip().splitlines())
    return f'{{{{ define "{quoted}" }}}}\n{inner}\n{{{{ end }}}}'


def _what(name: str) -> str:
    return f"the template {name[:200]!r}"
