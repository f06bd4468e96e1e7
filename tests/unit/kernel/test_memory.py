"""What requests hold is counted, bounded, and given back: T09."""

import asyncio
from collections.abc import Callable

import pytest

from vedette.kernel.memory import (
    AnswerNeedsTooMuch,
    MemoryAccount,
    MemoryBudget,
    MemoryLimits,
    ServerHoldsTooMuch,
    UserHoldsTooMuch,
    charge,
    charge_objects,
    used,
)

LIMITS = MemoryLimits(objects=100, request=200, user=300, process=400)


def account(ledger: MemoryBudget, user: str = "ada") -> MemoryAccount:
    return MemoryAccount(ledger, ledger.limits, user)


@pytest.mark.parametrize(
    ("count", "setting"),
    [(lambda: charge_objects(101), "request_mb"), (lambda: charge(201), "answer_mb")],
)
def test_one_request_is_refused_with_the_setting_and_what_to_do(
    count: Callable[[], None], setting: str
) -> None:
    """T09: A refusal names the limit, and how to ask for less."""
    ledger = MemoryBudget(LIMITS)
    with used(account(ledger)) as mine, pytest.raises(AnswerNeedsTooMuch) as caught:
        count()
    assert setting in caught.value.public
    assert "shorter range" in caught.value.public
    assert (mine.total, ledger.held) == (0, 0)


def test_all_requests_of_one_user_share_a_limit_and_others_have_their_own() -> None:
    """T09: One user cannot take the memory of all."""
    ledger = MemoryBudget(LIMITS)
    first, second, other = account(ledger), account(ledger), account(ledger, "grace")
    first.charge(200)
    second.charge(100)
    with pytest.raises(UserHoldsTooMuch):
        second.charge(1)
    other.charge(100)
    first.close()
    second.charge(100)


def test_the_process_has_a_limit_for_all_users() -> None:
    """T09: Many users together do not end the process."""
    ledger = MemoryBudget(LIMITS)
    for user in ("ada", "grace"):
        account(ledger, user).charge(200)
    with pytest.raises(ServerHoldsTooMuch):
        account(ledger, "mary").charge(1)


def test_what_was_charged_is_given_back_once() -> None:
    ledger = MemoryBudget(LIMITS)
    mine = account(ledger)
    mine.charge(150, 50)
    mine.close()
    assert ledger.held == 0
    mine.charge(50)  # A thread that nobody waits for any more.
    assert ledger.held == 0


def test_a_call_that_two_requests_share_counts_once_until_the_last_one_ends() -> None:
    ledger = MemoryBudget(LIMITS)
    first, second = account(ledger), account(ledger, "grace")
    call = first.opened()
    first.keep(call)
    second.keep(call)
    with used(call):
        charge(90)
    second.settle(call)
    assert (ledger.held, first.total, second.total) == (90, 90, 90)
    first.close()
    assert ledger.held == 90
    second.close()
    assert ledger.held == 0


def test_calls_of_one_request_share_its_limit() -> None:
    """T09: Two hundred queries of one batch may not take two hundred times as much."""
    ledger = MemoryBudget(LIMITS)
    request = account(ledger)
    calls = [request.opened() for _ in range(3)]
    for call in calls:
        request.keep(call)
    calls[0].charge(60, 60)
    with pytest.raises(AnswerNeedsTooMuch):
        calls[1].charge(60, 60)
    request.close()
    assert ledger.held == 0


async def test_a_thread_counts_for_the_request_that_began_it() -> None:
    ledger = MemoryBudget(LIMITS)
    with used(account(ledger)) as mine:
        await asyncio.gather(*(asyncio.to_thread(charge, 10) for _ in range(10)))
    assert (mine.total, ledger.held) == (100, 100)


def test_nobody_is_charged_outside_of_a_request() -> None:
    charge(10**12)
    charge_objects(10**12)
