"""Reads typed values from rule definitions. Every error names the rule and the key."""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any

from vedette.alerting.rules.errors import BadRule
from vedette.kernel.durations import BadDuration, parse_duration
from vedette.sdk import Json

_SHOWN = 60


class RuleReader:
    """An object within a rule. `place` is its path, such as `data[1].relativeTimeRange`."""

    def __init__(self, value: Json, rule: str, place: str = "") -> None:
        self.value = value
        self._rule = rule
        self._place = place

    def at(self, key: str) -> str:
        return f"{self._place}.{key}" if self._place else key

    def wrong(self, key: str, text: str) -> BadRule:
        return BadRule(f"The rule {self._rule[:190]!r}: {self.at(key)} {text}.")

    def text(self, key: str, most: int, *, is_needed: bool = True) -> str:
        """Return a stripped text; empty if it is absent and not required."""
        value = self.value.get(key)
        if value is not None and not isinstance(value, str):
            raise self.wrong(key, f"is {_shown(value)}; it must be a string")
        text = (value or "").strip()
        if is_needed and not text:
            raise self.wrong(key, "is missing; set it")
        if len(text) > most:
            raise self.wrong(key, f"has {len(text)} characters; at most {most} are allowed")
        if "\0" in text:
            raise self.wrong(key, "contains a NUL character; remove it")
        return text

    def flag(self, key: str) -> bool:
        value = self.value.get(key)
        if value is not None and not isinstance(value, bool):
            raise self.wrong(key, f"is {_shown(value)}; it must be true or false")
        return bool(value)

    def whole(self, key: str, otherwise: int, at_least: int, at_most: int) -> int:
        value = self.value.get(key)
        if value is None:
            return otherwise
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or value != value // 1 or not at_least <= value <= at_most:
            raise self.wrong(
                key, f"is {_shown(value)}; it must be a whole number {at_least} to {at_most}"
            )
        return int(value)

    def duration(self, key: str) -> timedelta | None:
        """Return a duration such as `5m`, or 0."""
        value = self.value.get(key)
        if value is None or value == "":
            return None
        if value in (0, "0") and not isinstance(value, bool):
            return timedelta(0)
        try:
            return parse_duration(value) if isinstance(value, str) else _refuse()
        except BadDuration as error:
            text = f"is {_shown(value)}; use a duration such as 30s, 5m or 1h30m"
            raise self.wrong(key, text) from error

    def one_of(self, key: str, known: Collection[str]) -> str:
        """Return a value in the spelling of `known`; empty if it is absent."""
        value = self.value.get(key)
        if value is None or value == "":
            return ""
        for each in known:
            if isinstance(value, str) and value.lower() == each.lower():
                return each
        raise self.wrong(key, f"is {_shown(value)}; use {_listed(known)}")

    def below(self, key: str) -> "RuleReader | None":
        value = self.value.get(key)
        if value is None:
            return None
        if not isinstance(value, Mapping):
            raise self.wrong(key, f"is {_shown(value)}; it must be an object")
        return RuleReader(value, self._rule, self.at(key))

    def objects(self, key: str, most: int) -> list["RuleReader"]:
        found = self._list(key, most)
        for index, each in enumerate(found):
            if not isinstance(each, Mapping):
                raise self.wrong(f"{key}[{index}]", f"is {_shown(each)}; it must be an object")
        return [
            RuleReader(each, self._rule, self.at(f"{key}[{index}]"))
            for index, each in enumerate(found)
        ]

    def texts(self, key: str, most: int) -> tuple[str, ...]:
        found = self._list(key, most)
        for index, each in enumerate(found):
            if not isinstance(each, str) or len(each) > 1_000:
                raise self.wrong(f"{key}[{index}]", f"is {_shown(each)}; it must be a string")
        return tuple(map(str, found))

    def numbers(self, key: str, most: int) -> list[float]:
        found = self._list(key, most)
        for index, each in enumerate(found):
            is_number = isinstance(each, int | float) and not isinstance(each, bool)
            if not is_number or not abs(each) < 1e300:
                raise self.wrong(f"{key}[{index}]", f"is {_shown(each)}; it must be a number")
        return [float(each) for each in found]

    def pairs(self, key: str, most: int, longest: int) -> dict[str, str]:
        """Return names and texts. Numbers and flags become texts; nulls are omitted."""
        inner = self.below(key)
        if inner is None:
            return {}
        if len(inner.value) > most:
            raise self.wrong(key, f"has {len(inner.value)} entries; at most {most} are allowed")
        found: dict[str, str] = {}
        for name, value in inner.value.items():
            if not isinstance(name, str) or not name or len(name) > 255 or "\0" in name:
                raise self.wrong(key, f"has the name {_shown(name)}; use 1 to 255 characters")
            if isinstance(value, bool | int | float):
                value = str(value).lower() if isinstance(value, bool) else str(value)
            if value is None:
                continue
            if not isinstance(value, str) or "\0" in value:
                raise inner.wrong(name[:255], f"is {_shown(value)}; it must be a string")
            if len(value) > longest:
                raise inner.wrong(
                    name, f"has {len(value)} characters; at most {longest} are allowed"
                )
            found[name] = value
        return found

    def _list(self, key: str, most: int) -> list[Any]:
        value = self.value.get(key)
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            raise self.wrong(key, f"is {_shown(value)}; it must be a list")
        if len(value) > most:
            raise self.wrong(key, f"has {len(value)} entries; at most {most} are allowed")
        return list(value)


def _refuse() -> timedelta:
    raise BadDuration("Raised instead of a duration that is not a string.")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _listed(known: Collection[str]) -> str:
    *others, last = known
    return f"{', '.join(others)} or {last}" if others else last
