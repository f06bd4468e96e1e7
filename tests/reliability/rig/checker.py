"""The checker: which notifications must, may and must not arrive, by the script and the terms.

It is independent of the product's logic. An alert of a series is notified as firing once and as
resolved once for each breach, whatever happens in between.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.reliability.rig.script import Breach, Key


class NotifiedAlert(NamedTuple):
    """One alert of a notification. `starts_at` is the time in the notification, in Unix seconds."""

    key: Key
    status: str
    starts_at: float


class Message(NamedTuple):
    """A notification that the receiver accepted; refused attempts do not count."""

    arrived: float
    idempotency: str
    group: str
    alerts: tuple[NotifiedAlert, ...]
    sequence: int | None = None

    def __str__(self) -> str:
        counted = ", ".join(
            f"{told.status} {told.key.rule}/{told.key.series}" for told in self.alerts[:3]
        )
        more = " ..." if len(self.alerts) > 3 else ""
        return f"{self.arrived:.2f} {self.idempotency[:12]} [{counted}{more}]"


@dataclass(frozen=True)
class Terms:
    """The guarantees of the configuration, in seconds.

    A breach shorter than `sure` may be missed; a longer one must be notified at most `late` after
    `hold` has passed. `tolerance` is for clocks and slots.
    """

    interval: float = 1.0
    hold: float = 0.0
    repeat: float = 4 * 3600.0
    sure: float = 2.0
    late: float = 10.0
    tolerance: float = 0.2


@dataclass
class Verdict:
    missed_firing: list[str] = field(default_factory=list)
    missed_resolved: list[str] = field(default_factory=list)
    duplicates: list[str] = field(default_factory=list)
    """Accepted again with the same idempotency key."""
    repeated: list[str] = field(default_factory=list)
    """Without changes, with another key, before the repeat interval."""
    reordered: list[str] = field(default_factory=list)
    unexpected: list[str] = field(default_factory=list)
    """Alerts that never existed, or different content with the same key."""
    late: list[str] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    """From the time when a change had to be notified until it was."""
    distinct: int = 0

    @property
    def missed(self) -> list[str]:
        return [*self.missed_firing, *self.missed_resolved]

    def latency(self, share: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0

    def __str__(self) -> str:
        names = ("missed_firing", "missed_resolved", "duplicates", "repeated", "reordered")
        lines = [
            f"{name.replace('_', ' ')} {len(getattr(self, name))}"
            for name in (*names, "unexpected", "late")
        ]
        shown = [
            f"  {name}: {text}"
            for name in (*names, "unexpected", "late")
            for text in getattr(self, name)[:5]
        ]
        head = f"{self.distinct} messages, {', '.join(lines)}, p99 {self.latency(0.99):.1f} s"
        return "\n".join([head, *shown])


def judge(
    breaches: Mapping[Key, Sequence[Breach]],
    messages: Iterable[Message],
    terms: Terms,
    ended: float,
    suppressed: Iterable[Key] = (),
) -> Verdict:
    """Return the verdict. `ended` is the time when the test stopped to wait; `suppressed` must not
    be notified at all."""
    verdict = Verdict()
    fresh = _without_duplicates(sorted(messages), verdict)
    verdict.distinct = len(fresh)
    told: dict[tuple[Key, int], dict[str, float]] = defaultdict(dict)
    groups: dict[str, list[Message]] = defaultdict(list)
    for message in fresh:
        groups[message.group].append(message)
    silent = frozenset(suppressed)
    for group in groups.values():
        _read(group, breaches, terms, silent, told, verdict)
    for key, of_series in breaches.items():
        if key in silent:
            continue
        for number, breach in enumerate(of_series):
            _expect(key, breach, told.get((key, number), {}), terms, ended, verdict)
    return verdict


def _without_duplicates(messages: Sequence[Message], verdict: Verdict) -> list[Message]:
    first: dict[str, Message] = {}
    for message in messages:
        known = first.setdefault(message.idempotency, message)
        if known is message:
            continue
        verdict.duplicates.append(str(message))
        if known.group != message.group or known.alerts != message.alerts:
            verdict.unexpected.append(f"one key, two contents: {known} and {message}")
    return list(first.values())


def _read(
    group: Sequence[Message],
    breaches: Mapping[Key, Sequence[Breach]],
    terms: Terms,
    silent: frozenset[Key],
    told: dict[tuple[Key, int], dict[str, float]],
    verdict: Verdict,
) -> None:
    """Check the notifications of one group in the order of their arrival."""
    newest = float("-inf")
    last = float("-inf")
    for message in group:
        if message.sequence is not None:
            if message.sequence < newest:
                verdict.reordered.append(
                    f"sequence {message.sequence} after {newest:.0f}: {message}"
                )
            newest = max(newest, message.sequence)
        has_news = False
        for alert in message.alerts:
            number = _breach_of(alert, breaches.get(alert.key, ()), terms)
            if number is None or alert.key in silent:
                verdict.unexpected.append(f"{alert} in {message}")
                has_news = True
                continue
            known = told[alert.key, number]
            if alert.status in known:
                if alert.status == "resolved":
                    verdict.repeated.append(f"resolved again: {alert} in {message}")
                    has_news = True
                elif "resolved" in known:
                    verdict.reordered.append(f"firing after its resolved: {alert} in {message}")
                    has_news = True
                continue
            has_news = True
            if alert.status == "firing" and "resolved" in known:
                verdict.reordered.append(f"firing after its resolved: {alert} in {message}")
            if alert.status == "resolved" and "firing" not in known:
                verdict.unexpected.append(
                    f"resolved and never told as firing: {alert} in {message}"
                )
            known[alert.status] = message.arrived
        if not has_news and message.arrived - last < terms.repeat * 0.9:
            verdict.repeated.append(f"no news: {message}")
        last = message.arrived


def _breach_of(alert: NotifiedAlert, of_series: Sequence[Breach], terms: Terms) -> int | None:
    """Return the breach during which the alert started."""
    slack = terms.tolerance
    for number, breach in enumerate(of_series):
        end = float("inf") if breach.end is None else breach.end
        if breach.start + terms.hold - slack <= alert.starts_at <= end + slack:
            return number
    return None


def _expect(
    key: Key,
    breach: Breach,
    known: Mapping[str, float],
    terms: Terms,
    ended: float,
    verdict: Verdict,
) -> None:
    end = ended if breach.end is None else min(breach.end, ended)
    is_sure = end - breach.start >= terms.hold + terms.sure
    name = f"{key.rule}/{key.series} {breach.start:.2f}..{breach.end or 0:.2f}"
    if "firing" not in known:
        if is_sure:
            verdict.missed_firing.append(name)
        return
    _time(f"firing {name}", known["firing"] - breach.start - terms.hold, terms, verdict)
    if breach.end is None or breach.end > ended:
        if "resolved" in known:
            verdict.unexpected.append(f"resolved while it fires: {name}")
        return
    if "resolved" not in known:
        verdict.missed_resolved.append(name)
        return
    if known["resolved"] < breach.end - terms.tolerance:
        verdict.unexpected.append(f"resolved {breach.end - known['resolved']:.2f} s early: {name}")
    _time(f"resolved {name}", known["resolved"] - breach.end, terms, verdict)


def _time(name: str, took: float, terms: Terms, verdict: Verdict) -> None:
    verdict.latencies.append(took)
    if took > terms.late:
        verdict.late.append(f"{took:.1f} s: {name}")
