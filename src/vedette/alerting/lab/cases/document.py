"""The format of test files."""

from pathlib import Path
from typing import Any

import msgspec
import yaml

from vedette.alerting.lab.cases.errors import BadCase
from vedette.kernel.errors import TooLarge

_MOST_BYTES = 4 * 1024 * 1024


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One series that a query returns."""

    values: str
    labels: dict[str, str] = {}


class ExpectedAlert(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Labels and annotations that are not listed are not compared."""

    state: str = "Alerting"
    labels: dict[str, str] = {}
    annotations: dict[str, str] = {}


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All alerts that are not Normal at the time `at` after the start, in any order."""

    at: str
    alerts: list[ExpectedAlert]


class CaseText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`rule` is a title or a uid. `series` are by refId of data source queries."""

    rule: str
    series: dict[str, list[Given]]
    expect: list[Expectation]
    name: str = ""
    interval: str = ""
    """Time between evaluations. Default: the interval of the rule's group."""
    start: str = "2026-01-01T00:00:00Z"


class CaseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`rules` are provisioning files, relative to this file."""

    rules: list[str]
    tests: list[CaseText]


def read_text(path: Path) -> str:
    """Return the text of a test file. Raises `BadCase` with the file, and `TooLarge`."""
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
    """Parse a test file. Raises `BadCase` with the file and the position."""
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
    """Return all scalars as texts: YAML converts `values: 1` to a number and dates to times."""
    if isinstance(value, dict):
        return {str(key): _texts(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_texts(each) for each in value]
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return value if isinstance(value, str) or value is None else str(value)
