"""SQL over the answers of other queries, in the process that it really runs in."""

import threading
import time

import pytest
from tests.unit.querying.expressions.made import math, number, run, series, table, target

from vedette.querying.expressions import table_names
from vedette.querying.expressions.engine import evaluate
from vedette.querying.expressions.graph import plan
from vedette.querying.expressions.limits import ExpressionLimits, SqlLimits
from vedette.querying.expressions.running import Running
from vedette.sdk import Answer


def sql(statement: str, ref_id: str = "Q"):
    return target(ref_id, type="sql", expression=statement)


def asked(statement: str, *, limits: SqlLimits | None = None, **frames):
    return run(sql(statement), limits=ExpressionLimits(sql=limits or SqlLimits()), **frames)["Q"]


def columns(answer: Answer):
    assert answer.error is None, answer.error.public
    (frame,) = answer.frames
    found = {}
    for field in frame.fields:
        values = list(field.values)
        if field.nulls is not None:
            values = [None if gone else v for v, gone in zip(values, field.nulls, strict=True)]
        found[field.name] = (str(field.type), values)
    return found


def test_tables_are_joined_across_sources():
    found = asked(
        "SELECT a.host, a.cpu, b.team FROM A a JOIN b ON a.host = b.host ORDER BY a.cpu DESC",
        A=table(host=["x", "y"], cpu=[1.5, 2.5]),
        B=table(host=["x", "y"], team=["red", None]),
    )
    assert columns(found) == {
        "host": ("string", ["y", "x"]),
        "cpu": ("number", [2.5, 1.5]),
        "team": ("string", [None, "red"]),
    }


def test_series_are_rows_with_a_column_for_each_label():
    found = asked(
        'SELECT time, __value__ AS v, __metric_name__ AS m, job FROM "A" ORDER BY job, time',
        A=(series([1, None], job="a", __name__="up"), series([3], job="b", __name__="up")),
    )
    assert columns(found) == {
        "time": ("time", [0, 1000, 0]),
        "v": ("number", [1, None, 3]),
        "m": ("string", ["up", "up", "up"]),
        "job": ("string", ["a", "a", "b"]),
    }


def test_every_type_comes_back_as_a_type_of_frames():
    found = asked(
        "SELECT time, time::DATE AS day, n::DECIMAL(9, 2) AS d, n::BIGINT AS i, n > 1 AS b,"
        " [n] AS l, NULL AS nothing, n FROM A",
        A=table(time=[86_400_000], n=[1.25]),
    )
    assert columns(found) == {
        "time": ("time", [86_400_000]),
        "day": ("time", [86_400_000]),
        "d": ("number", [1.25]),
        "i": ("number", [1]),
        "b": ("boolean", [True]),
        "l": ("string", ["[1.25]"]),
        "nothing": ("string", [None]),
        "n": ("number", [1.25]),
    }


def test_sql_reads_expressions_and_is_read_by_them():
    found = run(
        math("B", "$A * 10"),
        sql("SELECT host, __value__ + 1 AS v FROM B"),
        math("X", "$Q"),
        A=(number(1, host="a"), number(2, host="b")),
    )
    values = [(dict(f.fields[0].labels), f.fields[0].values[0]) for f in found["X"].frames]
    assert values == [({"host": "a"}, 11), ({"host": "b"}, 21)]


def test_where_an_input_has_no_data_there_is_none():
    assert asked("SELECT * FROM A", A=()).frames[0].fields == ()


ATTACKS = [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_blob('/proc/self/environ')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/*')",
    "SELECT * FROM sniff_csv('/etc/passwd')",
    "SELECT * FROM read_parquet('http://127.0.0.1:1/x')",
    "ATTACH '/tmp/vedette-attack.db' AS x",
    "COPY (SELECT 1) TO '/tmp/vedette-attack.csv'",
    "EXPORT DATABASE '/tmp/vedette-attack'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SELECT getenv('HOME')",
    "PRAGMA database_list",
    "SET memory_limit = '100GB'",
    "SET enable_external_access = true",
    "SELECT 1; SELECT 2",
    "CREATE TABLE x AS SELECT 1",
    "DROP TABLE A",
    "CALL pragma_version()",
    "SELECT * FROM query('COPY (SELECT 1) TO ''/tmp/vedette-attack.csv''')",
]


@pytest.mark.parametrize("statement", ATTACKS)
def test_nothing_but_the_inputs_can_be_read_and_nothing_written(statement: str):
    """Proves T56, CVE-2024-9264, CVE-2026-27876."""
    error = asked(statement, A=number(1)).error
    assert error is not None
    assert error.status == 400
    assert "/root" not in error.public


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT length(repeat('x', 4000000000))",
        "SELECT lpad('x', 2000000000, 'y')",
        "SELECT list(a.range) FROM range(100000000) a",
        "SELECT string_agg(repeat('x', 1000000), '') FROM range(100000)",
    ],
)
def test_memory_is_bounded_even_where_the_engine_does_not_count_it(statement: str):
    error = asked(statement, A=number(1), limits=SqlLimits(memory_mb=64)).error
    assert error.status in (413, 503)
    assert "64 MB" in error.public


def test_what_never_ends_is_ended():
    endless = (
        "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r"
    )
    started = time.monotonic()
    error = asked(endless, A=number(1), limits=SqlLimits(seconds=1)).error
    assert (error.status, "longer than 1 seconds" in error.public) == (504, True)
    assert time.monotonic() - started < 5


def test_whoever_waits_can_end_it():
    running, targets = (
        Running(),
        [sql("SELECT count(*) FROM range(1e6::BIGINT), range(1e6::BIGINT)")],
    )
    threading.Timer(0.3, running.stop).start()
    started = time.monotonic()
    found = evaluate(plan(targets, ()), {}, ExpressionLimits(), running)
    assert found["Q"].error.code == "query.expression_stopped"
    assert time.monotonic() - started < 5


def test_long_results_are_cut_with_a_notice():
    limits = SqlLimits(output_cells=20)
    found = asked("SELECT range AS a, range AS b FROM range(50)", limits=limits, A=number(1))
    assert len(found.frames[0].fields[0].values) == 10
    assert "more than 10 rows" in found.frames[0].notices[0]["text"]
    limits = SqlLimits(output_bytes=4000)
    found = asked("SELECT repeat('x', 100) FROM range(50)", limits=limits, A=number(1))
    assert len(found.frames[0].fields[0].values) == 10


def test_large_inputs_and_long_statements_are_refused():
    limits = SqlLimits(input_cells=10, statement=40)
    error = asked("SELECT * FROM A", limits=limits, A=series([1.0] * 50)).error
    assert "reads 100 cells. The limit is 10" in error.public
    assert "The limit is 40." in asked("SELECT 1 -- " + "x" * 40, limits=limits).error.public


def test_errors_are_reported_in_the_words_of_the_engine():
    error = asked("SELECT nope FROM A", A=table(host=["a"], n=[1])).error
    assert error.public.startswith("Expression Q: ")
    assert "nope" in error.public
    assert "does not exist" in asked("SELECT * FROM nothing").error.public


def test_names_that_sql_cannot_tell_apart_are_refused():
    error = asked("SELECT * FROM a, A", a=number(1), A=number(2)).error
    assert "reads a and A, which SQL cannot distinguish" in error.public


def test_columns_of_one_name_are_distinguished():
    frame = table(n=[1.0])
    twice = type(frame)(frame.kind, (*frame.fields, *frame.fields))
    assert list(columns(asked("SELECT * FROM A", A=twice))) == ["n", "n_2"]


@pytest.mark.parametrize(
    ("statement", "used"),
    [
        ("SELECT * FROM A", ("A",)),
        ('select * from a x join "my query" on x.B = 1, C', ("A", "my query", "C")),
        ("SELECT (SELECT max(n) FROM B) FROM A WHERE A.n IN (SELECT n FROM C)", ("B", "A", "C")),
        ("SELECT a, B AS C FROM A", ("A",)),
        ("SELECT * FROM A ORDER BY B, C", ("A",)),
        ("WITH B AS (SELECT * FROM A) SELECT * FROM B", ("A",)),
        ("WITH B(x, y) AS NOT MATERIALIZED (SELECT * FROM A) SELECT * FROM B", ("A",)),
        ("SELECT 'FROM B' -- FROM B\n /* FROM C */ FROM A", ("A",)),
        ("SELECT * FROM (A CROSS JOIN B)", ("A", "B")),
        ("SELECT count(x, B) FROM A", ("A",)),
        ("FROM A", ("A",)),
    ],
)
def test_inputs_are_what_stands_where_a_table_stands(statement: str, used: tuple[str, ...]):
    assert table_names.used(statement, ["A", "B", "C", "my query"]) == used
