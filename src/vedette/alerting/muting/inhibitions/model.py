"""Inhibition rules: an alert is suppressed while another alert that explains it fires."""

import msgspec

from vedette.alerting.model import Matcher


class InhibitRule(msgspec.Struct, frozen=True):
    """Alerts that match `target` are suppressed while an alert that matches `source` fires.

    Both must have the same values of the labels `equal`. A missing label equals an empty one.
    """

    name: str
    source: tuple[Matcher, ...]
    target: tuple[Matcher, ...]
    equal: tuple[str, ...] = ()


class StoredInhibitions(msgspec.Struct, frozen=True):
    """`version` is 0 for an organization that never stored any."""

    rules: tuple[InhibitRule, ...] = ()
    provenance: str = ""
    version: int = 0
