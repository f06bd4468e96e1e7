"""Cycles of resources that wait for each other are found, so that they can be written together."""

from hypothesis import given
from hypothesis import strategies as st

from vedette.provisioning.cycles import cycles

HOLDERS = st.integers(0, 9)


def test_cycles_are_found_among_chains_that_enter_them_or_end() -> None:
    waiting = {1: 2, 2: 3, 3: 1, 4: 3, 5: 6, 6: 7, 8: 9, 9: 8}
    assert [sorted(each) for each in cycles(waiting)] == [[1, 2, 3], [8, 9]]


@given(st.dictionaries(HOLDERS, HOLDERS))
def test_exactly_the_members_of_a_cycle_are_found_once(
    waiting: dict[int, int],
) -> None:
    found = cycles(waiting)
    for each in found:
        assert [waiting[one] for one in each] == [*each[1:], each[0]]
    members = [one for each in found for one in each]
    assert len(set(members)) == len(members)
    assert set(members) == {one for one in waiting if comes_back(waiting, one)}


def comes_back(waiting: dict[int, int], start: int) -> bool:
    each: int | None = start
    for _ in waiting:
        each = waiting.get(each) if each is not None else None
        if each == start:
            return True
    return False
