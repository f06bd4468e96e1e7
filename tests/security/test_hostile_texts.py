"""Whatever a viewer writes into a query, reading it holds up nobody else."""

from contextlib import suppress
from datetime import timedelta
from time import process_time

import pytest

from vedette.querying.expressions.table_names import used
from vedette.sdk.names import BadLegend
from vedette.sdk.sql.scan import Lexis, tokens
from vedette_plugins.datasources.alertmanager.matchers import matchers
from vedette_plugins.datasources.loki import legend as loki_legend
from vedette_plugins.datasources.loki import macros as loki_macros
from vedette_plugins.datasources.prometheus import legend as prometheus_legend
from vedette_plugins.datasources.prometheus import macros as prometheus_macros
from vedette_plugins.datasources.tempo.model import is_metrics

_MINUTE = timedelta(minutes=1)
_LOKI = loki_macros.Times(_MINUTE, _MINUTE, _MINUTE)
_PROMETHEUS = prometheus_macros.Times(_MINUTE, _MINUTE, _MINUTE)
_SQL = Lexis(has_nested_comments=True, has_dollar_quotes=True)
_MYSQL = Lexis(name_quotes="`", has_backslashes=True)
_LONG = 20_000
"""Parts of a text: what takes their square would take minutes."""

PARTS = [
    "{{",
    "{{ ",
    "{{a",
    "${__interval:",
    "[[__interval:",
    "$__interval",
    '\\"',
    "\\'",
    '"a',
    "'\"a",
    "`a",
    "| ",
    "/*",
    "/* ",
    "$a$ ",
    "-- ",
    " ",
    "(",
]

EDGES = [("", ""), ('"', "\\"), ("'", "\\"), ("{{", "*/")]


def _read_legend(series_names, text):
    """A legend is read or refused."""
    with suppress(BadLegend):
        series_names(text, "up")({})


READERS = {
    "a legend of Loki": lambda text: _read_legend(loki_legend.series_names, text),
    "a legend of Prometheus": lambda text: _read_legend(prometheus_legend.series_names, text),
    "macros of Loki": lambda text: loki_macros.expand(text, _LOKI),
    "macros of Prometheus": lambda text: prometheus_macros.expand(text, _PROMETHEUS),
    "the rate interval": prometheus_macros.mentions_rate_interval,
    "TraceQL": is_metrics,
    "matchers": matchers,
    "names of tables": lambda text: used(text, ["A"]),
    "SQL": lambda text: list(tokens(text, _SQL)),
    "SQL of MySQL": lambda text: list(tokens(text, _MYSQL)),
}


@pytest.mark.parametrize("what", READERS)
def test_no_text_takes_the_square_of_its_length(what: str) -> None:
    for part in PARTS:
        for start, end in EDGES:
            began = process_time()
            READERS[what](start + part * _LONG + end)
            seconds = process_time() - began
            assert seconds < 1, f"{what}: {start}{part}...{end} took {seconds:.1f} s"
