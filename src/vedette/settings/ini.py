"""Read the INI dialect of the configuration file line by line.

Sections can occur more than once; the last value of a key applies. `;` and `#` start a comment at
the start of a line and after a space in a value. A value can be enclosed in triple double quotes
(over several lines as well), backticks, or single or double quotes. A `\\` at the end of a line
joins it with the next line. Keys before the first section belong to `DEFAULT`.
"""

import re

from vedette.settings.errors import SettingsError
from vedette.settings.raw import DEFAULT_SECTION, Entries, SettingEntry, SettingOrigin

_TRIPLE = '"""'
_COMMENT = re.compile(r"\s[;#]")
_DELIMITER = re.compile(r"[=:]")


def parse_ini(text: str, name: str) -> Entries:
    """Return every value in order. Raises `SettingsError` that names `name`, line and key."""
    entries: Entries = []
    section = DEFAULT_SECTION
    lines = text.removeprefix("\ufeff").split("\n")
    position = 0
    while position < len(lines):
        number = position + 1
        line = lines[position].strip()
        position += 1
        if not line or line[0] in ";#":
            continue
        if line[0] == "[":
            section = _section(line, f"{name}:{number}")
            continue
        place = f"{name}:{number}"
        key, rest = _key(line, place, section)
        if rest.startswith(_TRIPLE):
            value, position = _triple_quoted(rest, lines, position, place, section, key)
        else:
            value, position = _plain(rest, lines, position)
        entries.append(SettingEntry(section, key, value, SettingOrigin("file", place)))
    return entries


def _section(line: str, place: str) -> str:
    end = line.find("]")
    if end < 0:
        raise SettingsError(f"{place}: {line[:60]!r} starts a section without a closing bracket.")
    return line[1:end].strip()


def _key(line: str, place: str, section: str) -> tuple[str, str]:
    if line[0] in "\"`'" and (end := line.find(line[0], 1)) > 0:
        key, rest = line[1:end], line[end + 1 :].lstrip()
        if rest[:1] in ("=", ":"):
            return key.strip(), rest[1:].strip()
    match = _DELIMITER.search(line)
    if match is None or not line[: match.start()].strip():
        word = (line.split() or [""])[0][:40]
        raise SettingsError(
            f"{place}: [{section}] {word!r}: expected a line of the form key = value."
        )
    return line[: match.start()].strip(), line[match.end() :].strip()


def _triple_quoted(
    rest: str, lines: list[str], position: int, place: str, section: str, key: str
) -> tuple[str, int]:
    parts, tail = [], rest[3:]
    while (end := tail.find(_TRIPLE)) < 0:
        parts.append(tail)
        if position == len(lines):
            raise SettingsError(
                f"{place}: [{section}] {key}: expected closing triple quotes before the end "
                "of the file."
            )
        tail = lines[position].rstrip("\r")
        position += 1
    return "\n".join([*parts, tail[:end]]), position


def _plain(rest: str, lines: list[str], position: int) -> tuple[str, int]:
    if rest[:1] in ("'", '"', "`") and (end := rest.find(rest[0], 1)) > 0:
        after = rest[end + 1 :].strip()
        if not after or after[0] in ";#":
            return rest[1:end], position
    value = _uncommented(rest)
    while value.endswith("\\") and position < len(lines):
        value = value[:-1] + _uncommented(lines[position].strip())
        position += 1
    return value, position


def _uncommented(value: str) -> str:
    if value[:1] in (";", "#"):
        return ""
    match = _COMMENT.search(value)
    return value[: match.start()].rstrip() if match else value
