"""Functions that create lists and maps, and the namespaces `coll`, `data` and `tmpl`."""

from collections.abc import Mapping, Sequence

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.library.json_text import from_json, to_json
from vedette.gotemplate.values import (
    NO_VALUE,
    Function,
    MarkUp,
    Run,
    Struct,
    Value,
    items,
    kind,
    plain,
)


def _args(*values: Value) -> Mapping[str, Value]:
    """Return `arg0`, `arg1`, ...: several values for a `{{template}}`, which takes one."""
    return {f"arg{index}": value for index, value in enumerate(values)}


def _dict(*pairs: Value) -> Mapping[str, Value]:
    if len(pairs) % 2:
        raise CallError("dict takes pairs of a name and a value")
    made: dict[str, Value] = {}
    for name, value in zip(pairs[::2], pairs[1::2], strict=True):
        found = plain(name)
        if not isinstance(found, str):
            raise CallError(f"a name of dict is a string, not a {kind(name).value}")
        made[found] = value
    return made


def _list(*values: Value) -> Sequence[Value]:
    return list(values)


def _append(run: Run, to: Value, *values: Value) -> Sequence[Value]:
    before = [] if to is None else items(to)
    run.budget.items(len(before))
    return [*before, *values]


def _append_to(run: Run, value: Value, to: Value) -> Sequence[Value]:
    return _append(run, to, value)


def _to_json(run: Run, value: Value) -> str:
    return to_json(value, run.budget)


def _to_json_pretty(run: Run, indent: str, value: Value) -> str:
    if indent.strip() or len(indent) > 8:
        raise CallError("the indent is up to 8 spaces")
    return to_json(value, run.budget, indent)


def _from_json(run: Run, text: str) -> Value:
    run.budget.step(len(text) // 32)
    return from_json(text)


def _execute(run: Run, name: str, *data: Value) -> Value:
    return run.render(name, data[0] if data else NO_VALUE)


def _inline(run: Run, text: Value, *data: Value) -> Value:
    """Render a text. If it contains data, all of its output counts as data."""
    printed = run.render_text(str(plain(text)), data[0] if data else NO_VALUE)
    return printed if isinstance(text, MarkUp) and text.is_own else plain(printed)


_COLL = Struct(
    {},
    {
        "Dict": Function(_dict, rest="any"),
        "Slice": Function(_list, rest="any"),
        "Append": Function(_append_to, ("any", "any"), runs=True),
    },
    name="coll",
)
_DATA = Struct(
    {},
    {
        "JSON": Function(_from_json, ("string",), runs=True),
        "ToJSON": Function(_to_json, ("any",), runs=True),
        "ToJSONPretty": Function(_to_json_pretty, ("string", "any"), runs=True),
    },
    name="data",
)
_TMPL = Struct(
    {},
    {
        "Exec": Function(_execute, ("string",), rest="any", runs=True),
        "Inline": Function(_inline, ("text",), rest="any", runs=True),
    },
    name="tmpl",
)

FUNCTIONS: Mapping[str, Function] = {
    "args": Function(_args, rest="any"),
    "dict": Function(_dict, rest="any"),
    "list": Function(_list, rest="any"),
    "append": Function(_append, ("any",), rest="any", runs=True),
    "coll": Function(lambda: _COLL),
    "data": Function(lambda: _DATA),
    "tmpl": Function(lambda: _TMPL),
}
