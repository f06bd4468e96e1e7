"""Maps receivers of Alertmanager to receiver plugins."""

import logging
from collections.abc import Set

from vedette.plugins.registry import PluginRegistry
from vedette.provisioning.problems import DocumentError
from vedette.sdk import AlertmanagerSection

_log = logging.getLogger("vedette.alerting.transfer")
_WITHOUT_COUNTERPART = frozenset({"rocketchat", "mattermost", "incidentio"})
"""Receivers of Alertmanager without a plugin."""


class Sections:
    """The sections that installed receivers read, each by one: built-in receivers come first."""

    def __init__(self, registry: PluginRegistry) -> None:
        self._found: dict[str, AlertmanagerSection] = {}
        self._types: dict[str, str] = {}
        receivers = registry.loadable_receivers()
        for manifest, plugin in sorted(receivers, key=lambda each: each[0].signature != "builtin"):
            for section in plugin.alertmanager:
                if owner := self._types.get(section.name):
                    _log.warning(
                        "the receiver %s cannot read %s, which the receiver %s reads",
                        manifest.id, section.name, owner,
                    )  # fmt: skip
                    continue
                self._found[section.name] = section
                self._types[section.name] = manifest.id
        self.globals: Set[str] = frozenset(
            key
            for section in self._found.values()
            for theirs, ours in section.inherits.items()
            for key in ((ours, f"{ours}_file") if f"{theirs}_file" in section.known else (ours,))
        )
        """Keys of `global` that receivers inherit."""

    def find(self, name: str, line: int) -> AlertmanagerSection | None:
        """Return a section, or None for one that no plugin reads.

        Raises `DocumentError` for a name that Alertmanager does not know.
        """
        if name in self._found or name.removesuffix("_configs") in _WITHOUT_COUNTERPART:
            return self._found.get(name)
        raise DocumentError(f"{name[:60]} is not a receiver type of Alertmanager.", line)

    def type_of(self, section: AlertmanagerSection) -> str:
        return self._types[section.name]

    def kind_of_global(self, key: str) -> str:
        """Return the kind of a key of `globals`."""
        for section in self._found.values():
            for theirs, ours in section.inherits.items():
                if ours == key:
                    return section.known[theirs]
        return "text"

    def is_without_counterpart(self, key: str) -> bool:
        """Return whether a key of `global` belongs to a receiver without a plugin."""
        return key.partition("_")[0] in _WITHOUT_COUNTERPART
