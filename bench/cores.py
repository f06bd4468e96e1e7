"""Which core a process runs on: a server and what it is asked through share none here."""

import os
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def on_core(place: int | None) -> Iterator[None]:
    """This process, and those started meanwhile for good, run on the core of this place alone.

    `None`, or a machine with a single core, leaves them where they are.
    """
    allowed = os.sched_getaffinity(0)
    if place is not None and len(allowed) > 1:
        os.sched_setaffinity(0, {sorted(allowed)[place]})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)
