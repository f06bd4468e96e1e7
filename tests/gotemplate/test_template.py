"""Namespaces, options and errors of the public interface."""

from datetime import UTC, datetime, timedelta

import pytest

from vedette.gotemplate import CallError, Function, Named, Struct, TemplateError, parse


def test_files_share_their_templates_and_the_later_one_wins() -> None:
    first = parse("a", '{{define "title"}}old{{end}}{{define "only"}}only{{end}}', {})
    second = parse("b", '{{define "title"}}new{{end}}{{template "only"}}', {}, first)
    assert second.execute(None, name="title") == "new"
    assert second.execute(None) == "only"
    assert first.execute(None, name="title") == "old"
    assert second.defined() == {"a", "b", "title", "only"}


def test_a_template_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        parse("a", "", {}).name = "b"  # type: ignore[misc]


def test_variables_can_be_set_before_the_text_begins() -> None:
    template = parse("a", "{{$labels.job}} {{$value}}", {}, variables=["$labels", "$value"])
    assert template.execute(None, variables={"$labels": {"job": "x"}, "$value": 3}) == "x 3"


def test_functions_can_be_replaced_for_one_execution() -> None:
    template = parse("a", "{{who}}", {"who": Function(lambda: "nobody")})
    assert template.execute(None, functions={"who": Function(lambda: "Ann")}) == "Ann"
    assert template.execute(None) == "nobody"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ab\n {{.x.y", "template: mail:2:7: unclosed action"),
        ("{{nothing}}", 'template: mail:1:2: function "nothing" not defined'),
        ("{{if .x}}", "template: mail:1:9: unexpected EOF"),
        ("{{end}}", "template: mail:1:2: unexpected {{end}}"),
        ("{{$x}}", 'template: mail:1:2: undefined variable "$x"'),
        ("{{1i}}", "template: mail:1:2: complex constants are not supported: 1i"),
        ("{{1 | 2}}", "template: mail:1:7: non executable command in pipeline stage 2"),
        (
            "a\n{{len 3}}",
            'template: mail:2:2: executing "mail" at <len 3>: error calling len: len of type int',
        ),
        (
            '{{define "x"}}{{.a.b}}{{end}}{{template "x" .}}',
            'template: mail:1:18: executing "x" at <.a.b>: can\'t evaluate field b in type int',
        ),
    ],
)
def test_errors_name_template_line_column_and_what(text: str, message: str) -> None:
    with pytest.raises(TemplateError) as caught:
        parse("mail", text, {}).execute({"a": 1})
    assert caught.value.public == message
    assert f"{caught.value.line}:{caught.value.column}" in message


def test_the_error_of_a_function_is_reported_but_not_that_of_a_defect() -> None:
    def refuse() -> str:
        raise CallError("no such thing")

    def defect() -> str:
        raise KeyError("secret")

    functions = {"refuse": Function(refuse), "defect": Function(defect)}
    with pytest.raises(TemplateError, match="error calling refuse: no such thing"):
        parse("t", "{{refuse}}", functions).execute(None)
    with pytest.raises(TemplateError, match=r"error calling defect: it failed \(KeyError\)"):
        parse("t", "{{defect}}", functions).execute(None)


class Secret:
    password = "hunter2"


@pytest.mark.parametrize(
    "text",
    [
        "{{.secret.password}}",
        "{{.secret}}",
        "{{printf `%v %#v` .secret .secret}}",
        "{{.name.upper}}",
        "{{.name.__class__}}",
        "{{.list.append}}",
        "{{.map.keys}}{{.map.keys.x}}{{len .map.keys}}",
        "{{.struct.name}}",
        "{{.struct.fields}}",
        "{{.named.value}}",
        "{{.time.tzinfo}}",
        "{{.function.call}}",
        "{{index .secret `password`}}",
        "{{range .secret}}{{end}}",
        "{{eq .secret .secret}}",
        "{{html .secret}}",
    ],
)
def test_nothing_of_python_is_reachable(text: str) -> None:
    """Proves T54."""
    data = {
        "secret": Secret(),
        "name": "x",
        "list": [1],
        "map": {"a": 1},
        "struct": Struct({"A": 1}),
        "named": Named([1]),
        "time": datetime(2024, 1, 1, tzinfo=UTC),
        "function": Function(lambda: 1),
    }
    with pytest.raises(TemplateError):
        parse("t", text, {}).execute(data)


def test_plain_python_values_are_seen_as_gos() -> None:
    data = {"wait": timedelta(minutes=90), "pair": (1, 2), "day": datetime(2024, 2, 3, tzinfo=UTC)}
    text = "{{.wait}} {{.pair}} {{.day}} {{.wait.Hours}} {{gt .wait 5}}"
    expected = "1h30m0s [1 2] 2024-02-03 00:00:00 +0000 UTC 1.5 true"
    assert parse("t", text, {}).execute(data) == expected
