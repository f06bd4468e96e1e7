from hypothesis import given
from hypothesis import strategies as st

from vedette.dashboards.asked_sources import asked_sources


def test_panels_are_counted_once_for_each_source_they_ask():
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
    assert asked_sources(model) == {"prom": 2, "loki": 2}


def test_variables_and_annotations_ask_without_a_panel():
    model = {
        "templating": {"list": [{"datasource": {"uid": "prom"}}]},
        "annotations": {"list": [{"datasource": {"uid": "loki"}}, {"datasource": "old name"}]},
        "panels": [{"datasource": {"uid": "prom"}}],
    }
    assert asked_sources(model) == {"prom": 1, "loki": 0, "old name": 0}


def test_old_rows_and_names_count():
    assert asked_sources({"rows": [{"panels": [{"datasource": "Metrics"}]}]}) == {"Metrics": 1}


def test_what_names_no_stored_source_is_left_out():
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
    assert asked_sources({"panels": [*panels, {"datasource": None}, {"datasource": 3}]}) == {}


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
    found = asked_sources(model)
    assert all(name and "\0" not in name and count >= 0 for name, count in found.items())
