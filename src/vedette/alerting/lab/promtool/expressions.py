"""Checks expressions of PromQL with promtool."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from vedette.alerting.lab.cases.errors import BadCase
from vedette.alerting.lab.promtool.program import run_promtool

_SECONDS = 60.0
_ERROR = re.compile(r"rule (?P<number>\d+), \"[^\"]*\": could not parse expression: (?P<reason>.*)")


def problems_of_expressions(expressions: Sequence[str], program: Path) -> Mapping[int, str]:
    """Return why expressions are not PromQL, by their index, without a full stop.

    Raises `BadCase` where promtool fails for another reason, and `PromtoolUnavailable`.
    """
    rules = [{"record": f"r{index}", "expr": each} for index, each in enumerate(expressions)]
    with TemporaryDirectory(prefix="vedette-promtool-") as scratch:
        file = Path(scratch) / "rules.json"
        file.write_bytes(orjson.dumps({"groups": [{"name": "g", "rules": rules}]}))
        words = ["check", "rules", str(file)]
        outcome = run_promtool(program, words, scratch=Path(scratch), seconds=_SECONDS)
    if outcome is None:
        raise BadCase(f"promtool took longer than {_SECONDS:g} seconds.")
    if outcome.has_passed:
        return {}
    found = {
        int(match["number"]) - 1: match["reason"].rstrip(" .")
        for match in _ERROR.finditer(outcome.output)
    }
    if not found:
        raise BadCase(f"promtool failed: {outcome.output.strip()[:500] or 'without a reason'}")
    return found
