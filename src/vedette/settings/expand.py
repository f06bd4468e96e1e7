"""Expand references in values: `%(key)s`, `$__env{NAME}`, `$__file{/path}` and `${NAME}`."""

import re
import socket
from collections.abc import Callable, Mapping
from pathlib import Path

from vedette.settings.errors import SettingsError
from vedette.settings.raw import DEFAULT_SECTION, SettingEntry

_KEY = re.compile(r"%\(([^()%]+)\)s")
_REFERENCE = re.compile(r"\$__env\{([^}]*)\}|\$__file\{([^}]*)\}|\$\{([^}]*)\}")
_MOST_STEPS = 16


class Expansion:
    """Expand references. `look_up(section, key)` returns the value of another key, or None."""

    def __init__(
        self,
        look_up: Callable[[str, str], SettingEntry | None],
        environ: Mapping[str, str],
    ) -> None:
        self._look_up = look_up
        self._environ = environ
        self.warnings: list[str] = []

    def text(self, entry: SettingEntry) -> str:
        """Return the value with every reference replaced once. Raises `SettingsError`."""
        if entry.is_literal or ("%(" not in entry.text and "$" not in entry.text):
            return entry.text
        return self._external(entry, self._keys(entry, entry.text))

    def _keys(self, entry: SettingEntry, text: str) -> str:
        for _ in range(_MOST_STEPS):
            replaced = _KEY.sub(lambda match: self._other(entry, match), text)
            if replaced == text:
                return text
            text = replaced
            if len(text) > 65_536:
                break
        raise SettingsError(
            f"{entry.origin}: [{entry.section}] {entry.key}: expected a value without a "
            "reference to itself."
        )

    def _other(self, entry: SettingEntry, match: re.Match[str]) -> str:
        key = match.group(1)
        for section in (entry.section, DEFAULT_SECTION):
            found = self._look_up(section, key)
            if found is not None and found is not entry:
                return found.text
        return match.group(0)

    def _external(self, entry: SettingEntry, text: str) -> str:
        return _REFERENCE.sub(lambda match: self._one(entry, match), text)

    def _one(self, entry: SettingEntry, match: re.Match[str]) -> str:
        if match.group(2) is not None:
            return self._file(entry, match.group(2).strip())
        name = (match.group(1) or match.group(3) or "").strip()
        if name == "HOSTNAME" and name not in self._environ:  # Shells often do not export HOSTNAME.
            return socket.gethostname()
        if name not in self._environ and entry.origin.kind != "default":
            self.warnings.append(
                f"{entry.origin}: [{entry.section}] {entry.key}: the environment has no "
                f"{name!r}; using empty text"
            )
        return self._environ.get(name, "")

    def _file(self, entry: SettingEntry, path: str) -> str:
        try:
            return Path(path).read_text("utf-8").strip()
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it is not text"
            raise SettingsError(
                f"{entry.origin}: [{entry.section}] {entry.key}: expected a readable file, "
                f"but {path!r} is not readable: {reason}."
            ) from error
