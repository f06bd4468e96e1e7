"""The process that renders one image: `python -m vedette.alerting.images.painter FONTS`.

It reads a `Graph` from stdin and writes PNG to stdout. The rendering library holds the GIL for a
quarter of a second, which would block a server process.
"""

import os
import resource
import sys
from pathlib import Path

from vedette.alerting.images.png import png
from vedette.alerting.images.wire import decoder

_MEMORY = 512 * 1024 * 1024
_CPU_SECONDS = 60


def main() -> None:
    for what, most in (
        (resource.RLIMIT_DATA, _MEMORY),
        (resource.RLIMIT_CPU, _CPU_SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 32),
    ):
        resource.setrlimit(what, (most, most))
    os.nice(10)
    sys.stdout.buffer.write(png(decoder.decode(sys.stdin.buffer.read()), Path(sys.argv[1])))


if __name__ == "__main__":
    main()
