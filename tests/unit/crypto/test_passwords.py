"""Passwords are stored as slow salted hashes."""

import asyncio
import time

import pytest

from vedette.crypto.errors import PasswordTooLong
from vedette.crypto.passwords import PasswordHashes

CHEAP = {"memory_kib": 64, "passes": 1}


async def test_the_right_password_passes_and_others_do_not():
    passwords = PasswordHashes(**CHEAP)
    stored = await passwords.hash("correct horse")
    assert stored.startswith("$argon2id$")
    assert await passwords.verify(stored, "correct horse")
    assert not await passwords.verify(stored, "correct horsf")
    assert not await passwords.verify(None, "correct horse")
    assert not await passwords.verify("not a hash", "correct horse")
    assert stored != await passwords.hash("correct horse")


async def test_the_shipped_costs_are_46_mib_and_two_passes():
    stored = await PasswordHashes().hash("x")
    assert "$m=47104,t=2,p=1$" in stored
    assert not PasswordHashes().needs_rehash(stored)
    assert PasswordHashes().needs_rehash(await PasswordHashes(**CHEAP).hash("x"))


async def test_composed_and_decomposed_letters_are_the_same_password():
    passwords = PasswordHashes(**CHEAP)
    assert await passwords.verify(await passwords.hash("caf\u00e9"), "cafe\u0301")


async def test_a_password_beyond_the_limit_is_refused_and_never_matches():
    passwords = PasswordHashes(**CHEAP)
    stored = await passwords.hash("x" * 1024)
    assert await passwords.verify(stored, "x" * 1024)
    assert not await passwords.verify(stored, "x" * 1025)
    with pytest.raises(PasswordTooLong):
        await passwords.hash("x" * 1025)


async def test_an_unknown_account_costs_as_much_as_a_wrong_password():
    """Proves T31."""
    passwords = PasswordHashes()
    stored = await passwords.hash("x")
    spent = {None: [], stored: []}
    for _ in range(5):
        for known, times in spent.items():
            start = time.perf_counter()
            await passwords.verify(known, "y")
            times.append(time.perf_counter() - start)
    unknown, wrong = min(spent[None]), min(spent[stored])
    assert unknown > wrong / 3


async def test_at_most_three_hashes_are_computed_at_once(monkeypatch):
    passwords = PasswordHashes(**CHEAP)
    running, most = 0, 0

    def slow(stored, text):
        nonlocal running, most
        running += 1
        most = max(most, running)
        time.sleep(0.02)
        running -= 1
        return True

    monkeypatch.setattr(passwords, "_matches", slow)
    tasks = [asyncio.create_task(passwords.verify("x", "y")) for _ in range(9)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert most == 3
