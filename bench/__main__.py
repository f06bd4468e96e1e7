"""`python -m bench NAME... [--json FILE] [--rounds N]`: a table; status 1 where a gate fails."""

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from bench.report import Result, machine, table, write_json

BENCHES = ("hotpath", "query", "viewers", "http", "waits", "search", "start", "alerting", "ui")
"""Modules of this package with `run(rounds) -> list[Result]`."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join((*BENCHES, "all")))
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    names = BENCHES if not arguments.names or "all" in arguments.names else arguments.names
    unknown = [name for name in names if name not in BENCHES]
    if unknown:
        parser.error(f"no bench {', '.join(unknown)}; there are {', '.join(BENCHES)}")
    print("  ".join(f"{key}: {value}" for key, value in machine().items()), flush=True)
    results: list[Result] = []
    for name in names:
        run: Callable[[int], Sequence[Result]] = import_module(f"bench.{name}").run
        found = run(arguments.rounds)
        print(table(found), end="\n\n", flush=True)
        results += found
    if arguments.json:
        write_json(arguments.json, results)
    return 1 if any(each.verdict == "FAIL" for each in results) else 0


if __name__ == "__main__":
    sys.exit(main())
