"""Kills this process at a named place, for tests of crashes; does nothing unless configured.

`VEDETTE_FAULT_AT` names the place: `after_state_commit`, `before_send`, `after_send`, `before_mark`
or `before_rotation_commit`.
"""

import os
import signal

_AT = os.environ.get("VEDETTE_FAULT_AT", "")


def crash_at(name: str) -> None:
    if name == _AT:
        os.kill(os.getpid(), signal.SIGKILL)
