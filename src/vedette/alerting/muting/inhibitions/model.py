"""Inhibition: an alert is not told while another one, which explains it, fires."""

import msgspec

from vedette.alerting.model import Matcher


class InhibitRule(msgspec.Struct, frozen=True):
    """Alerts that match `target` are silent while one that matches `source` fires.

    Both have the same values for the labels `equal`; missing and empty are the same.
    """

    name: str
    source: tuple[Matcher, ...]
    target: tuple[Matcher, ...]
    equal: tuple[str, ...] = ()


class StoredInhibitions(msgspec.Struct, frozen=True):
    """`version` is 0 where an organization never had any."""

    rules: tuple[InhibitRule, ...] = ()
    provenance: str = ""
    version: int = 0
