"""The cache inside the process never grows past its bound and never gives what is too old."""

from hypothesis import given
from hypothesis import strategies as st

from vedette.cache.memory import MemoryCache
from vedette.sdk.testing import StoppedClock

_steps = st.lists(
    st.one_of(
        st.tuples(
            st.just("put"), st.sampled_from("abcdef"), st.integers(0, 900), st.integers(1, 50)
        ),
        st.tuples(st.just("get"), st.sampled_from("abcdef"), st.just(0), st.just(0)),
        st.tuples(st.just("wait"), st.just(""), st.integers(0, 40), st.just(0)),
    ),
    max_size=60,
)


@given(_steps, st.integers(300, 3_000))
async def test_it_holds_no_more_than_its_bound_and_only_what_was_put_lately(steps, most):
    clock = StoppedClock()
    cache = MemoryCache(clock, most)
    until: dict[str, tuple[bytes, float]] = {}
    for number, (what, key, size, seconds) in enumerate(steps):
        if what == "wait":
            await clock.sleep(size)
        elif what == "put":
            value = number.to_bytes(2) * size
            await cache.put(key, value, seconds)
            until[key] = (value, clock.monotonic() + seconds)
        else:
            found = await cache.get(key)
            value, end = until.get(key, (None, 0.0))
            assert found is None or (found == value and clock.monotonic() < end)
        assert cache.size <= most


async def test_what_was_not_used_longest_goes_first():
    cache = MemoryCache(StoppedClock(), 3 * 1_260)
    for key in "abc":
        await cache.put(key, bytes(1_000), 60)
    assert await cache.get("a")
    await cache.put("d", bytes(1_000), 60)
    assert [key for key in "abcd" if await cache.get(key)] == ["a", "c", "d"]


async def test_what_nobody_asks_for_again_is_dropped_when_it_is_too_old():
    clock = StoppedClock()
    cache = MemoryCache(clock, 100_000, sweep_seconds=60)
    for key in "abc":
        await cache.put(key, bytes(1_000), 30)
    await clock.sleep(61)
    await cache.put("d", b"", 30)
    assert len(cache) == 1


async def test_a_value_that_could_never_fit_drives_nothing_out():
    cache = MemoryCache(StoppedClock(), 2_000)
    await cache.put("a", b"small", 60)
    await cache.put("b", bytes(5_000), 60)
    assert await cache.get("a") == b"small"
    assert await cache.get("b") is None
