"""Runs a file of unit tests with promtool and returns which tests failed and why."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import msgspec
import yaml

from vedette.alerting.lab.cases.errors import BadCase
from vedette.alerting.lab.promtool.document import UnitTest, UnitTests
from vedette.alerting.lab.promtool.program import run_promtool
from vedette.alerting.lab.promtool.report import FailedCheck, failures

_SECONDS = 300.0
"""For all tests of a file."""


class PromtoolResult(msgspec.Struct, frozen=True):
    """A test without failures has passed."""

    test: UnitTest
    failures: Sequence[FailedCheck] = ()


def run_unit_tests(
    tests: UnitTests, text: str, program: Path, seconds: float = _SECONDS
) -> list[PromtoolResult]:
    """Run all tests of a file; `text` is what the file holds.

    The file runs as it is. Only where something fails, each test runs again by itself, since the
    output of promtool does not say to which test a failure belongs.

    Raises `BadCase` where promtool refuses the file or takes longer than `seconds`, and
    `PromtoolUnavailable`.
    """
    end = monotonic() + seconds
    with TemporaryDirectory(prefix="vedette-promtool-") as scratch:

        def output_of(file: Path) -> str | None:
            """None where the tests of the file pass."""
            outcome = run_promtool(
                program,
                ["test", "rules", str(file)],
                scratch=Path(scratch),
                seconds=end - monotonic(),
            )
            if outcome is None:
                raise BadCase(f"{tests.path}: promtool took longer than {seconds:g} seconds.")
            return None if outcome.has_passed else outcome.output

        whole = output_of(tests.path.absolute())
        if whole is None:
            return [PromtoolResult(each) for each in tests.tests]
        results = []
        for index, test in enumerate(tests.tests):
            file = Path(scratch) / f"test{index}.yml"
            file.write_text(_only(text, index, tests.path.parent), "utf-8")
            output = output_of(file)
            results.append(PromtoolResult(test, () if output is None else _failures(test, output)))
    if all(not each.failures for each in results):
        [failure, *_] = _failures(UnitTest("", 0, (), ()), whole)
        raise BadCase(f"{tests.path}: {failure.text}")
    return results


def _failures(test: UnitTest, output: str) -> Sequence[FailedCheck]:
    return failures(test, output) or [FailedCheck(None, "", "promtool failed without a reason.")]


def _only(text: str, index: int, directory: Path) -> str:
    """Return the file with one of its tests, for another directory.

    The nodes of YAML are written as they were read, so that promtool finds the same types.
    """
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert root is not None  # A file without any value has no tests.
    for key, value in root.value:
        if key.value == "tests":
            value.value = [value.value[index]]
        elif key.value == "rule_files":
            for pattern in value.value:
                pattern.value = str((directory / pattern.value).absolute())
    written: str = yaml.serialize(root, Dumper=yaml.SafeDumper, allow_unicode=True)
    return written
