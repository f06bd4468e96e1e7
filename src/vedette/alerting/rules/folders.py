"""Changes of rules that follow from changes of their folder."""

from collections.abc import Sequence

from vedette.alerting.model.provenance import UI
from vedette.alerting.rules.errors import FolderHasRules
from vedette.alerting.rules.groups import GroupWriter
from vedette.alerting.rules.model import StoredRule
from vedette.db.database import Tx


class RulesInFolders:
    def __init__(self, groups: GroupWriter) -> None:
        self._groups = groups

    async def count(self, tx: Tx, org_id: int, folder_uids: Sequence[str]) -> int:
        return await self._groups.rules.rules(tx).count_in(org_id, folder_uids)

    async def folders_go(
        self, tx: Tx, org_id: int, folder_uids: Sequence[str], *, with_rules: bool
    ) -> None:
        """Raises `FolderHasRules`, and `OtherProvenance` if a rule is provisioned."""
        await self._groups.rules.lock(tx, org_id)
        found = await self._of(tx, org_id, folder_uids)
        if found and not with_rules:
            raise FolderHasRules(len(found))
        await self._groups.delete(tx, found, UI)

    async def folder_renamed(self, tx: Tx, org_id: int, folder_uid: str) -> None:
        """The title is a label of the rules' alerts."""
        rules = self._groups.rules
        await rules.lock(tx, org_id)
        if await rules.rules(tx).invalidate_folder(org_id, folder_uid):
            await rules.hooks.on_change(tx, org_id)

    async def _of(self, tx: Tx, org_id: int, folder_uids: Sequence[str]) -> list[StoredRule]:
        store = self._groups.rules.rules(tx)
        return [rule for uid in folder_uids for rule in await store.of_folder(org_id, uid)]
