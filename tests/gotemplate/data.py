"""Data of the cases: JSON in which an object with one `$` key is a value JSON does not have.

`tests/gotemplate/oracle/data.go` makes the same of it for Go.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from vedette.gotemplate import CallError, Duration, Function, Named, Struct, Value, library

DATA: Mapping[str, object] = {
    "name": "Ann",
    "empty": "",
    "text": "héllo wörld €",
    "markup": "<a href=\"x\">'T&T'</a>",
    "lines": "one\ntwo\ttabs",
    "n": 42,
    "zero": 0,
    "neg": -7,
    "big": 9007199254740993,
    "pi": 3.141592653589793,
    "whole": {"$float": "5"},
    "tiny": 1.5e-07,
    "large": {"$float": "1e21"},
    "nan": {"$float": "NaN"},
    "inf": {"$float": "+Inf"},
    "ninf": {"$float": "-Inf"},
    "yes": True,
    "no": False,
    "nil": None,
    "list": [1, 2, 3],
    "mixed": [1, "two", 3.5, None, True, ["x"], {"k": "v"}],
    "words": ["b", "a", "c"],
    "none": [],
    "map": {"b": 2, "a": 1, "c": {"d": [10, 20, {"e": "deep"}]}},
    "nomap": {},
    "labels": {"$kv": {"alertname": "Down", "job": "node", "instance": "a:9100"}},
    "strings": {"$strings": {"x": "1", "y": "2"}},
    "alert": {
        "$alert": {
            "Status": "firing",
            "Count": 3,
            "Ratio": 0.25,
            "Labels": {"$kv": {"alertname": "Down"}},
            "StartsAt": {"$time": "2024-02-03T04:05:06.789Z"},
            "Extra": {"inner": [None, 1]},
        }
    },
    "time": {"$time": "2024-02-29T13:04:05.123456Z"},
    "summer": {"$time": "2024-07-01T10:00:00Z|Europe/Berlin"},
    "offset": {"$time": "2023-12-31T23:59:59-03:30"},
    "first": {"$time": "0001-01-01T00:00:00Z"},
    "duration": {"$duration": 5_400_000_000_000},
    "short": {"$duration": 1_500_000},
    "negative": {"$duration": -90_061_000_000_000},
}
WITH_FUNCTIONS = {**DATA, "upper": {"$func": "upper"}, "add": {"$func": "add"}}
"""Not in `DATA`: a function prints as its address."""

_FLOATS = {"NaN": float("nan"), "+Inf": float("inf"), "-Inf": float("-inf")}


def native(value: object) -> Value:
    if isinstance(value, list | tuple):
        return [native(one) for one in value]
    if not isinstance(value, Mapping):
        return value
    if len(value) == 1:
        tag, of = next(iter(value.items()))
        if tag.startswith("$"):
            return _tagged(tag, of)
    return {key: native(one) for key, one in value.items()}


def _tagged(tag: str, of: object) -> Value:
    match tag:
        case "$float":
            return _FLOATS.get(str(of)) or float(str(of))
        case "$time":
            text, _, zone = str(of).partition("|")
            moment = datetime.fromisoformat(text)
            return moment.astimezone(ZoneInfo(zone)) if zone else moment
        case "$duration":
            return Duration(of)  # type: ignore[call-overload]
        case "$strings":
            return Named(of, zero="")
        case "$kv":
            return _kv(of)  # type: ignore[arg-type]
        case "$alert":
            return _alert(of)  # type: ignore[arg-type]
        case "$func":
            return FUNCTIONS[str(of)]
    raise ValueError(tag)


def _kv(labels: Mapping[str, str]) -> Named:
    def sorted_pairs() -> Named:
        pairs = [
            Struct({"Name": name, "Value": labels[name]}, name="main.Pair")
            for name in sorted(labels)
        ]
        return Named(pairs, {"Names": Function(lambda: sorted(labels))}, name="main.Pairs")

    methods = {
        "SortedPairs": Function(sorted_pairs),
        "Get": Function(lambda name: labels.get(name, ""), ("string",)),
        "Fail": Function(_fail),
    }
    return Named(labels, methods, name="main.KV", zero="")


def _alert(fields: Mapping[str, object]) -> Struct:
    known = {name: native(value) for name, value in fields.items()}
    labels, count = known["Labels"], known["Count"]
    assert isinstance(labels, Named) and isinstance(labels.value, Mapping)
    assert isinstance(count, int)
    name = labels.value.get("alertname", "")
    methods = {
        "Name": Function(lambda: name),
        "Plus": Function(lambda number: count + number, ("int",)),
    }
    order = ("Status", "Count", "Ratio", "Labels", "StartsAt", "Extra")
    return Struct({field: known[field] for field in order}, methods, name="main.Alert")


def _fail() -> Value:
    raise CallError("on purpose")


_LIBRARY = library.functions(lambda: datetime(2024, 1, 1, tzinfo=UTC))
_SHARED = (
    "title",
    "toUpper",
    "toLower",
    "trimSpace",
    "urlUnescape",
    "match",
    "reReplaceAll",
    "toJson",
    "base64encode",
    "base64decode",
    "date",
    "tz",
    "safeHtml",
)

FUNCTIONS: Mapping[str, Function] = {
    **{name: _LIBRARY[name] for name in _SHARED},
    "upper": Function(str.upper, ("string",)),
    "add": Function(lambda a, b: a + b, ("int", "int")),
    "half": Function(lambda number: number / 2, ("float",)),
    "yesno": Function(lambda value: "true" if value else "false", ("bool",)),
    "join": Function(lambda sep, *texts: sep.join(texts), ("string",), rest="string"),
    "any": Function(lambda value: value, ("any",)),
    "list": Function(lambda *values: list(values), rest="any"),
    "fail": Function(_fail),
    "keys": Function(len, ("map",)),
}
