"""Files of alerting that several instances read."""

from pathlib import Path

from tests.database.alerting.delivering import make_org

from vedette.alerting.muting.timings.service import TimingService
from vedette.alerting.muting.timings.store import TimingStore
from vedette.alerting.routing.service import lock_name
from vedette.alerting.rules.writer import RuleWriter
from vedette.alerting.transfer.provision import AlertingFiles
from vedette.alerting.transfer.provision.parts import TimingsPart
from vedette.alerting.transfer.provision.reading import READING, AlertingFileReader
from vedette.cluster.wakeups import Wakeups
from vedette.db.database import Database, Tx
from vedette.kernel.clock import SystemClock
from vedette.provisioning.file_kind import FileKind
from vedette.provisioning.files import Root
from vedette.provisioning.ledger_store import ProvisioningLedger


async def test_old_and_new_files_do_not_overwrite_each_other_while_an_entry_is_bad(
    database: Database, tmp_path: Path
) -> None:
    async def lock(tx: Tx, org_id: int) -> None:
        await tx.lock(lock_name(org_id))

    clock, org_id = SystemClock(), await make_org(database)
    service = TimingService(database, clock, Wakeups(), [], lock)
    files = AlertingFiles(AlertingFileReader(), [TimingsPart(service)], RuleWriter(clock))

    def instance(release: str, start: str) -> FileKind:
        directory = tmp_path / release / "alerting"
        directory.mkdir(parents=True)
        (directory / "a.yaml").write_text(
            f"muteTimes:\n- orgId: {org_id}\n  name: nights\n"
            f"  time_intervals: [{{times: [{{start_time: '{start}', end_time: '24:00'}}]}}]\n"
            "- time_intervals: []\n"
        )
        roots = [Root(tmp_path / release)]
        return FileKind(files, roots, database, clock, {}, reading=READING)

    async def start() -> int:
        async with database.reading() as tx:
            stored = await TimingStore(tx).by_name(org_id, "nights")
        assert stored is not None
        return stored.timing.intervals[0].times[0][0] // 60

    old, new = instance("old", "21:00"), instance("new", "22:00")
    await old.sync()
    assert await start() == 21
    for each in (new, old, new, old):
        await each.sync()
        assert await start() == 22
    async with database.reading() as tx:
        (told,) = (await ProvisioningLedger(tx).of_kind("alerting")).values()
    assert (told.state, told.line, told.items) == ("error", 5, 1)
    assert told.message == "muteTimes[1]: name is missing."
