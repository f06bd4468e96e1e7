"""From answers to samples: what can be alerted on, and the values that belong to it."""

import math

import numpy as np
import pytest
from tests.unit.alerting.made import at, rule

from vedette.alerting.evaluation.errors import NotNumbers
from vedette.alerting.evaluation.samples import outcome, samples
from vedette.alerting.model import RuleQuery
from vedette.kernel.errors import BadGateway
from vedette.querying.expressions.errors import InputFailed
from vedette.sdk import Answer, Field, FieldType, Frame, FrameKind

NUMBER, TEXT, TIME = FieldType.NUMBER, FieldType.STRING, FieldType.TIME


def number(value: float | None, **labels: str) -> Frame:
    return Frame(FrameKind.NUMBERS, (Field("B", NUMBER, [value], labels or None, nullable=True),))


def points(*values: float | None, **labels: str) -> Frame:
    times = Field("Time", TIME, list(range(0, 1000 * len(values), 1000)))
    return Frame(FrameKind.SERIES, (times, Field("A", NUMBER, list(values), labels, nullable=True)))


def table(**columns: list) -> Frame:
    fields = [
        Field(name, TEXT if isinstance(values[0], str) else NUMBER, values)
        for name, values in columns.items()
    ]
    return Frame(FrameKind.TABLE, tuple(fields))


def answer(ref_id: str, *frames: Frame) -> Answer:
    return Answer(ref_id, frames)


def answers(*found: Answer) -> dict[str, Answer]:
    return {each.ref_id: each for each in found}


def test_each_number_of_the_condition_is_a_sample() -> None:
    found = samples("B", answers(answer("B", number(1, host="a"), number(0, host="b"))))
    assert [(each.labels, each.value) for each in found] == [
        ({"host": "a"}, 1),
        ({"host": "b"}, 0),
    ]


def test_rows_of_a_table_are_samples_with_their_text_as_labels() -> None:
    found = samples("A", answers(answer("A", table(host=["a", "b"], free=[0.5, 0.0]))))
    assert [(each.labels, each.value, each.values) for each in found] == [
        ({"host": "a"}, 0.5, {"A": 0.5}),
        ({"host": "b"}, 0.0, {"A": 0.0}),
    ]


def test_a_series_of_one_point_is_a_number_and_one_without_is_null() -> None:
    found = samples("A", answers(answer("A", points(3, host="a"), points(None, host="b"))))
    assert [each.value for each in found] == [3, None]
    empty = Frame(
        FrameKind.SERIES,
        (Field("Time", TIME, np.array([], np.int64)), Field("A", NUMBER, np.array([]))),
    )
    assert [each.value for each in samples("A", answers(answer("A", empty)))] == [None]


def test_a_series_is_refused_with_the_way_out() -> None:
    with pytest.raises(NotNumbers, match=r"A is a time series of 2 points.*reduce"):
        samples("A", answers(answer("A", points(1, 2))))


def test_not_a_number_is_kept_apart_from_null() -> None:
    found = samples("B", answers(answer("B", number(math.nan, x="1"), number(None, x="2"))))
    assert found[0].value is not None and math.isnan(found[0].value)
    assert (found[1].value, found[1].values) == (None, {})


def test_values_of_other_nodes_go_with_the_series_they_share_labels_with() -> None:
    found = samples(
        "C",
        answers(
            answer("A", points(1, 2, 3, host="a")),
            answer("B", number(90, host="a"), number(10, host="b")),
            answer("T", number(80)),
            answer("P", number(7, host="a", port="1")),
            answer("C", number(1, host="a"), number(0, host="b"), number(0, host="c")),
        ),
    )
    assert [each.values for each in found] == [
        {"C": 1, "B": 90, "T": 80},
        {"C": 0, "B": 10, "T": 80},
        {"C": 0, "T": 80},
    ]
    assert found[0].value_labels == {"C": {"host": "a"}, "B": {"host": "a"}, "T": {}}


def test_of_several_values_the_one_with_the_most_labels_goes_with_a_series() -> None:
    found = samples(
        "C",
        answers(
            answer("B", number(1), number(2, host="a"), number(3, host="a", port="2")),
            answer("C", number(1, host="a", port="1")),
        ),
    )
    assert found[0].values["B"] == 2


def test_nodes_that_hold_no_numbers_or_failed_are_left_out() -> None:
    found = samples(
        "C",
        answers(
            answer("A", Frame(FrameKind.LOGS, (Field("line", TEXT, ["x"]),))),
            answer("B", table(a=[1.0, 2.0], b=[3.0, 4.0])),
            Answer("D", error=BadGateway("away")),
            answer("E", number(None)),
            answer("F", points(4)),
            answer("C", number(1)),
        ),
    )
    assert found[0].values == {"C": 1, "F": 4}


def test_a_classic_condition_tells_what_held() -> None:
    matches = [
        {"metric": "cpu", "labels": {"host": "a"}, "value": 91.0},
        {"metric": "NoData", "labels": None, "value": None},
    ]
    fields = (Field("B", NUMBER, [1.0]),)
    frame = Frame(FrameKind.NUMBERS, fields, meta={"custom": matches})
    (found,) = samples("B", answers(answer("B", frame)))
    assert found.values == {"B": 1, "B0": 91}


def test_an_outcome_holds_the_samples() -> None:
    found = outcome(rule(), answers(answer("A"), answer("B", number(1))), at(1))
    assert (found.tick, len(found.samples), found.failure, found.ref_ids) == (at(1), 1, None, ())


def test_a_failed_query_is_named_although_the_condition_failed_for_it() -> None:
    error = BadGateway("prom is away.")
    below = InputFailed("B was not evaluated.", failed="A", reason="prom is away.")
    found = outcome(rule(), answers(Answer("A", error=error), Answer("B", error=below)), at(0))
    assert (found.failure, found.ref_ids) == (error, ("A",))


def test_a_condition_that_cannot_be_used_is_a_failure() -> None:
    found = outcome(rule(), answers(answer("B", points(1, 2))), at(0))
    assert isinstance(found.failure, NotNumbers)
    assert found.ref_ids == ("B",)


def test_a_condition_that_does_not_exist_is_a_failure() -> None:
    found = outcome(rule(condition="Z"), answers(answer("B")), at(0))
    assert found.failure is not None
    assert "condition Z" in found.failure.public


@pytest.mark.parametrize("uid", ["__expr__", "-100"])
def test_an_expression_is_no_query_that_was_silent(uid: str) -> None:
    made = rule(queries=(RuleQuery("A", "prom", {}), RuleQuery("B", uid, {})))
    found = outcome(made, answers(answer("A"), answer("B")), at(0))
    assert found.ref_ids == ("A",)


def test_silence_names_the_queries_that_were_silent() -> None:
    made = rule(queries=(*rule().queries, RuleQuery("C", "loki", {})))
    found = outcome(made, answers(answer("A"), answer("B"), answer("C", number(1))), at(0))
    assert (found.samples, found.ref_ids) == ((), ("A",))
    found = outcome(made, answers(answer("A", number(1)), answer("B")), at(0))
    assert found.ref_ids == ("B",)
