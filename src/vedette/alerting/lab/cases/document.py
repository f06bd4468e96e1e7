"""A file of tests, as it is written."""

from pathlib import Path
from typing import Any

import msgspec
import yaml

from vedette.alerting.lab.cases.errors import BadCase
from vedette.kernel.errors import TooLarge

_MOST_BYTES = 4 * 1024 * 1024


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One series that a query answers."""

    values: str
    labels: dict[str, str] = {}


class ExpectedAlert(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The labels and annotations that are named have to be so; others are not looked at."""

    state: str = "Alerting"
    labels: dict[str, str] = {}
    annotations: dict[str, str] = {}


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All alerts that are not Normal `at` so long after the start, in any order."""

    at: str
    alerts: list[ExpectedAlert]


class CaseText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`rule` is a title or a uid. `series` are by refId of the queries that ask a data source."""

    rule: str
    series: dict[str, list[Given]]
    expect: list[Expectation]
    name: str = ""
    interval: str = ""
    """Between evaluations; that of the rule's group where nothing is said."""
    start: str = "2026-01-01T00:00:00Z"


class CaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`rules` are files as they are provisioned, beside this one."""

    rules: list[str]
    tests: list[CaseText]


def read_text(path: Path) -> str:
    """Return the text of a file of tests. Raises `BadCase` with the file, `TooLarge`."""
    try:
        raw = path.read_bytes()
        if len(raw) > _MOST_BYTES:
            raise TooLarge(f"{path} is larger than 4 MiB.")
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise BadCase(f"{path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadCase(f"{path} is not UTF-8 text.") from None


def read_cases(path: Path, text: str) -> CaseFile:
    """Raises `BadCase` with the file and the place."""
    try:
        read: Any = yaml.safe_load(text)
        return msgspec.convert(_texts(read), CaseFile)
    except RecursionError:
        raise BadCase(f"{path}: the file is nested too deeply.") from None
    except yaml.YAMLError as error:
        raise BadCase(f"{path}: {' '.join(str(error).split())}") from None
    except msgspec.ValidationError as error:
        raise BadCase(f"{path}: {error}.") from None


def _texts(value: Any) -> Any:
    """YAML makes numbers of `values: 1` and moments of dates; all of these are texts here."""
    if isinstance(value, dict):
        return {str(key): _texts(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_texts(each) for each in value]
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value if isinstance(value, str) or value is None else str(value)
