"""Tables pasted as CSV: the first line names the columns, their types follow from the values."""

import csv
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from vedette.sdk import Field, FieldType, Frame, Query
from vedette_plugins.datasources.testdata.model import (
    MAX_CELLS,
    MAX_TEXT,
    BadScenario,
    Scenario,
    limited,
    table,
)

_EMPTY = frozenset({"", "null"})
_BOOLEANS = {"true": True, "false": False}


_FILES = files("vedette_plugins.datasources.testdata").joinpath("files")


def csv_file(query: Query, scenario: Scenario) -> list[Frame]:
    """Return the table of a file that comes with this source; `csvFileName` is one of its names."""
    names = sorted(each.name for each in _FILES.iterdir() if each.name.endswith(".csv"))
    name = scenario.csv_file_name or names[0]
    if name not in names:
        raise BadScenario(
            f"TestData has no file {name[:60]!r}. Set csvFileName to {', '.join(names)}."
        )
    return _tables(query, scenario, _FILES.joinpath(name).read_text("utf-8"))


def csv_content(query: Query, scenario: Scenario) -> list[Frame]:
    return _tables(query, scenario, scenario.csv_content)


def _tables(query: Query, scenario: Scenario, text: str) -> list[Frame]:
    if len(text) > MAX_TEXT:
        raise BadScenario("The CSV text is longer than 1 MB.")
    limited(text.count(","), MAX_CELLS, "cells")
    lines = [line for line in text.splitlines() if line.strip()]
    limited(len(lines), 100_000, "lines")
    try:
        rows = list(csv.reader(lines, skipinitialspace=True))
    except csv.Error as error:
        raise BadScenario(f"Cannot parse the CSV text: {error}.") from error
    if not rows:
        return [table(query.ref_id)]
    names, body = rows[0], rows[1:]
    for number, row in enumerate(body, start=2):
        if len(row) != len(names):
            raise BadScenario(f"Line {number} has {len(row)} values for {len(names)} columns.")
    fields = [
        _column(name.strip(), [row[index].strip() for row in body])
        for index, name in enumerate(names)
    ]
    return [table(query.ref_id, *fields, name=scenario.alias)]


def _column(name: str, cells: list[str]) -> Field:
    """Times by the name or by their form, then booleans, then numbers, else text."""
    present = [cell for cell in cells if cell.lower() not in _EMPTY]
    readers: list[tuple[FieldType, Any]] = [
        (FieldType.BOOLEAN, _boolean),
        (FieldType.NUMBER, float),
        (FieldType.TIME, _moment),
        (FieldType.STRING, str),
    ]
    if name.lower() == "time":
        readers.insert(0, (FieldType.TIME, _moment_or_milliseconds))
    for kind, read in readers:
        try:
            column = [None if cell.lower() in _EMPTY else read(cell) for cell in cells]
        except ValueError:
            continue
        if present or kind is FieldType.STRING:
            return Field(name, kind, column, nullable=None in column)
    raise BadScenario(f"Cannot parse the column {name[:40]!r}.")


def _boolean(cell: str) -> bool:
    try:
        return _BOOLEANS[cell.lower()]
    except KeyError as error:
        raise ValueError(cell) from error


def _moment(cell: str) -> int:
    moment = datetime.fromisoformat(cell)
    aware = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return round(aware.timestamp() * 1000)


def _moment_or_milliseconds(cell: str) -> int:
    return int(cell) if cell.lstrip("-").isdecimal() else _moment(cell)


def number_or_null(text: str) -> float | None:
    """Raises `BadScenario` for what is neither a number nor `null`."""
    text = text.strip()
    if text.lower() in _EMPTY:
        return None
    try:
        return float(text)
    except ValueError as error:
        raise BadScenario(f"{text[:40]!r} is not a number.") from error
