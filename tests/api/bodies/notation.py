"""Bodies with what the documentation says of their members, and the forms clients send them in.

`name*` is required, `model~` is data that nobody looks into, `id-` is accepted and need not
count, `uid#` gets a number of its own with every form, `receivers!` refuses unknown members.
"""

from collections.abc import Iterator
from typing import Any

_MARKS = "*~-#!"


def plain(body: Any) -> Any:
    """As it is documented."""
    if isinstance(body, list):
        return [plain(each) for each in body]
    if not isinstance(body, dict):
        return body
    return {name.rstrip(_MARKS): plain(value) for name, value in body.items()}


def numbered(body: Any, number: int) -> Any:
    """With the number behind the texts that must not repeat."""
    if isinstance(body, list):
        return [numbered(each, number) for each in body]
    if not isinstance(body, dict):
        return body
    return {
        name: f"{value}{number}" if "#" in _marks(name) else numbered(value, number)
        for name, value in body.items()
    }


def in_other_case(body: Any) -> Any:
    if isinstance(body, list):
        return [in_other_case(each) for each in body]
    if not isinstance(body, dict):
        return body
    return {
        name.rstrip(_MARKS).upper(): plain(value) if "~" in _marks(name) else in_other_case(value)
        for name, value in body.items()
    }


def with_unknown(body: Any) -> Any:
    """With a member of some later release in every object that is no free data."""
    if isinstance(body, list):
        return [with_unknown(each) for each in body]
    if not isinstance(body, dict):
        return body
    known = {
        name.rstrip(_MARKS): plain(value) if set("~!") & set(_marks(name)) else with_unknown(value)
        for name, value in body.items()
    }
    return {**known, "ofALaterRelease": {"why": [1]}}


def with_nulls(body: Any) -> Any:
    """Null for all that may be absent."""
    if isinstance(body, list):
        return [with_nulls(each) for each in body]
    if not isinstance(body, dict):
        return body
    return {
        name.rstrip(_MARKS): None if "*" not in _marks(name) else _inside(name, value, with_nulls)
        for name, value in body.items()
    }


def required_only(body: Any) -> Any:
    if isinstance(body, list):
        return [required_only(each) for each in body]
    if not isinstance(body, dict):
        return body
    return {
        name.rstrip(_MARKS): _inside(name, value, required_only)
        for name, value in body.items()
        if "*" in _marks(name)
    }


def without_each(body: Any, place: str = "$") -> Iterator[tuple[str, bool, Any]]:
    """Each optional member's place, whether it has an effect, and the body without it."""
    if isinstance(body, list):
        for index, each in enumerate(body):
            for where, counts, rest in without_each(each, f"{place}[{index}]"):
                yield where, counts, [*plain(body[:index]), rest, *plain(body[index + 1 :])]
    elif isinstance(body, dict):
        for name, value in body.items():
            bare = name.rstrip(_MARKS)
            others = {other: each for other, each in body.items() if other != name}
            if "*" not in _marks(name):
                yield f"{place}.{bare}", "-" not in _marks(name), plain(others)
            if "~" not in _marks(name):
                for where, counts, rest in without_each(value, f"{place}.{bare}"):
                    yield where, counts, {**plain(others), bare: rest}


def _marks(name: str) -> str:
    return name[len(name.rstrip(_MARKS)) :]


def _inside(name: str, value: Any, form: Any) -> Any:
    return plain(value) if "~" in _marks(name) else form(value)
