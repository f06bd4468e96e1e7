"""`secret_key` changes: everything is sealed again, or nothing is, and there is a way back."""

from collections.abc import Mapping

import orjson
import pytest

from vedette.app.sealed_columns import SEALED_COLUMNS
from vedette.crypto.envelope import SecretLocation
from vedette.crypto.errors import RotationFailed, SecretUnreadable
from vedette.crypto.rotation import Rotation, RotationReport
from vedette.crypto.store import DataKeyStore, SealedRow, SealedStore, StoredKey
from vedette.crypto.vault import Vault, key_id_of
from vedette.db.database import Database, Tx
from vedette.db.migrate import upgrade
from vedette.kernel.clock import SystemClock
from vedette.kernel.secret import Secret

OLD, NEW, OTHER = Secret("old-" * 10), Secret("new-" * 10), Secret("other" * 8)
CLOCK = SystemClock()
PLACES = [
    SecretLocation(org, table, f"{table}-{number}", field)
    for org in (1, 2)
    for table in ("data_source", "contact_integration")
    for number in range(3)
    for field in ("password", "tlsConfig.clientKey")
]


def text_of(place: SecretLocation) -> str:
    return f"c4n4ry {place.org_id} {place.uid} {place.field} ü"


async def put(tx: Tx, org_id: int, table: str, uid: str, sealed: dict[str, str]) -> None:
    params = {"org": org_id, "uid": uid, "sealed": orjson.dumps(sealed).decode()}
    if table == "data_source":
        await tx.execute(
            "INSERT INTO data_source (org_id, uid, name, type, access, url, user_name,"
            " database_name, is_basic_auth, basic_auth_user, is_with_credentials, is_default,"
            " is_read_only, is_provisioned, is_prunable, file_version, json_data,"
            " secure_json_data, version, created, updated) VALUES (:org, :uid, :uid, 'prometheus',"
            " 'proxy', '', '', '', FALSE, '', FALSE, FALSE, FALSE, FALSE, FALSE, 0, '{}', :sealed,"
            " 1, 0, 0)",
            params,
        )
        return
    point = await tx.value(
        "INSERT INTO contact_point (org_id, name, created, updated)"
        " VALUES (:org, :uid, 0, 0) RETURNING id",
        {"org": org_id, "uid": uid},
    )
    await tx.execute(
        "INSERT INTO contact_integration (org_id, uid, contact_point_id, position, type, settings,"
        " secure_settings, disable_resolve_message, provenance, version, created, updated) VALUES"
        " (:org, :uid, :point, 0, 'webhook', '{}', :sealed, FALSE, '', 1, 0, 0)",
        {**params, "point": point},
    )


@pytest.fixture
async def filled(database: Database) -> Database:
    """Two organizations whose secrets are sealed with `OLD`."""
    await upgrade(database, CLOCK)
    vault = Vault(OLD, CLOCK)
    async with database.transaction() as tx:
        for number in (1, 2):
            await tx.execute(
                "INSERT INTO org (id, name, created, updated) VALUES (:id, :name, 0, 0)"
                " ON CONFLICT DO NOTHING",
                {"id": number, "name": f"org {number}"},
            )
        rows: dict[tuple[int, str, str], dict[str, str]] = {}
        for place in PLACES:
            sealed = await vault.seal(tx, place, text_of(place))
            rows.setdefault((place.org_id, place.table, place.uid), {})[place.field] = sealed
        for (org_id, table, uid), fields in rows.items():
            await put(tx, org_id, table, uid, fields)
    return database


def rotation(database: Database, key: Secret, *fallbacks: Secret) -> Rotation:
    return Rotation(database, CLOCK, key, fallbacks, SEALED_COLUMNS)


async def stored(tx: Tx) -> dict[SecretLocation, str]:
    return {
        SecretLocation(row.org_id, column.table, row.uid, field): sealed
        for column in SEALED_COLUMNS
        for row in await SealedStore(tx, column).every()
        for field, sealed in row.sealed.items()
    }


async def opens(database: Database, *keys: Secret) -> bool:
    """Whether every secret opens with the first key, the others being fallbacks."""
    vault = Vault(keys[0], CLOCK, keys[1:])
    async with database.reading() as tx:
        try:
            return all(
                [
                    await vault.open(tx, place, sealed) == text_of(place)
                    for place, sealed in (await stored(tx)).items()
                ]
            )
        except SecretUnreadable:
            return False


async def test_every_secret_is_sealed_again_and_opens_with_the_new_key_alone(
    filled: Database,
) -> None:
    """T12: A rotation counts, seals and verifies every secret; the old key opens none of them."""
    async with filled.reading() as tx:
        before = await stored(tx)
    report = await rotation(filled, NEW, OLD).run()
    assert report == RotationReport(2, len(PLACES), len(PLACES), [])
    assert await opens(filled, NEW) and not await opens(filled, OLD)
    async with filled.reading() as tx:
        after = await stored(tx)
    assert after.keys() == before.keys() == set(PLACES)
    assert not {key_id_of(each) for each in after.values()} & {
        key_id_of(each) for each in before.values()
    }, "the old data keys, which whoever had the old key may know, seal nothing any more"


async def test_a_second_run_finds_nothing_to_do(filled: Database) -> None:
    """T12: The command may be repeated."""
    await rotation(filled, NEW, OLD).run()
    async with filled.reading() as tx:
        before = await stored(tx)
    assert await rotation(filled, NEW, OLD).run() == RotationReport(0, 0, len(PLACES), [])
    async with filled.reading() as tx:
        assert await stored(tx) == before


async def test_the_way_back_is_the_same_command_with_the_keys_exchanged(filled: Database) -> None:
    """T12: After going back the old key alone opens everything."""
    await rotation(filled, NEW, OLD).run()
    report = await rotation(filled, OLD, NEW).run()
    assert report.secrets == report.verified == len(PLACES)
    assert await opens(filled, OLD) and not await opens(filled, NEW)


async def test_an_instance_with_both_keys_works_before_and_after(filled: Database) -> None:
    """T12: Instances that know both keys read every secret at any time."""
    assert await opens(filled, NEW, OLD)
    old, new = Vault(OLD, CLOCK, [NEW]), Vault(NEW, CLOCK, [OLD])
    place = SecretLocation(1, "data_source", "late", "password")
    async with filled.transaction() as tx:
        early = await new.seal(tx, place, "early")
    await rotation(filled, NEW, OLD).run()
    assert await opens(filled, OLD, NEW)
    async with filled.transaction() as tx:
        late = await old.seal(tx, place, "late")
        assert await new.open(tx, place, early) == "early"
        assert await Vault(NEW, CLOCK).open(tx, place, late) == "late"


async def test_a_dry_run_changes_nothing(filled: Database) -> None:
    """T12: A dry run counts and verifies what a rotation would do."""
    async with filled.reading() as tx:
        before = await stored(tx)
    report = await rotation(filled, NEW, OLD).run(dry_run=True)
    assert (report.secrets, report.verified) == (len(PLACES), len(PLACES))
    async with filled.reading() as tx:
        assert await stored(tx) == before
        assert len(await DataKeyStore(tx).every()) == 2
    assert await opens(filled, OLD)


async def test_what_no_key_opens_is_named_and_left(filled: Database) -> None:
    """T12: A secret sealed with a lost key stops no rotation, and a wrong key changes nothing."""
    report = await rotation(filled, NEW, OTHER).run()
    assert (report.data_keys, report.secrets, report.verified) == (0, 0, 0)
    assert len(report.unreadable) == len(PLACES)
    assert "data_source data_source-0 password" in report.unreadable
    assert await opens(filled, OLD)
    place = SecretLocation(1, "data_source", "lost", "password")
    async with filled.transaction() as tx:
        await put(tx, 1, "data_source", "lost", {"password": f"v1.nokey.{'A' * 40}"})
    report = await rotation(filled, NEW, OLD).run()
    assert report.unreadable == ["data_source lost password"]
    assert (report.secrets, report.verified) == (len(PLACES), len(PLACES))
    async with filled.reading() as tx:
        assert (await stored(tx))[place] == f"v1.nokey.{'A' * 40}"


async def test_a_rotation_that_fails_leaves_everything_as_it_was(
    filled: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T12: Where a secret does not open with the new key afterwards, nothing is changed."""
    replace = SealedStore.replace

    async def lose_one(self: SealedStore, row: SealedRow, sealed: Mapping[str, str]) -> None:
        if row.uid != "data_source-1":
            await replace(self, row, sealed)

    async def old_key(self: DataKeyStore, key: StoredKey) -> None:
        return None

    monkeypatch.setattr(SealedStore, "replace", lose_one)
    monkeypatch.setattr(DataKeyStore, "replace", old_key)
    with pytest.raises(RotationFailed, match="Nothing was changed"):
        await rotation(filled, NEW, OLD).run()
    assert await opens(filled, OLD)


async def test_a_row_that_changes_meanwhile_is_not_overwritten(filled: Database) -> None:
    """T12: A secret that a request stores during a rotation stays."""
    column = SEALED_COLUMNS[1]
    async with filled.transaction() as tx:
        store = SealedStore(tx, column)
        row = next(each for each in await store.every() if each.uid == "data_source-0")
        newer = await Vault(OLD, CLOCK).seal(
            tx, SecretLocation(row.org_id, column.table, row.uid, "password"), "newer"
        )
        await store.replace(row, {"password": newer})
        await store.replace(row, {"password": "stale"})
        found = {(each.org_id, each.uid): each for each in await store.every()}
    assert found[row.org_id, row.uid].sealed == {"password": newer}
