"""Several severities in one rule, and separate limits for series.

A body can contain `thresholds: {of, levels: [{labels, evaluator}]}` instead of a condition. It is
compiled into one expression and templates of labels, so that the evaluation needs no special
support.

The expression has the refId `level`. Its value is the number of the level of a series: of three
levels the first is 3, the last 1, none 0.
"""

from collections.abc import Mapping, Sequence

import msgspec

from vedette.alerting.model import RuleQuery
from vedette.alerting.rules.reading import RuleReader
from vedette.querying.model import EXPRESSIONS

LEVEL = "level"
RECOVERING = "__level_1__"
"""RefId of the lowest level if it has a recovery threshold, which only a threshold expression
supports."""
MAX_LEVELS = 10
_SIGNS = {"gt": ">", "lt": "<", "gte": ">=", "lte": "<=", "eq": "==", "ne": "!="}
_RANGES = {
    "within_range": (">", "<", "&&"),
    "within_range_included": (">=", "<=", "&&"),
    "outside_range": ("<", ">", "||"),
    "outside_range_included": ("<=", ">=", "||"),
}


class Compiled(msgspec.Struct, frozen=True):
    queries: tuple[RuleQuery, ...]
    labels: dict[str, str]


def compiled(
    reader: RuleReader, queries: Sequence[RuleQuery], labels: Mapping[str, str]
) -> Compiled | None:
    """Return None if the rule has no `thresholds`. Raises `BadRule`."""
    thresholds = reader.below("thresholds")
    if thresholds is None:
        return None
    names = {query.ref_id for query in queries}
    condition = reader.value.get("condition")
    if condition not in (None, "", LEVEL):
        raise reader.wrong("condition", "cannot be combined with thresholds; remove it")
    if names & {LEVEL, RECOVERING}:
        raise reader.wrong("data", f"has a query {LEVEL}; rename it, as thresholds use this refId")
    if reader.value.get("record") is not None:
        raise reader.wrong(
            "thresholds", "cannot be combined with record; a recording rule has no levels"
        )
    of = _ref_id(thresholds, "of", names)
    levels = thresholds.objects("levels", MAX_LEVELS)
    if not levels:
        raise thresholds.wrong("levels", "is empty; add at least one level, the most severe first")
    own = [level.pairs("labels", 100, 4_096) for level in levels]
    tests = [_test(level, of, names) for level in levels]
    added = []
    for level in levels[:-1]:
        if level.value.get("unloadEvaluator") is not None:
            raise level.wrong("unloadEvaluator", "is only possible at the last, lowest level")
    if levels[-1].value.get("unloadEvaluator") is not None:
        added.append(_recovering(levels[-1], of))
        tests[-1] = f"${{{RECOVERING}}}"
    added.append(RuleQuery(LEVEL, EXPRESSIONS, {"type": "math", "expression": _formula(tests)}))
    return Compiled((*queries, *added), {**labels, **_labels(own, labels)})


def _formula(tests: Sequence[str]) -> str:
    """Return an expression for the number of the first level reached, counted from the end."""
    formula = tests[-1]
    for rank, test in enumerate(reversed(tests[:-1]), 2):
        formula = f"({test}) * {rank} + (1 - ({test})) * ({formula})"
    return formula


def _test(level: RuleReader, of: str, names: set[str]) -> str:
    """Return an expression that is 1 or 0. NaN reaches no level."""
    evaluator = level.below("evaluator")
    if evaluator is None:
        raise level.wrong("evaluator", "is missing; set the evaluator of a threshold")
    kind = evaluator.one_of("type", (*_SIGNS, *_RANGES))
    if not kind:
        raise evaluator.wrong("type", "is missing; use gt, lt or another test of a threshold")
    value = f"${{{of}}}"
    if evaluator.value.get("from") is not None:
        if kind not in _SIGNS:
            raise evaluator.wrong("type", f"is {kind!r}; with from, use {', '.join(_SIGNS)}")
        limit = f"${{{_ref_id(evaluator, 'from', names)}}}"
        return f"(!is_nan({value} - {limit})) && ({value} {_SIGNS[kind]} {limit})"
    limits = sorted(evaluator.numbers("params", 2)[: 1 if kind in _SIGNS else 2])
    if len(limits) < (1 if kind in _SIGNS else 2):
        raise evaluator.wrong("params", f"has too few numbers for {kind}")
    if kind in _SIGNS:
        return f"(!is_nan({value})) && ({value} {_SIGNS[kind]} ({limits[0]!r}))"
    low, high, both = _RANGES[kind]
    return (
        f"(!is_nan({value})) && (({value} {low} ({limits[0]!r}))"
        f" {both} ({value} {high} ({limits[1]!r})))"
    )


def _recovering(level: RuleReader, of: str) -> RuleQuery:
    evaluator = level.below("evaluator")
    if evaluator is not None and evaluator.value.get("from") is not None:
        raise level.wrong("unloadEvaluator", "needs a level with params; it has from")
    condition = {key: level.value[key] for key in ("evaluator", "unloadEvaluator")}
    model = {"type": "threshold", "expression": of, "conditions": [condition]}
    return RuleQuery(RECOVERING, EXPRESSIONS, model)


def _ref_id(reader: RuleReader, key: str, names: set[str]) -> str:
    ref_id = reader.text(key, 100)
    if ref_id not in names or "}" in ref_id:
        raise reader.wrong(key, f"is {ref_id!r}; use the refId of a query of this rule")
    return ref_id


def _labels(levels: Sequence[Mapping[str, str]], own: Mapping[str, str]) -> dict[str, str]:
    """Return each label of the levels as a template that depends on the level.

    If no level is reached or there is no data, the rule's own label applies.
    """
    names = dict.fromkeys(name for level in levels for name in level)
    return {name: _template(name, levels, own.get(name, "")) for name in names}


def _template(name: str, levels: Sequence[Mapping[str, str]], own: str) -> str:
    text = "{{ $level := 0.0 }}{{ with $values." + LEVEL + " }}{{ $level = .Value }}{{ end }}"
    for index, level in enumerate(levels):
        test = f"{'else if' if index else 'if'} eq $level {len(levels) - index}.0"
        text += "{{ " + test + " }}" + level.get(name, own)
    return text + "{{ else }}" + own + "{{ end }}"
