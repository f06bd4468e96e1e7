"""Stored secrets open at their place, under their key, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.crypto.envelope import SecretLocation, new_data_key, seal, unseal
from vedette.crypto.errors import SecretUnreadable
from vedette.crypto.vault import Vault
from vedette.kernel.clock import SystemClock
from vedette.kernel.secret import Secret

KEY = Secret("k" * 40)
PLACE = SecretLocation(1, "data_source", "prom", "password")


@pytest.fixture
async def org(database):
    async with database.transaction() as tx:
        for number in (1, 2):
            await tx.execute(
                "INSERT INTO org (id, name, created, updated) VALUES (:id, :name, 0, 0)"
                " ON CONFLICT DO NOTHING",
                {"id": number, "name": f"org {number}"},
            )
    return database


async def test_a_secret_opens_again_after_a_restart(org):
    async with org.transaction() as tx:
        sealed = await Vault(KEY, SystemClock()).seal(tx, PLACE, "hunter2 ü")
    assert "hunter2" not in sealed
    async with org.reading() as tx:
        assert await Vault(KEY, SystemClock()).open(tx, PLACE, sealed) == "hunter2 ü"


async def test_a_secret_copied_to_another_row_field_or_organization_does_not_open(org):
    """Proves T12."""
    vault = Vault(KEY, SystemClock())
    async with org.transaction() as tx:
        sealed = await vault.seal(tx, PLACE, "hunter2")
        for other in (
            SecretLocation(1, "data_source", "other", "password"),
            SecretLocation(1, "data_source", "prom", "token"),
            SecretLocation(1, "contact_point", "prom", "password"),
            SecretLocation(2, "data_source", "prom", "password"),
        ):
            with pytest.raises(SecretUnreadable):
                await vault.open(tx, other, sealed)


async def test_organizations_have_keys_of_their_own_and_use_them_again(org):
    vault = Vault(KEY, SystemClock())
    async with org.transaction() as tx:
        first = await vault.seal(tx, PLACE, "x")
        second = await vault.seal(tx, PLACE, "x")
        foreign = await vault.seal(tx, SecretLocation(2, "data_source", "prom", "password"), "x")
    key_of = [text.split(".")[1] for text in (first, second, foreign)]
    assert key_of[0] == key_of[1] != key_of[2]
    assert first != second


async def test_a_key_that_was_rolled_back_is_not_used_again(org):
    vault = Vault(KEY, SystemClock())
    with pytest.raises(RuntimeError):
        async with org.transaction() as tx:
            await vault.seal(tx, PLACE, "x")
            raise RuntimeError
    async with org.transaction() as tx:
        sealed = await vault.seal(tx, PLACE, "y")
    async with org.reading() as tx:
        assert await Vault(KEY, SystemClock()).open(tx, PLACE, sealed) == "y"


async def test_another_secret_key_is_named_as_the_reason(org):
    async with org.transaction() as tx:
        sealed = await Vault(KEY, SystemClock()).seal(tx, PLACE, "x")
        with pytest.raises(SecretUnreadable, match="another secret_key"):
            await Vault(Secret("other" * 9), SystemClock()).open(tx, PLACE, sealed)


@given(st.binary(max_size=200), st.binary(max_size=40), st.integers(0, 10_000))
def test_a_changed_byte_never_opens(plain, bound_to, position):
    """Proves T12."""
    key = new_data_key()
    sealed = seal(key, bound_to, plain)
    assert unseal(key, bound_to, sealed) == plain
    index = position % len(sealed)
    if sealed[index] == "=" or index >= len(sealed) - 4:
        return
    changed = sealed[:index] + ("A" if sealed[index] != "A" else "B") + sealed[index + 1 :]
    with pytest.raises(SecretUnreadable):
        unseal(key, bound_to, changed)
