"""`vedette alerts test FILES`: runs tests of alert rules without a server or data sources."""

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path

from vedette.alerting.lab.cases.document import CaseText, read_cases, read_text
from vedette.alerting.lab.cases.errors import BadCase
from vedette.alerting.lab.cases.run import run_case
from vedette.alerting.lab.promtool.document import read_unit_tests
from vedette.alerting.lab.promtool.program import PromtoolUnavailable, find_promtool
from vedette.alerting.lab.promtool.run import PromtoolResult, run_unit_tests
from vedette.alerting.model import Rule
from vedette.alerting.rules.parsing import RuleDefaults, parse_rule
from vedette.alerting.templates.rule_texts import RuleTexts
from vedette.alerting.transfer.provision.entries import RuleEntry
from vedette.alerting.transfer.provision.reading import READING, AlertingFileReader
from vedette.kernel.clock import SystemClock
from vedette.kernel.errors import VedetteError
from vedette.provisioning.parsing import parse_file
from vedette.provisioning.problems import as_one

_DEFAULTS = RuleDefaults(min_interval=timedelta(seconds=1))
_INTERVAL = timedelta(minutes=1)
_ROOT_URL = "http://localhost:3000/"


def test(files: Sequence[str], promtool: str = "") -> int:
    """Run all tests, print the failed ones, then the numbers of passed and failed tests.

    `promtool` is the program for unit tests of Prometheus rules, by default the one on PATH. The
    exit status is 1 if a test fails or cannot be read, and 2 if promtool is needed and cannot be
    run.
    """
    passed = failed = 0
    unavailable: PromtoolUnavailable | None = None
    for file in files:
        path = Path(file)
        try:
            results = _run(path, promtool)
        except PromtoolUnavailable as error:
            unavailable = error
            continue
        except VedetteError as error:
            print(error.public, file=sys.stderr)
            failed += 1
            continue
        passed += sum(results)
        failed += len(results) - sum(results)
    print(f"{passed} passed, {failed} failed.")
    if unavailable is not None:
        print(f"vedette: {unavailable.public}", file=sys.stderr)
        return 2
    return 1 if failed else 0


def _run(path: Path, promtool: str) -> list[bool]:
    """Run the tests of a file. Returns for each test whether it passes."""
    text = read_text(path)
    unit_tests = read_unit_tests(path, text)
    if unit_tests is not None:
        results = run_unit_tests(unit_tests, text, find_promtool(promtool))
        return [_has_passed(path, number, each) for number, each in enumerate(results, 1)]
    cases = read_cases(path, text)
    rules = _rules([path.parent / each for each in cases.rules])
    return [
        _passes(f"{path}: {case.name or f'test {number}'}", case, rules)
        for number, case in enumerate(cases.tests, 1)
    ]


def _has_passed(path: Path, number: int, result: PromtoolResult) -> bool:
    name = result.test.name or f"test {number}"
    for failure in result.failures:
        print(f"{path}:{failure.line or result.test.line}: {name}", file=sys.stderr)
        if failure.place:
            print(f"  {failure.place}", file=sys.stderr)
        for line in failure.text.splitlines():
            print(f"    {line}", file=sys.stderr)
    return not result.failures


def _passes(name: str, case: CaseText, rules: Mapping[str, Rule]) -> bool:
    render = RuleTexts(_ROOT_URL, SystemClock().now)
    try:
        differences = asyncio.run(run_case(case, rules, render))
    except VedetteError as error:
        print(f"{name}\n  {error.public}", file=sys.stderr)
        return False
    for each in differences:
        lines = "\n".join(f"    {line}" for line in each.text.splitlines())
        print(f"{name}\n  at {each.at}\n{lines}", file=sys.stderr)
    return not differences


def _rules(paths: Sequence[Path]) -> dict[str, Rule]:
    """Return rules by title and by uid. Raises `BadCase` if a file cannot be read completely."""
    found: dict[str, Rule] = {}
    for path in paths:
        read = parse_file(str(path), path, AlertingFileReader(_DEFAULTS).read, os.environ, READING)
        if read.desired is None:
            raise BadCase(str(as_one(read.problems)))
        for refusal in read.desired.content.refusals:
            raise BadCase(f"{path}:{refusal.line}: {refusal.why}")
        for entry in read.desired.content.wanted:
            if not isinstance(entry, RuleEntry):
                continue
            interval = entry.interval_ms
            rule = parse_rule(
                entry.body,
                org_id=entry.org_id,
                uid=entry.uid,
                folder_uid="",
                folder_title=entry.folder.title,
                group=entry.group,
                interval=_INTERVAL if interval is None else timedelta(milliseconds=interval),
                defaults=_DEFAULTS,
            )
            found[rule.title] = found[rule.uid] = rule
    return found
