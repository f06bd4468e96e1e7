"""Dashboards exported for sharing get their sources without losing a byte elsewhere."""

from vedette.dashboards.inputs import Input, declared_inputs, fill_inputs

SHARED = (
    b'{"__inputs": [{"name": "DS_PROM", "type": "datasource", "pluginId": "prometheus"},'
    b' {"name": "VAR_X", "type": "constant", "value": "5m"}], "title": "T", "n": 1.0,'
    b' "panels": [{"datasource": {"uid": "${DS_PROM}"}, "expr": "rate(x[${VAR_X}]) ${other}"}]}'
)


def test_the_declared_inputs_are_found() -> None:
    assert declared_inputs(SHARED) == (
        Input("DS_PROM", "datasource", "prometheus"),
        Input("VAR_X", "constant", "", "5m"),
    )


def test_only_declared_placeholders_are_replaced() -> None:
    assert fill_inputs(SHARED, {"DS_PROM": 'a"b', "VAR_X": "5m"}) == (
        b'{"title":"T","n":1.0,"panels":[{"datasource": {"uid": "a\\"b"},'
        b' "expr": "rate(x[5m]) ${other}"}]}'
    )


def test_a_model_without_inputs_asks_for_nothing() -> None:
    for raw in (b'{"title": "x"}', b'{"__inputs": 5}', b'["__inputs"]', b'{"__inputs"'):
        assert declared_inputs(raw) == ()
