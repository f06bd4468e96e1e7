"""Runs blocking drivers in threads that can be stopped."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
_PAUSE = 0.05
_MOST_PAUSES = 200


class Threads:
    """Runs at most `most` calls at once; others wait. Threads start with the first call."""

    def __init__(self, name: str, most: int = 4) -> None:
        self._executor = ThreadPoolExecutor(most, thread_name_prefix=name)
        self._turns = asyncio.Semaphore(most)

    async def run(self, work: Callable[[], T], stop: Callable[[], object], seconds: float) -> T:
        """Return the result of `work`.

        After `seconds`, or if the caller is cancelled, `stop` is called until the thread is free
        again. Raises `TimeoutError` and the errors of `work`.
        """
        async with self._turns:
            call = asyncio.get_running_loop().run_in_executor(self._executor, work)
            try:
                async with asyncio.timeout(seconds):
                    return await asyncio.shield(call)
            finally:
                await _stopped(call, stop)

    async def aclose(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


async def _stopped(call: "asyncio.Future[T]", stop: Callable[[], object]) -> None:
    """Call `stop` repeatedly: a stop before the driver has started is lost."""
    for _ in range(_MOST_PAUSES):
        if call.done():
            break
        stop()
        await asyncio.wait((call,), timeout=_PAUSE)
    if call.done() and not call.cancelled():
        call.exception()
