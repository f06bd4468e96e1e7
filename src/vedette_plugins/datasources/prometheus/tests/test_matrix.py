import json
import math
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vedette.sdk import JsonColumn
from vedette_plugins.datasources.prometheus.errors import NotPrometheus, Refused
from vedette_plugins.datasources.prometheus.matrix import MatrixReader
from vedette_plugins.datasources.prometheus.series import Matrix, numbers
from vedette_plugins.datasources.prometheus.tests.replies import compact, matrix_body

STEP_MS = 15_000
START = 1_795_238_865
NASTY = [
    "a",
    '"values":[[',
    'x]]},{"metric":{',
    '\\"',
    "é",
    "NaN",
    '",[1,"2"]]',
    "\\",
    '{"metric":',
    "]]}]",
    "\n",
    "1",
]
FINITE = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers(-(10**12), 10**12).map(str),
)
SPECIAL = st.sampled_from(["NaN", "+Inf", "-Inf", "1e+21", "-0", "0.000001"])


@st.composite
def series_lists(draw):
    length = draw(st.sampled_from([1, 2, 3, 60, 400]))
    fraction = draw(st.sampled_from([0, 0.123]))
    gaps = draw(st.booleans())
    special = draw(st.booleans())
    text = st.one_of(SPECIAL, FINITE) if special else FINITE
    found = []
    for _ in range(draw(st.integers(0, 8))):
        random = draw(st.randoms(use_true_random=False))
        pool = draw(st.lists(text, min_size=1, max_size=12))
        rows = [row for row in range(length) if not gaps or random.random() < 0.9] or [0]
        labels = draw(st.dictionaries(st.sampled_from(["a", "le", "job"]), st.sampled_from(NASTY)))
        samples = [(START + 15 * row + fraction, random.choice(pool)) for row in rows]
        found.append((labels, samples))
    return found


def read(body: bytes, *, piece: int = 65_536, batch: int = 262_144) -> Matrix:
    reader = MatrixReader(STEP_MS, batch)
    for start in range(0, len(body), piece):
        reader.feed(body[start : start + piece])
    return reader.finish()


def shown(value: float) -> str:
    return repr(value + 0.0)


def plain(matrix: Matrix) -> list[tuple[dict[str, str], list[float], list[str]]]:
    """Times as numbers and values as text, so that NaN equals NaN."""
    return [
        (
            each.labels,
            [round(t) for t in numbers(each.times)],
            [shown(v) for v in numbers(each.values)],
        )
        for each in matrix.series
    ]


def expected(series) -> list[tuple[dict[str, str], list[float], list[str]]]:
    return [
        (
            labels,
            [round(time * 1000) for time, _ in samples],
            [shown(float(text)) for _, text in samples],
        )
        for labels, samples in series
    ]


@settings(max_examples=150, deadline=None)
@given(series_lists(), st.sampled_from([997, 65_536]), st.sampled_from([2_000, 262_144]))
def test_every_value_time_and_label_arrives_whatever_the_reply_holds(series, piece, batch):
    assert plain(read(matrix_body(series), piece=piece, batch=batch)) == expected(series)


@settings(max_examples=40, deadline=None)
@given(series_lists())
def test_pretty_printed_replies_say_the_same(series):
    pretty = json.dumps(json.loads(matrix_body(series)), indent=2).encode()
    assert plain(read(pretty)) == expected(series)


def many(count: int = 40, length: int = 500):
    return [
        ({"nr": str(nr)}, [(START + 15 * row, f"{nr}.{row}") for row in range(length)])
        for nr in range(count)
    ]


def test_numbers_of_large_replies_stay_text_until_someone_counts_with_them():
    matrix = read(matrix_body(many()))
    assert all(isinstance(each.values, JsonColumn) for each in matrix.series)
    assert all(each.values.entities is None for each in matrix.series)


def test_series_on_the_same_moments_share_one_time_column():
    matrix = read(matrix_body(many()))
    assert len({id(each.times) for each in matrix.series}) == 1


def test_not_a_number_becomes_null_with_its_row_listed():
    samples = [(START, "1"), (START + 15, "NaN"), (START + 30, "+Inf"), (START + 45, "-Inf")]
    column = read(matrix_body([({}, samples)])).series[0].values
    assert column == JsonColumn(b"1,null,null,null", 4, {"NaN": [1], "Inf": [2], "NegInf": [3]})


def test_warnings_and_infos_behind_the_series_are_kept():
    body = matrix_body(many(2, 3), warnings=['odd ]]}] "thing"'], infos=["an info"])
    matrix = read(body)
    assert (matrix.warnings, matrix.infos) == (['odd ]]}] "thing"'], ["an info"])


def test_fields_between_and_after_that_other_stores_add_do_no_harm():
    body = matrix_body(many(3, 40))
    body = body.replace(b'"success",', b'"success","isPartial":false,')
    body = body[:-1] + b',"stats":{"seriesFetched":"3"}}'
    assert plain(read(body)) == expected(many(3, 40))


@pytest.mark.parametrize(
    "text", ['x"y', "1 2", "abc", "", "0x10", "1/2", "]", "1],[2"], ids=lambda text: f"value {text}"
)
@pytest.mark.parametrize("length", [3, 2_000], ids=["short", "long"])
def test_values_that_are_no_numbers_are_refused_and_never_passed_on(text, length):
    series = [
        ({"a": "b"}, [(START + 15 * row, text if row == 1 else "1") for row in range(length)])
    ]
    with pytest.raises(NotPrometheus):
        read(matrix_body(series))


@pytest.mark.parametrize("length", [3, 2_000], ids=["short", "long"])
def test_a_zero_byte_within_a_number_is_never_dropped(length):
    body = matrix_body([({}, [(START + 15 * row, "12") for row in range(length)])])
    with pytest.raises(NotPrometheus):
        read(body.replace(b'"12"', b'"1\x002"', 1))


@pytest.mark.parametrize("cut", [1, 20, 80, 1_000, -1, -2, -20])
def test_replies_that_break_off_are_refused(cut):
    with pytest.raises(NotPrometheus):
        read(matrix_body(many(3, 40))[:cut])


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[]", b'{"status":"success"', b'{"data":{"a":1}}']
)
def test_other_answers_are_refused(body):
    with pytest.raises(NotPrometheus):
        read(body)


def test_an_error_with_status_200_is_still_an_error():
    with pytest.raises(Refused, match="execution: too many"):
        read(compact({"status": "error", "errorType": "execution", "error": "too many"}))


def histogram_series(labels):
    bucket = {"count": "3", "sum": "4", "buckets": [[0, "0.5", "1", "2"], [0, "1", "2", "1"]]}
    return {"metric": labels, "histograms": [[START, bucket], [START + 15, bucket]]}


@pytest.mark.parametrize("batch", [500, 262_144])
def test_native_histograms_stand_among_plain_series(batch):
    floats = [
        {"metric": labels, "values": [list(pair) for pair in samples]}
        for labels, samples in many(4, 60)
    ]
    result = [floats[0], histogram_series({"h": "1"}), *floats[1:], histogram_series({"h": "2"})]
    both = {**floats[0], **histogram_series({"h": "3"})}
    data = {"resultType": "matrix", "result": [*result, both]}
    matrix = read(compact({"status": "success", "data": data}), piece=400, batch=batch)
    assert len(matrix.series) == 5
    assert [each.labels["h"] for each in matrix.histograms] == ["1", "2", "3"]
    first = matrix.histograms[0].histograms[0]
    assert first.buckets == ((0.5, 1.0, 2.0), (1.0, 2.0, 1.0))


def test_numbers_come_back_with_their_special_values():
    column = JsonColumn(b"1,null,null,2", 4, {"NaN": [1], "NegInf": [2]})
    first, second, third, fourth = numbers(column)
    assert (first, fourth, third) == (1.0, 2.0, -math.inf)
    assert math.isnan(second)


ODD_NUMBERS = ["1.2.3", "-", "--1", "1-2", "Inff", "1e", "+", "."]
KEPT = {
    "01": 1.0,
    "+5": 5.0,
    ".5": 0.5,
    "5.": 5.0,
    "1e999": math.inf,
    "nan": math.nan,
    "1e21": 1e21,
}


def odd(text: str, length: int) -> bytes:
    samples = [(START + 15 * row, text if row == 1 else "1") for row in range(length)]
    return matrix_body([({}, samples)])


@pytest.mark.parametrize("length", [3, 2_000])
@pytest.mark.parametrize("text", ODD_NUMBERS)
def test_a_number_that_is_none_is_named(text, length):
    with pytest.raises(NotPrometheus, match=re.escape(repr(text))):
        read(odd(text, length))


@pytest.mark.parametrize("length", [3, 2_000])
@pytest.mark.parametrize(("text", "value"), KEPT.items())
def test_numbers_that_json_writes_differently_are_read_all_the_same(text, value, length):
    (series,) = read(odd(text, length)).series
    assert repr(numbers(series.values)[1]) == repr(value)
    assert not isinstance(series.values, JsonColumn) or json.loads(b"[%b]" % series.values.text)


@pytest.mark.parametrize("time", ["1e999", "1e300", "xyz", "01", "-"])
def test_a_time_that_is_none_is_refused(time):
    body = matrix_body([({}, [(1, "1"), (2, "1"), (9, "1")])])
    with pytest.raises(NotPrometheus):
        read(body.replace(b"[2,", b"[%b," % time.encode()))
    with pytest.raises(NotPrometheus):
        read(body.replace(b"[1,", b"[%b," % time.encode()))


@pytest.mark.parametrize("label", ["5", "null", "[1]"])
def test_labels_that_are_no_text_are_refused(label):
    with pytest.raises(NotPrometheus):
        read(matrix_body([({"a": "x"}, [(1, "1")])]).replace(b'"x"', label.encode()))


def test_many_short_series_are_known_from_the_first_piece() -> None:
    """R-34, T09: Not even the first batch of many series is read on the event loop."""
    series = b'{"metric":{"host":"h"},"values":[[1,"1"]]},'
    samples = b'{"metric":{"host":"h"},"values":[' + b'[1777896000,"1"],' * 3_000
    for one, is_dense in ((series * 1_000, True), (samples, False)):
        reader = MatrixReader(STEP_MS)
        reader.feed(b'{"status":"success","data":{"resultType":"matrix","result":[' + one)
        assert reader.is_dense is is_dense
