"""The output of `promtool test rules` for one test, as failures of its checks."""

import re
from collections.abc import Iterator, Sequence
from datetime import timedelta

import msgspec

from vedette.alerting.lab.promtool.document import Check, UnitTest
from vedette.kernel.durations import parse_prometheus_duration
from vedette.kernel.errors import BadRequest

_HEADS = (
    re.compile(r" {4}(?P<kind>alertname): (?P<subject>.*), time: (?P<at>\w+),\s*$"),
    re.compile(
        r' {4}(?P<kind>expr): "(?P<subject>.*)", time: (?P<at>\w+),(?: err: (?P<error>.*))?'
    ),
    re.compile(r" {4}(?P<kind>rule): (?P<subject>.*), time: (?P<at>\w+),(?: err: (?P<error>.*))?"),
)
_NOISE = re.compile(r"\s*|Unit Testing: .*| *FAILED:| *SUCCESS")
_SIDE = re.compile(r" {8}(exp|got): ?(.*?),?\s*")
_KINDS = {"alertname": "alert", "expr": "expression", "rule": "rule"}
_WORDS = {"exp": "expected", "got": "found   "}
_MOST_FAILURES = 100
_MOST_TEXT = 500


class FailedCheck(msgspec.Struct, frozen=True):
    """`line` is that of the check in the file; None where promtool names no check."""

    line: int | None
    place: str
    text: str
    """What was expected and what was found, in lines."""


def failures(test: UnitTest, output: str) -> list[FailedCheck]:
    """Return every failure that `output` names; what is not recognized is one failure as it is."""
    lines = [
        line
        for line in output.splitlines()
        if _NOISE.fullmatch(line) is None and line.strip() != f"name: {test.name},"
    ]
    found: list[FailedCheck] = []
    others: list[str] = []
    while lines:
        line = lines.pop(0)
        match = next((each for head in _HEADS if (each := head.fullmatch(line))), None)
        if match is None:
            others.append(line.strip())
            continue
        body: list[str] = []
        while lines and lines[0].startswith(" " * 8):
            body.append(lines.pop(0))
        found.append(_failure(test, match, body))
    if others:
        found.append(FailedCheck(None, "", _cut("\n".join(others))))
    return found[:_MOST_FAILURES]


def _failure(test: UnitTest, head: re.Match[str], body: Sequence[str]) -> FailedCheck:
    kind, subject, at = head["kind"], head["subject"], head["at"]
    checks = {"alertname": test.alerts, "expr": test.expressions}.get(kind, ())
    check = _check(checks, subject, at)
    error = head.groupdict().get("error")
    text = error or "\n".join(_alerts(body) if kind == "alertname" else _samples(body))
    place = f"{_KINDS[kind]} {check.subject if check else subject} at {at}"
    return FailedCheck(check.line if check else None, place, _cut(text or "failed"))


def _check(checks: Sequence[Check], subject: str, at: str) -> Check | None:
    try:
        moment = parse_prometheus_duration(at)
    except BadRequest:
        return None
    return next((each for each in checks if _is(each, subject, moment)), None)


def _is(check: Check, subject: str, moment: timedelta) -> bool:
    # promtool quotes expressions as Go does.
    quoted = check.subject.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return subject in (check.subject, quoted) and check.at == moment


def _alerts(body: Sequence[str]) -> Iterator[str]:
    """Alerts that are on one side only, each with its labels and annotations."""
    sides: dict[str, list[str]] = {"exp": [], "got": []}
    side = "exp"
    for line in body:
        if match := _SIDE.fullmatch(line):
            side = match[1]
        text = line.strip()
        if text.startswith("Labels:"):
            sides[side].append(text.removeprefix("Labels:"))
        elif text.startswith("Annotations:") and sides[side]:
            notes = text.removeprefix("Annotations:")
            sides[side][-1] += "" if notes == "{}" else f" with annotations {notes}"
    for name, alerts in sides.items():
        other = list(sides["got" if name == "exp" else "exp"])
        for alert in alerts:
            if alert in other:
                other.remove(alert)
            else:
                yield f"{_WORDS[name]} {alert}"
        if not alerts:
            yield f"{_WORDS[name]} no alert"


def _samples(body: Sequence[str]) -> Iterator[str]:
    for line in body:
        match = _SIDE.fullmatch(line)
        if match:
            yield f"{_WORDS[match[1]]} {'no sample' if match[2] == 'nil' else match[2]}"
        else:
            yield line.strip()


def _cut(text: str) -> str:
    lines = [
        line if len(line) <= _MOST_TEXT else line[:_MOST_TEXT] + "..." for line in text.splitlines()
    ]
    more = len(lines) - 40
    return "\n".join([*lines[:40], f"and {more} more lines"] if more > 0 else lines)
