"""A file of unit tests in the format of `promtool test rules`, read before promtool runs it."""

import re
from datetime import timedelta
from pathlib import Path

import msgspec

from vedette.alerting.lab.cases.errors import BadCase
from vedette.alerting.lab.promtool.values import problem_of_values
from vedette.kernel.durations import parse_prometheus_duration
from vedette.kernel.errors import BadRequest
from vedette.kernel.text import first_repeated
from vedette.provisioning.document import read_document
from vedette.provisioning.entry import Entry
from vedette.provisioning.expansion import AS_WRITTEN
from vedette.provisioning.problems import DocumentError, Report, as_one
from vedette.provisioning.values import DocumentMapping

_OF_FILE = frozenset({"rule_files", "evaluation_interval", "group_eval_order"})
_OF_TEST = frozenset({"input_series", "alert_rule_test", "promql_expr_test"})
_ANY_KEY = re.compile(
    rf"(?:^|[-{{,\"'])\s*(?:{'|'.join(sorted(_OF_FILE | _OF_TEST))})[\"']?\s*:", re.MULTILINE
)
"""Files of the other format rarely match."""
_MOST_CHECKS = 10_000


class Check(msgspec.Struct, frozen=True):
    """One entry of `alert_rule_test` or `promql_expr_test`."""

    subject: str
    """The name of the alert, or the expression."""
    at: timedelta
    line: int


class UnitTest(msgspec.Struct, frozen=True):
    """One entry of `tests`."""

    name: str
    line: int
    alerts: tuple[Check, ...]
    expressions: tuple[Check, ...]


class UnitTests(msgspec.Struct, frozen=True):
    path: Path
    tests: tuple[UnitTest, ...]


def is_unit_tests(document: DocumentMapping) -> bool:
    """Return whether the file has keys that only the format of promtool has."""
    tests = document.get("tests")
    blocks = (
        [each for each in tests if isinstance(each, DocumentMapping)]
        if isinstance(tests, list)
        else []
    )
    return bool(_OF_FILE & document.keys() or any(_OF_TEST & each.keys() for each in blocks))


def read_unit_tests(path: Path, text: str) -> UnitTests | None:
    """Return the tests of a file, or None where the file has another format.

    Raises `BadCase` with the file and the line of each mistake.
    """
    if _ANY_KEY.search(text) is None:
        return None
    report = Report(str(path))
    try:
        document = read_document(text, {}, report, AS_WRITTEN)
        if not is_unit_tests(document):
            return None
        tests = _read(Entry(document, report), path.parent)
    except DocumentError as error:
        place = path if error.line is None else f"{path}:{error.line}"
        raise BadCase(f"{place}: {error.message}") from None
    problem = as_one(report.problems)
    if problem is not None:
        place = path if problem.line is None else f"{path}:{problem.line}"
        raise BadCase(f"{place}: {problem.message}")
    return UnitTests(path, tests)


def _read(entry: Entry, directory: Path) -> tuple[UnitTest, ...]:
    for pattern in entry.texts("rule_files"):
        if not _matches(directory, pattern):
            raise DocumentError(
                f"rule_files: no file matches {pattern!r}.", entry.line_of("rule_files")
            )
    _duration(entry, "evaluation_interval")
    twice = first_repeated(entry.texts("group_eval_order"))
    if twice is not None:
        raise DocumentError(
            f"group_eval_order names {twice!r} twice.", entry.line_of("group_eval_order")
        )
    entry.flag("fuzzy_compare")
    tests = tuple(entry.each("tests", _test))
    if sum(len(each.alerts) + len(each.expressions) for each in tests) > _MOST_CHECKS:
        raise DocumentError(f"A file has at most {_MOST_CHECKS:,} checks.", entry.line_of("tests"))
    entry.close()
    return tests


def _matches(directory: Path, pattern: str) -> bool:
    whole = (directory / pattern).absolute()
    root = Path(whole.anchor)
    try:
        return any(True for _ in root.glob(str(whole.relative_to(root))))
    except (ValueError, OSError):
        return False


def _test(entry: Entry) -> UnitTest:
    _duration(entry, "interval")
    entry.each("input_series", _series)
    _texts(entry, "external_labels")
    entry.text("external_url")
    entry.text("start_timestamp")
    return UnitTest(
        name=entry.text("name"),
        line=entry.line,
        alerts=tuple(entry.each("alert_rule_test", _alert_check)),
        expressions=tuple(entry.each("promql_expr_test", _expression_check)),
    )


def _series(entry: Entry) -> None:
    entry.required("series")
    problem = problem_of_values(entry.text("values"))
    if problem:
        raise DocumentError(f"values: {problem}.", entry.line_of("values"))


def _alert_check(entry: Entry) -> Check:
    at = _duration(entry, "eval_time")
    entry.each("exp_alerts", _expected_alert)
    return Check(entry.required("alertname"), at, entry.line)


def _expected_alert(entry: Entry) -> None:
    _texts(entry, "exp_labels")
    _texts(entry, "exp_annotations")


def _expression_check(entry: Entry) -> Check:
    at = _duration(entry, "eval_time")
    entry.each("exp_samples", _expected_sample)
    return Check(entry.required("expr"), at, entry.line)


def _expected_sample(entry: Entry) -> None:
    for key in ("labels", "value", "histogram"):
        entry.text(key)


def _texts(entry: Entry, key: str) -> None:
    for name, value in (block := entry.mapping(key)).items():
        if isinstance(value, DocumentMapping | list):
            raise DocumentError(f"{key}.{name} must be text.", block.lines[name])


def _duration(entry: Entry, key: str) -> timedelta:
    if not entry.has(key):
        entry.value(key)
        return timedelta(0)
    try:
        return parse_prometheus_duration(entry.text(key))
    except BadRequest as error:
        raise DocumentError(f"{key}: {error.public}", entry.line_of(key)) from None
