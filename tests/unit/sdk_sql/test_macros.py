"""Macros, statements and the scanner below both."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.sdk import TimeRange
from vedette.sdk.sql.errors import BadSqlQuery, NotAllowed
from vedette.sdk.sql.macros import Fill, Macro, MacroScope, expand
from vedette.sdk.sql.scan import Lexis, SqlTokenKind, tokens
from vedette.sdk.sql.source import Dialect
from vedette.sdk.sql.statement import one_statement
from vedette_plugins.datasources.duckdb.dialect import DIALECT as DUCKDB
from vedette_plugins.datasources.mysql.dialect import DIALECT as MYSQL
from vedette_plugins.datasources.postgres.dialect import dialect as postgres
from vedette_plugins.datasources.sqlite.dialect import DIALECT as SQLITE

POSTGRES, TIMESCALE = postgres(timescale=False), postgres(timescale=True)
ALL = [POSTGRES, MYSQL, SQLITE, DUCKDB]
START = datetime(2026, 5, 4, 12, tzinfo=UTC)
SCOPE = MacroScope(TimeRange(START, START + timedelta(hours=1)), timedelta(seconds=90))
PLAIN = Lexis(has_dollar_quotes=True, has_nested_comments=True)


def expanded(dialect: Dialect, sql: str, scope: MacroScope = SCOPE) -> str:
    return expand(sql, dialect.macros, dialect.grammar.lexis, scope).sql


def test_macros_that_double_their_argument_cannot_fill_the_memory() -> None:
    nested = "$__unixEpochFilter(" * 40 + "x" + ")" * 40
    with pytest.raises(BadSqlQuery, match="too long"):
        expanded(POSTGRES, nested)


@pytest.mark.parametrize(
    ("macro", "text"),
    [
        ("$__time(ts)", 'ts AS "time"'),
        ("$__timeEpoch(ts)", 'extract(epoch from ts) as "time"'),
        (
            "$__timeFilter(ts)",
            "ts BETWEEN '2026-05-04T12:00:00Z' AND '2026-05-04T13:00:00Z'",
        ),
        ("$__timeFrom()", "'2026-05-04T12:00:00Z'"),
        ("$__timeTo()", "'2026-05-04T13:00:00Z'"),
        ("$__timeGroup(ts,'5m')", "floor(extract(epoch from ts)/300)*300"),
        ("$__timeGroup(ts, 5m)", "floor(extract(epoch from ts)/300)*300"),
        ("$__timeGroup(ts,'500ms')", "floor(extract(epoch from ts)/0.5)*0.5"),
        ("$__timeGroup(ts,$__interval)", "floor(extract(epoch from ts)/90)*90"),
        ("$__timeGroup(ts,'$__interval')", "floor(extract(epoch from ts)/90)*90"),
        ("$__timeGroupAlias(ts,'1h')", 'floor(extract(epoch from ts)/3600)*3600 AS "time"'),
        ("$__unixEpochFilter(t)", "t >= 1777896000 AND t <= 1777899600"),
        ("$__unixEpochFrom()", "1777896000"),
        ("$__unixEpochTo()", "1777899600"),
        (
            "$__unixEpochNanoFilter(t)",
            "t >= 1777896000000000000 AND t <= 1777899600000000000",
        ),
        ("$__unixEpochNanoFrom()", "1777896000000000000"),
        ("$__unixEpochNanoTo()", "1777899600000000000"),
        ("$__unixEpochGroup(t,'5m')", "floor((t)/300)*300"),
        ("$__unixEpochGroupAlias(t,'5m')", 'floor((t)/300)*300 AS "time"'),
        ("$__interval", "1m30s"),
        ("$__interval_ms", "90000"),
        ("$__timeFilter(coalesce(a, b))", None),
    ],
)
def test_postgres_macros_stand_for_what_users_know(macro: str, text: str | None):
    span = "BETWEEN '2026-05-04T12:00:00Z' AND '2026-05-04T13:00:00Z'"
    assert expanded(POSTGRES, macro) == (text or f"coalesce(a, b) {span}")


@pytest.mark.parametrize(
    ("macro", "text"),
    [
        ("$__time(ts)", "UNIX_TIMESTAMP(ts) as time_sec"),
        ("$__timeEpoch(ts)", "UNIX_TIMESTAMP(ts) as time_sec"),
        (
            "$__timeFilter(ts)",
            "ts BETWEEN FROM_UNIXTIME(1777896000) AND FROM_UNIXTIME(1777899600)",
        ),
        ("$__timeFrom()", "FROM_UNIXTIME(1777896000)"),
        ("$__timeGroup(ts,'5m')", "UNIX_TIMESTAMP(ts) DIV 300 * 300"),
        ("$__timeGroupAlias(ts,'5m')", 'UNIX_TIMESTAMP(ts) DIV 300 * 300 AS "time"'),
        ("$__unixEpochGroup(t,'5m')", "t DIV 300 * 300"),
        ("$__unixEpochFilter(t)", "t >= 1777896000 AND t <= 1777899600"),
    ],
)
def test_mysql_macros_stand_for_what_users_know(macro: str, text: str):
    assert expanded(MYSQL, macro) == text


def test_moments_before_1970_are_written_so_that_mysql_knows_them():
    scope = MacroScope(TimeRange(datetime(1969, 12, 31, tzinfo=UTC), START), timedelta(minutes=1))
    assert expanded(MYSQL, "$__timeFrom()", scope) == (
        "DATE_ADD(FROM_UNIXTIME(0), INTERVAL -86400 SECOND)"
    )


def test_timescale_buckets_are_made_by_its_own_function():
    assert expanded(TIMESCALE, "$__timeGroup(ts,'5m')") == "time_bucket('300.000s',ts)"
    assert expanded(TIMESCALE, "$__timeGroupAlias(ts,'1h',NULL)") == (
        "time_bucket('3600.000s',ts) AS \"time\""
    )


@pytest.mark.parametrize("dialect", ALL, ids=lambda each: each.name)
def test_every_dialect_knows_every_macro(dialect: Dialect):
    for name in POSTGRES.macros:
        assert "$__" not in expanded(dialect, f"$__{name}(ts, '5m')")


@pytest.mark.parametrize(
    ("third", "fill"),
    [
        ("0", Fill(timedelta(minutes=5), "value", 0)),
        ("-1.5", Fill(timedelta(minutes=5), "value", -1.5)),
        ("NULL", Fill(timedelta(minutes=5), "null")),
        ("previous", Fill(timedelta(minutes=5), "previous")),
        ("'previous'", Fill(timedelta(minutes=5), "previous")),
    ],
)
def test_a_grouping_macro_says_how_to_fill(third: str, fill: Fill):
    for name in ("timeGroup", "timeGroupAlias", "unixEpochGroup", "unixEpochGroupAlias"):
        sql = f"SELECT $__{name}(ts,'5m', {third})"
        found = expand(sql, POSTGRES.macros, POSTGRES.grammar.lexis, SCOPE)
        assert found.fill == fill


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("$__nope(1)", "no macro $__nope"),
        ("$__timeFilter()", "requires the name of a column"),
        ("$__timeFilter(ts", "are not closed"),
        ("$__timeGroup(ts)", "requires a column and an interval"),
        ("$__timeGroup(ts,'soon')", "'soon' is not a duration"),
        ("$__timeGroup(ts,'0s')", "at least one millisecond"),
        ("$__timeGroup(ts,'5m',nothing)", "can fill with a number, NULL or previous"),
    ],
)
def test_a_wrong_macro_says_what_is_wrong(sql: str, sentence: str):
    with pytest.raises(BadSqlQuery, match=sentence.replace("$", r"\$").replace(".", r"\.")):
        expanded(POSTGRES, sql)


def test_macros_in_comments_are_left_alone():
    sql = "SELECT 1 -- $__timeFilter(\n/* $__nope() */ , $__unixEpochFrom()"
    assert expanded(POSTGRES, sql) == ("SELECT 1 -- $__timeFilter(\n/* $__nope() */ , 1777896000")


def test_names_that_are_no_macros_stay():
    assert expanded(POSTGRES, "SELECT $__dashboard, '$5'") == "SELECT $__dashboard, '$5'"


def test_macros_nested_beyond_reason_are_refused():
    with pytest.raises(BadSqlQuery, match="nested too deep"):
        expanded(POSTGRES, "$__time(" * 100 + "a" + ")" * 100)


arguments = st.recursive(
    st.sampled_from(["ts", "a.b", "'x,)(y'", '"odd,name)"', "1"]),
    lambda inner: st.lists(inner, min_size=1, max_size=3).map(
        lambda parts: f"f({', '.join(parts)})"
    ),
    max_leaves=8,
)


@given(arguments)
def test_any_expression_may_be_an_argument(argument: str):
    echo: Mapping[str, Macro] = {"echo": lambda call: "|".join(call.arguments)}
    assert expand(f"a $__echo({argument}, 2) b", echo, PLAIN, SCOPE).sql == f"a {argument}|2 b"


@given(st.text(max_size=200))
def test_scanning_never_fails_and_covers_the_text_in_order(sql: str):
    for lexis in {each.grammar.lexis for each in ALL}:
        end = 0
        for token in tokens(sql, lexis):
            assert end <= token.start < token.end <= len(sql)
            assert not sql[end : token.start].strip()
            end = token.end


@given(st.text(alphabet="ab'\"\\;-/*#$\n `", max_size=60))
def test_a_quoted_text_is_one_token_whatever_it_holds(text: str):
    quoted = "'" + text.replace("'", "''") + "'"
    (token,) = tokens(quoted, PLAIN)
    assert (token.kind, token.text) == (SqlTokenKind.TEXT, quoted)
    escaped = "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    (token,) = tokens(escaped, MYSQL.grammar.lexis)
    assert (token.kind, token.text) == (SqlTokenKind.TEXT, escaped)


@given(st.text(alphabet="ab'\";-/*$\n ", max_size=40), st.sampled_from(["", "tag"]))
def test_semicolons_in_texts_and_comments_end_nothing(text: str, tag: str):
    if f"${tag}$" in text or (tag and "$tag$" in text) or text.endswith("$"):
        return
    sql = f"SELECT ${tag}${text}${tag}$ AS a -- ; DROP TABLE x"
    assert one_statement(sql, POSTGRES.grammar) == f"SELECT ${tag}${text}${tag}$ AS a"


@pytest.mark.parametrize("dialect", ALL, ids=lambda each: each.name)
def test_a_statement_may_end_in_semicolons_and_comments(dialect: Dialect):
    sql = "/* why */ SELECT 1 ; ; -- done"
    assert one_statement(sql, dialect.grammar) == "SELECT 1"
    assert one_statement("(SELECT 1) UNION (SELECT 2);", dialect.grammar)


@pytest.mark.parametrize("dialect", ALL, ids=lambda each: each.name)
def test_a_second_statement_is_refused(dialect: Dialect):
    """Proves T52."""
    for sql in ("SELECT 1; SELECT 2", "SELECT ';'; DROP TABLE x", "SELECT 1;/**/x"):
        with pytest.raises(BadSqlQuery, match="single statement"):
            one_statement(sql, dialect.grammar)
    for sql in ("", " ; ", "-- only a comment"):
        with pytest.raises(BadSqlQuery, match="empty"):
            one_statement(sql, dialect.grammar)


@pytest.mark.parametrize("dialect", ALL, ids=lambda each: each.name)
@pytest.mark.parametrize(
    "word", ["DELETE", "insert", "COPY", "SET", "DO", "CALL", "ATTACH", "PRAGMA", "'x'", "1"]
)
def test_what_does_not_read_is_refused(dialect: Dialect, word: str):
    with pytest.raises(NotAllowed):
        one_statement(f"{word} FROM cpu", dialect.grammar)


def test_a_name_of_a_denied_function_may_be_a_column():
    sql = 'SELECT lo_price, "query", set_config FROM pg_ls_dir'
    assert one_statement(sql, POSTGRES.grammar) == sql
    for call in ("pg_ls_dir('/')", "pg_catalog.pg_ls_dir /* */ ('/')", '"lo_export"(1, 2)'):
        with pytest.raises(NotAllowed):
            one_statement(f"SELECT {call}", POSTGRES.grammar)


def test_mysql_texts_cannot_hide_a_call():
    for sql in (
        "SELECT 'a\\' ', load_file('x')",
        "SELECT \"load_file\"('x')",
        "SELECT 1 /*!, 2 */",
    ):
        with pytest.raises(NotAllowed):
            one_statement(sql, MYSQL.grammar)
    assert one_statement("SELECT 5--load_file\n, 2 # ; x", MYSQL.grammar)


def test_a_name_quoted_as_in_ansi_hides_nothing() -> None:
    """A server with ANSI_QUOTES ends the name at the second quote, and runs what follows."""
    hidden = """SELECT "\\", load_file('/etc/passwd') -- " """
    with pytest.raises(NotAllowed, match="load_file"):
        one_statement(hidden, MYSQL.grammar)
    assert one_statement('SELECT "it\'s; \\"5\\""', MYSQL.grammar)


@pytest.mark.parametrize("dialect", ALL, ids=lambda each: each.name)
@pytest.mark.parametrize(
    ("sql", "is_named"),
    [
        ("SELECT $__timeGroup(ts,'5m'), host FROM t", True),
        ("SELECT host, $__timeGroup(ts,'5m'), max(a) FROM t", True),
        ("SELECT $__timeGroup(ts,'5m') AS t, host FROM t", False),
        ("SELECT $__timeGroup(ts,'5m') FROM t", False),
        ("SELECT coalesce($__timeGroup(ts,'5m'), 0) FROM t", False),
        ("SELECT a FROM t GROUP BY $__timeGroup(ts,'5m'), host", False),
        ("SELECT a FROM t ORDER BY $__timeGroup(ts,'5m'), host", False),
    ],
)
def test_a_time_group_that_is_a_column_of_its_own_is_the_time_column(
    dialect: Dialect, sql: str, is_named: bool
):
    """Queries of old dashboards draw their series, though they name no time column."""
    assert ('AS "time"' in expanded(dialect, sql)) is is_named
