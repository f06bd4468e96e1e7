"""Which of those that wait for each other go round in a circle."""

from hypothesis import given
from hypothesis import strategies as st

from vedette.provisioning.circles import circles

SOMEBODY = st.integers(0, 9)


def test_circles_are_found_beside_chains_that_lead_into_them_or_end() -> None:
    waiting = {1: 2, 2: 3, 3: 1, 4: 3, 5: 6, 6: 7, 8: 9, 9: 8}
    assert [sorted(each) for each in circles(waiting)] == [[1, 2, 3], [8, 9]]


@given(st.dictionaries(SOMEBODY, SOMEBODY))
def test_whoever_comes_back_to_itself_is_in_one_circle_and_nobody_else(
    waiting: dict[int, int],
) -> None:
    found = circles(waiting)
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
