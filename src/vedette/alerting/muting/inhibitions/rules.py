"""Finds the alerts that inhibit another one. No I/O."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from vedette.alerting.model import Labels, matches_all
from vedette.alerting.muting.inhibitions.model import InhibitRule

_Values = tuple[str, ...]


class _Source(msgspec.Struct, frozen=True):
    fingerprint: str
    is_target: bool


class Inhibitor:
    """Evaluates inhibition rules at one moment. `firing` are labels by fingerprint."""

    def __init__(self, rules: Iterable[InhibitRule], firing: Mapping[str, Labels]) -> None:
        self._rules = [(rule, _sources(rule, firing)) for rule in rules]

    def inhibited_by(self, fingerprint: str, labels: Labels) -> tuple[str, ...]:
        """Return the sorted fingerprints of the alerts that inhibit this one.

        An alert does not inhibit itself. Alerts that match both sides of a rule do not inhibit each
        other.
        """
        found: set[str] = set()
        for rule, by_values in self._rules:
            if not matches_all(rule.target, labels):
                continue
            sources = by_values.get(_values(rule, labels), ())
            is_source = bool(sources) and matches_all(rule.source, labels)
            found.update(
                source.fingerprint
                for source in sources
                if source.fingerprint != fingerprint and not (is_source and source.is_target)
            )
        return tuple(sorted(found))


def problems(rule: InhibitRule) -> tuple[str, ...]:
    """Return why a rule cannot be used, one sentence each."""
    found = []
    if not rule.source:
        found.append(f"The inhibition rule {rule.name!r} needs a source matcher.")
    if not rule.target:
        found.append(f"The inhibition rule {rule.name!r} needs a target matcher.")
    return tuple(found)


def _sources(
    rule: InhibitRule, firing: Mapping[str, Labels]
) -> Mapping[_Values, Sequence[_Source]]:
    found: dict[_Values, list[_Source]] = {}
    for fingerprint, labels in firing.items():
        if matches_all(rule.source, labels):
            source = _Source(fingerprint, matches_all(rule.target, labels))
            found.setdefault(_values(rule, labels), []).append(source)
    return found


def _values(rule: InhibitRule, labels: Labels) -> _Values:
    return tuple(labels.get(name, "") for name in rule.equal)
