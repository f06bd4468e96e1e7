"""Problems of a dashboard model, each with its path."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

MAX_PROBLEMS = 200
Severity: TypeAlias = Literal["error", "warning"]
Kind: TypeAlias = Literal[
    "an object", "a list", "a text", "a number", "a whole number", "true or false"
]
_TYPES: Mapping[Kind, type | tuple[type, ...]] = {
    "an object": dict,
    "a list": list,
    "a text": str,
    "a number": (int, float),
    "a whole number": int,
    "true or false": bool,
}


class ModelProblem(msgspec.Struct, frozen=True):
    path: str
    """Such as `panels[2].gridPos.w`; items of lists are counted from 0. Empty for the model."""
    message: str
    severity: Severity
    """A model with an `error` cannot be saved."""


class ModelReport:
    """Collects the first `MAX_PROBLEMS` problems."""

    def __init__(self) -> None:
        self.problems: list[ModelProblem] = []

    def error(self, path: str, message: str) -> None:
        self._add(path, message, "error")

    def warn(self, path: str, message: str) -> None:
        self._add(path, message, "warning")

    def _add(self, path: str, message: str, severity: Severity) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(ModelProblem(path, message, severity))
        elif severity == "error" and not any(p.severity == "error" for p in self.problems):
            self.problems[-1] = ModelProblem(path, message, severity)

    def check(self, holder: Mapping[str, Any], path: str, kinds: Mapping[str, Kind]) -> None:
        """Warn of keys with a value of another kind. An absent key or null is of any kind."""
        for key, kind in kinds.items():
            value = holder.get(key)
            if value is not None and not is_kind(value, kind):
                self.warn(joined(path, key), f"This value must be {kind}, not {named(value)}.")

    def member(self, holder: Mapping[str, Any], path: str, key: str) -> Mapping[str, Any]:
        """Return the object under `key`, or an empty one with an error if it is none."""
        value = holder.get(key)
        if value is None or isinstance(value, dict):
            return value or {}
        self.error(joined(path, key), f"This value must be an object, not {named(value)}.")
        return {}

    def items(
        self, holder: Mapping[str, Any], path: str, key: str
    ) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield the objects of the list under `key` with their paths. Other values are errors."""
        value = holder.get(key)
        place = joined(path, key)
        if value is None:
            return
        if not isinstance(value, list):
            self.error(place, f"This value must be a list, not {named(value)}.")
            return
        for index, item in enumerate(value):
            if isinstance(item, dict):
                yield f"{place}[{index}]", item
            else:
                self.error(f"{place}[{index}]", f"This item must be an object, not {named(item)}.")

    def unique(self, seen: dict[object, str], value: object, path: str, what: str) -> None:
        """Warn if `value` was seen before; `seen` has the paths by value."""
        if value in seen:
            self.warn(path, f"The {what} {value!r} is already used by {seen[value]}.")
        else:
            seen[value] = path


def is_kind(value: object, kind: Kind) -> bool:
    if kind == "a whole number" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[kind]) and (
        kind == "true or false" or not isinstance(value, bool)
    )


def named(value: object) -> str:
    """What kind of JSON value this is, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, int | float):
        return "a number"
    return "a list" if isinstance(value, Sequence) else "an object"


def joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
