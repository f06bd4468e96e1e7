"""Changes `secret_key`: encrypts every data key again and, with new data keys, every secret.

Data keys encrypted with a fallback key are encrypted with `secret_key`, and each organization that
had one gets a new data key for all its secrets. Older data keys stay, because a running request may
still store a secret encrypted with one.
"""

from collections.abc import Collection, Sequence
from itertools import count

import msgspec

from vedette.crypto.envelope import SecretLocation
from vedette.crypto.errors import RotationFailed, SecretUnreadable
from vedette.crypto.store import DataKeyStore, SealedColumn, SealedRow, SealedStore
from vedette.crypto.vault import Vault, key_id_of
from vedette.db.database import Database, Tx
from vedette.kernel.clock import Clock
from vedette.kernel.fault import crash_at
from vedette.kernel.secret import Secret

_ROUNDS = 5


class RotationReport(msgspec.Struct, frozen=True):
    data_keys: int
    """The number of data keys that were encrypted again."""
    secrets: int
    """The number of secrets that were encrypted again."""
    verified: int
    """The number of secrets that can then be decrypted with `secret_key` alone."""
    unreadable: Sequence[str]
    """Secrets that none of the keys decrypts, which stay as they are: `table uid field`."""


class Rotation:
    def __init__(
        self,
        database: Database,
        clock: Clock,
        secret_key: Secret,
        fallbacks: Collection[Secret],
        columns: Sequence[SealedColumn],
    ) -> None:
        self._database = database
        self._clock = clock
        self._secret_key = secret_key
        self._vault = Vault(secret_key, clock, fallbacks)
        self._columns = columns

    async def run(self, *, dry_run: bool = False) -> RotationReport:
        """Run the rotation in one transaction. A second run has nothing left to do.

        Raises `RotationFailed` and changes nothing if a secret cannot be decrypted afterwards.
        """
        try:
            async with self._database.transaction() as tx:
                await tx.lock("secret_key_rotation")
                data_keys = await self._rewrap(tx)
                secrets = await self._reseal(tx)
                verified, unreadable = await self._verify(tx)
                report = RotationReport(data_keys, secrets, verified, unreadable)
                crash_at("before_rotation_commit")
                if dry_run:
                    raise _DryRun(report)
        except _DryRun as done:
            return done.report
        return report

    async def _rewrap(self, tx: Tx) -> int:
        store = DataKeyStore(tx)
        changed: list[int] = []
        for key in await store.every():
            if self._vault.is_current(key):
                continue
            try:
                await store.replace(self._vault.rewrapped(key))
            except SecretUnreadable:
                continue
            changed.append(key.org_id)
        for org_id in dict.fromkeys(changed):
            await self._vault.new_key(tx, org_id)
        return len(changed)

    async def _reseal(self, tx: Tx) -> int:
        """Encrypt secrets again. A row that a request changed meanwhile is read again in the next
        round."""
        newest: dict[int, str] = {}
        for key in await DataKeyStore(tx).every():
            if self._vault.is_current(key):
                newest[key.org_id] = key.id
        done = 0
        for column in self._columns:
            store = SealedStore(tx, column)
            for round in count(1):
                rows = [
                    (row, await self._resealed(tx, column, row, newest.get(row.org_id, "")))
                    for row in await store.every()
                ]
                pending = [(row, sealed) for row, sealed in rows if sealed]
                if not pending or round > _ROUNDS:
                    break
                for row, sealed in pending:
                    await store.replace(row, {**row.sealed, **sealed})
                    done += len(sealed)
        return done

    async def _resealed(
        self, tx: Tx, column: SealedColumn, row: SealedRow, key_id: str
    ) -> dict[str, str]:
        """Return new texts of the fields that are encrypted with another data key than `key_id`."""
        found = {}
        for field, sealed in row.sealed.items():
            if key_id and key_id_of(sealed) != key_id:
                place = SecretLocation(row.org_id, column.table, row.uid, field)
                try:
                    text = await self._vault.open(tx, place, sealed)
                except SecretUnreadable:
                    continue
                found[field] = await self._vault.seal(tx, place, text)
        return found

    async def _verify(self, tx: Tx) -> tuple[int, Sequence[str]]:
        alone = Vault(self._secret_key, self._clock)
        verified, unreadable = 0, []
        for column in self._columns:
            for row in await SealedStore(tx, column).every():
                for field, sealed in row.sealed.items():
                    place = SecretLocation(row.org_id, column.table, row.uid, field)
                    if await _opens(alone, tx, place, sealed):
                        verified += 1
                    elif await _opens(self._vault, tx, place, sealed):
                        raise RotationFailed(
                            "The secrets changed during the rotation. Nothing was changed. "
                            "Run the rotation again."
                        )
                    else:
                        unreadable.append(f"{column.table} {row.uid} {field}")
        return verified, unreadable


async def _opens(vault: Vault, tx: Tx, place: SecretLocation, sealed: str) -> bool:
    try:
        await vault.open(tx, place, sealed)
    except SecretUnreadable:
        return False
    return True


class _DryRun(Exception):
    """Raised to roll back the transaction."""

    def __init__(self, report: RotationReport) -> None:
        super().__init__()
        self.report = report
