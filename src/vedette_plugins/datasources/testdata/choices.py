"""Values for dashboard variables: a tree of names without end."""

import re
from fnmatch import fnmatchcase

from vedette.sdk import Frame, Query
from vedette_plugins.datasources.testdata.model import (
    MAX_NAME,
    MAX_ROWS,
    Scenario,
    limited,
    table,
    texts,
)

_LETTERS = "ABCDEF"


def variables_query(query: Query, scenario: Scenario) -> list[Frame]:
    """Return the names that a path such as `*`, `A.*` or `{A,B}.*` leads to.

    A name below `A` is `A` and one more letter: `AA` to `AF`. A level is a pattern with `*`, or
    alternatives in braces. Raises `BadScenario` if the path leads to too many names.
    """
    limited(len(scenario.string_input), MAX_NAME, "characters in the path")
    found = [""]
    for level in (scenario.string_input.strip() or "*").split("."):
        alternatives = _alternatives(level)
        limited(len(found) * len(_LETTERS), MAX_ROWS, "names")
        found = [
            name
            for parent in found
            for name in (parent + letter for letter in _LETTERS)
            if any(fnmatchcase(name, each) for each in alternatives)
        ]
    return [table(query.ref_id, texts("name", found))]


def _alternatives(level: str) -> list[str]:
    inside = re.fullmatch(r"\{(.*)\}", level)
    return [each.strip() for each in inside[1].split(",")] if inside else [level]
