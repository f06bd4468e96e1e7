from hypothesis import given
from hypothesis import strategies as st

from vedette.dashboards.queried_sources import queried_sources


def test_panels_are_counted_once_for_each_source_they_query():
    prometheus, loki = {"uid": "prom"}, {"type": "loki", "uid": "loki"}
    model = {
        "panels": [
            {"datasource": prometheus, "targets": [{"datasource": prometheus}, {}]},
            {
                "datasource": {"uid": "-- Mixed --"},
                "targets": [{"datasource": prometheus}, {"datasource": loki}],
            },
            {"type": "row", "panels": [{"datasource": loki}]},
        ]
    }
    assert queried_sources(model) == {"prom": 2, "loki": 2}


def test_sources_of_variables_and_annotations_have_no_panels():
    model = {
        "templating": {"list": [{"datasource": {"uid": "prom"}}]},
        "annotations": {"list": [{"datasource": {"uid": "loki"}}, {"datasource": "old name"}]},
        "panels": [{"datasource": {"uid": "prom"}}],
    }
    assert queried_sources(model) == {"prom": 1, "loki": 0, "old name": 0}


def test_old_rows_and_names_count():
    assert queried_sources({"rows": [{"panels": [{"datasource": "Metrics"}]}]}) == {"Metrics": 1}


def test_references_to_no_stored_source_are_left_out():
    references = [
        "",
        "default",
        "-- Dashboard --",
        "__expr__",
        "-100",
        "${ds}",
        "$ds",
        "[[ds]]",
        "grafana",
    ]
    panels = [{"datasource": each} for each in (*references, *({"uid": r} for r in references))]
    assert queried_sources({"panels": [*panels, {"datasource": None}, {"datasource": 3}]}) == {}


_KEYS = st.sampled_from(
    ["panels", "rows", "targets", "datasource", "uid", "templating", "annotations", "list"]
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(_KEYS, inner),
    max_leaves=20,
)


@given(st.dictionaries(_KEYS, _JSON))
def test_no_model_is_too_odd_to_be_read(model):
    found = queried_sources(model)
    assert all(name and "\0" not in name and count >= 0 for name, count in found.items())
