"""The inhibition rules of an organization: one list that is replaced as a whole."""

from collections.abc import Sequence

from vedette.alerting.alerts.version_store import bump
from vedette.alerting.model.provenance import Edit, check_edit
from vedette.alerting.muting.inhibitions.errors import InhibitionsChanged
from vedette.alerting.muting.inhibitions.model import InhibitRule, StoredInhibitions
from vedette.alerting.muting.inhibitions.rules import problems
from vedette.alerting.muting.inhibitions.store import InhibitStore
from vedette.alerting.muting.inhibitions.text import BadInhibition
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock

_MOST = 500
_MOST_SENTENCES = 5


class InhibitionService:
    def __init__(self, database: Database, clock: Clock, wakeups: Wakeups) -> None:
        self._database = database
        self._clock = clock
        self._wakeups = wakeups

    async def get(self, org_id: int) -> StoredInhibitions:
        """Return the rules. Raises `StoredUnreadable`."""
        async with self._database.reading() as tx:
            return await InhibitStore(tx).get(org_id)

    async def replace(
        self,
        org_id: int,
        rules: Sequence[InhibitRule],
        edit: Edit,
        expected: int | None = None,
    ) -> None:
        """Replace the rules. `expected` is the version that the client read, if it sends one.

        Raises `BadInhibition`, `OtherProvenance` and `InhibitionsChanged`.
        """
        async with self._database.transaction() as tx:
            await self.replace_in(tx, org_id, rules, edit, expected)

    async def replace_in(
        self,
        tx: Tx,
        org_id: int,
        rules: Sequence[InhibitRule],
        edit: Edit,
        expected: int | None = None,
    ) -> None:
        """Replace the rules in an open transaction."""
        await tx.lock(f"alerting.inhibitions.{org_id}")
        stored = await InhibitStore(tx).marks(org_id)
        if expected is not None and expected != stored.version:
            raise InhibitionsChanged
        check_edit("the inhibition rules", stored.provenance, edit)
        if len(rules) > _MOST:
            raise BadInhibition(f"At most {_MOST} inhibition rules are allowed.")
        found = [sentence for rule in rules for sentence in problems(rule)]
        if found:
            raise BadInhibition(" ".join(found[:_MOST_SENTENCES]))
        await InhibitStore(tx).put(org_id, rules, edit.provenance, self._clock.now_ms())
        await bump(tx, org_id, "routing")
        tx.after_commit(lambda: self._wakeups.notify("alerts"))
