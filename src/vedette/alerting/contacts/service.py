"""Use cases of contact points, one transaction each. Routes check permissions."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from vedette.alerting.contacts.errors import IntegrationNotFound, IntegrationUidTaken
from vedette.alerting.contacts.health_store import LastAttempt, last_attempts
from vedette.alerting.contacts.model import ContactPoint, Integration, IntegrationDraft
from vedette.alerting.contacts.store import ContactStore
from vedette.alerting.contacts.writer import ContactWriter
from vedette.alerting.model.provenance import Edit, check_mark
from vedette.db.database import Database
from vedette.db.errors import UniqueViolation


class ContactService:
    def __init__(self, database: Database, writer: ContactWriter) -> None:
        self._database = database
        self._writer = writer

    async def integrations(self, org_id: int) -> Sequence[Integration]:
        """Return integrations by name of their contact point. Creates a missing default one."""
        async with self._database.reading() as tx:
            found = await ContactStore(tx).of_org(org_id)
        if found:
            return found
        async with self._database.transaction() as tx:
            await self._writer.ensure_default(tx, org_id)
            return await ContactStore(tx).of_org(org_id)

    async def points(self, org_id: int) -> Sequence[ContactPoint]:
        found = await self.integrations(org_id)
        async with self._database.reading() as tx:
            empty = await ContactStore(tx).empty(org_id)
        points = [
            ContactPoint(name, tuple(each)) for name, each in groupby(found, lambda one: one.name)
        ]
        points += [ContactPoint(name, ()) for name in empty]
        return sorted(points, key=lambda each: each.name)

    async def of_point(self, org_id: int, name: str) -> tuple[Integration, ...]:
        """Return the integrations; empty if the contact point does not exist."""
        return tuple(each for each in await self.integrations(org_id) if each.name == name)

    async def integration(self, org_id: int, uid: str) -> Integration:
        """Raises `IntegrationNotFound`."""
        async with self._database.reading() as tx:
            found = await ContactStore(tx).by_uid(org_id, uid)
        if found is None:
            raise IntegrationNotFound(uid)
        return found

    async def last_attempts(self, org_id: int) -> Mapping[str, LastAttempt]:
        """Return the last attempts by uid of the integration."""
        async with self._database.reading() as tx:
            return await last_attempts(tx, org_id)

    async def uses(self, org_id: int) -> Mapping[str, Sequence[str]]:
        """Return where contact points are used, as sentences by name."""
        names = {each.name for each in await self.points(org_id)}
        async with self._database.reading() as tx:
            return {name: await self._writer.uses(tx, org_id, name) for name in names}

    async def create(self, org_id: int, draft: IntegrationDraft, edit: Edit) -> Integration:
        """Raises the errors of `ContactWriter.create`, as do the methods below."""
        try:
            async with self._database.transaction() as tx:
                return await self._writer.create(tx, org_id, draft, edit)
        except UniqueViolation as error:
            raise IntegrationUidTaken(draft.uid or draft.name) from error

    async def update(
        self, org_id: int, uid: str, draft: IntegrationDraft, edit: Edit
    ) -> Integration:
        async with self._database.transaction() as tx:
            before = await ContactStore(tx).by_uid(org_id, uid)
            if before is not None:
                check_mark(f"the contact point {before.name!r}", before.provenance, edit)
            return await self._writer.update(tx, org_id, uid, draft, edit)

    async def delete(self, org_id: int, uid: str, edit: Edit) -> Integration:
        async with self._database.transaction() as tx:
            return await self._writer.delete(tx, org_id, uid, edit)

    async def replace_point(
        self, org_id: int, name: str, drafts: Sequence[IntegrationDraft], edit: Edit
    ) -> Sequence[Integration]:
        async with self._database.transaction() as tx:
            return await self._writer.replace_point(tx, org_id, name, drafts, edit)

    async def save_point(
        self, org_id: int, name: str, new_name: str, drafts: Sequence[IntegrationDraft], edit: Edit
    ) -> None:
        """Replace and rename a contact point."""
        async with self._database.transaction() as tx:
            if new_name != name:
                await self._writer.rename_point(tx, org_id, name, new_name, edit)
            await self._writer.replace_point(tx, org_id, new_name, drafts, edit)

    async def rename_point(self, org_id: int, name: str, new_name: str, edit: Edit) -> None:
        async with self._database.transaction() as tx:
            await self._writer.rename_point(tx, org_id, name, new_name, edit)

    async def delete_point(self, org_id: int, name: str, edit: Edit) -> None:
        async with self._database.transaction() as tx:
            await self._writer.delete_point(tx, org_id, name, edit)
