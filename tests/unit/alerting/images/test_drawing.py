"""Every response of a data source is rendered in the requested size and shows text as text."""

import math
import re
import struct
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fixtures.fonts import FONTS

from vedette.alerting.images.axes import times, values
from vedette.alerting.images.graph import Graph, Line, Zone
from vedette.alerting.images.painting import Renderers, RenderingFailed
from vedette.alerting.images.png import HEIGHT, SCALE, WIDTH, png
from vedette.alerting.images.svg import svg
from vedette.alerting.images.units import number_text

END = 1_790_000_000_000
HOUR = 3_600_000
ANY_NUMBER = st.floats() | st.sampled_from([math.nan, 1e308, -1e308, 5e-324, 0.0, -0.0, 1e15])
HOSTILE = st.text(max_size=300) | st.sampled_from(
    [
        "<script>alert(1)</script>",
        "</text></svg><image href='file:///etc/passwd'/>",
        "]]>&amp;&lt;&#0;",
        "\x00\x1b[31m\ud800￾",
        "a\u0301" * 200,
        "‮rtl",
        "W" * 5_000,
        "漢字 😀",
    ]
)
UNITS = st.sampled_from(["", "percent", "percentunit", "bytes", "decbytes", "s", "ms", "unknown"])


@st.composite
def some_lines(draw):
    numbers = draw(st.lists(ANY_NUMBER, max_size=30))
    shift = draw(st.integers(-HOUR, HOUR))
    step = draw(st.integers(0, HOUR))
    moments = [END - HOUR + shift + index * step for index in range(len(numbers))]
    return Line(draw(HOSTILE), moments, numbers, draw(st.booleans()))


graphs = st.builds(
    Graph,
    title=HOSTILE,
    note=HOSTILE,
    lines=st.lists(some_lines(), max_size=10),
    zones=st.lists(
        st.builds(Zone, low=st.none() | st.floats(), high=st.none() | st.floats()), max_size=3
    ),
    start=st.just(END - HOUR),
    end=st.just(END),
    unit=UNITS,
    since=st.none() | st.integers(END - 2 * HOUR, END + HOUR),
    left_out=st.integers(0, 100_000),
)


def size_of(image: bytes) -> tuple[int, int]:
    assert image[:8] == b"\x89PNG\r\n\x1a\n" and image[12:16] == b"IHDR"
    assert image.endswith(b"IEND\xaeB`\x82")
    width, height = struct.unpack(">II", image[16:24])
    return width, height


@given(graphs)
@settings(max_examples=25, deadline=None)
def test_every_graph_is_rendered_in_the_requested_size(graph):
    assert size_of(png(graph, FONTS, 300, 200, 1)) == (300, 200)


@given(graphs)
@settings(max_examples=300, deadline=None)
def test_no_text_becomes_markup_and_no_number_is_none(graph):
    drawn = svg(graph, WIDTH, HEIGHT)
    kinds = {each.tag.partition("}")[2] for each in ElementTree.fromstring(drawn).iter()}
    assert kinds <= {"svg", "g", "rect", "path", "circle", "text"}
    for attribute in re.findall(r' (?:d|x|y|x1|y1|cx|cy|width|height|transform)="([^"]*)"', drawn):
        assert "nan" not in attribute and "inf" not in attribute


@given(st.lists(ANY_NUMBER, max_size=20), UNITS)
@settings(max_examples=300)
def test_an_axis_shows_every_number_and_marks_that_differ(numbers, unit):
    axis = values(numbers, unit)
    assert math.isfinite(axis.low) and math.isfinite(axis.high) and axis.low < axis.high
    for number in numbers:
        if math.isfinite(number):
            assert 0 <= axis.share(number) <= 1
            if abs(number) <= 1e300:
                assert axis.low <= number <= axis.high
    places = [mark.at for mark in axis.marks]
    assert places == sorted(places) and len(places) <= 10
    assert all(axis.low <= each <= axis.high for each in places)
    assert len({mark.text for mark in axis.marks}) == len(places)


def test_marks_of_usual_numbers_are_round():
    assert [mark.text for mark in values([3, 97], "percent").marks] == [
        *("0 %", "25 %", "50 %", "75 %", "100 %")
    ]
    assert [mark.text for mark in values([0, 8 * 2**30], "bytes").marks] == [
        *("0 B", "2 GiB", "4 GiB", "6 GiB", "8 GiB")
    ]
    assert [mark.text for mark in values([100.0, 100.004]).marks] == [
        *("100", "100.001", "100.002", "100.003", "100.004")
    ]
    assert [mark.text for mark in values([5.0]).marks] == ["4", "4.5", "5", "5.5", "6"]
    assert values([]).marks


def test_marks_of_an_axis_have_the_digits_and_the_prefix_that_tell_them_apart():
    assert [mark.text for mark in values([13.3e6, 14.4e6], "decbytes").marks] == [
        *("13.25 MB", "13.5 MB", "13.75 MB", "14 MB", "14.25 MB")
    ]
    assert [mark.text for mark in values([0.7e9, 1.1e9], "bytes").marks] == [
        *("0.7 GiB", "0.8 GiB", "0.9 GiB", "1 GiB")
    ]
    assert [mark.text for mark in values([1e15, 1.00001e15], "percent").marks] == [
        *("1e+15 %", "1.0000025e+15 %", "1.000005e+15 %", "1.0000075e+15 %", "1.00001e+15 %")
    ]


@given(
    st.floats(1e-12, 1e17),
    st.floats(-7, 2),
    st.sampled_from(["", "percent", "percentunit", "ops", "celsius"]),
)
def test_marks_read_as_the_values_that_they_stand_for(low, wide, unit):
    axis = values([low, low * (1 + 10**wide)], unit)
    step = axis.marks[1].at - axis.marks[0].at
    prefixes = {"k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18}
    for mark in axis.marks:
        number, _, rest = mark.text.partition(" ")
        sized = float(number) * prefixes.get(rest[:1], 1.0)
        read = sized / 100 if unit == "percentunit" else sized
        assert abs(read - mark.at) < step / 1e3


@given(st.integers(0, 4_000_000_000_000), st.integers(0, 10 * 366 * 86_400_000))
def test_marks_of_time_lie_in_the_range(start, span):
    marks = times(start, start + span)
    assert all(start <= mark.at <= start + span for mark in marks)
    assert len(marks) <= 14


def test_times_are_in_utc_with_the_day_at_midnight():
    evening = 1_790_028_000_000  # 2026-09-21 22:00 UTC
    assert [mark.text for mark in times(evening, evening + 4 * HOUR)] == [
        *("22:00", "23:00", "Sep 22", "01:00", "02:00")
    ]


def test_numbers_are_short_and_carry_their_unit():
    assert number_text(0.034512, "percentunit") == "3.451 %"
    assert number_text(1_500, "ms") == "1.5 s"
    assert number_text(7_200, "s") == "2 h"
    assert number_text(1_536, "bytes") == "1.5 KiB"
    assert number_text(12_345) == "12.35 k"
    assert number_text(1_234) == "1234"
    assert number_text(80.0, "reqps") == "80 req/s"
    assert number_text(-0.00001) == "-1e-05"
    assert number_text(math.inf) == "inf"


def test_what_the_message_tells_of_stands_out_and_the_limit_is_drawn():
    moments = [END - HOUR + index * 60_000 for index in range(60)]
    alerting = Line("host=web-1", moments, [90.0] * 60)
    other = Line("host=web-2", moments, [10.0] * 60, is_alerting=False)
    graph = Graph(
        "CPU", "A", [alerting, other], [Zone(80.0, None)], END - HOUR, END, "percent", END - 1
    )
    drawn = svg(graph, WIDTH, HEIGHT)
    assert 'stroke="#1b6cdb" stroke-width="2.0"' in drawn
    assert 'stroke="#cdd1d9" stroke-width="1.0"' in drawn
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert {"CPU", "host=web-1", "90 %", "80 %", "since 14:13", "1 more", "UTC"} <= set(texts)
    assert "host=web-2" not in texts


def test_a_line_breaks_where_values_are_missing_and_a_lone_point_is_a_dot():
    moments = [END - HOUR + index * 60_000 for index in range(9)]
    numbers = [1.0, 2.0, math.nan, 3.0, 4.0, math.nan, 5.0, math.nan, math.nan]
    late = [END - 60_000, END]
    line = Line("a", [*moments, *late], [*numbers, 6.0, 7.0])
    drawn = svg(Graph("t", "", [line], [], END - HOUR, END), WIDTH, HEIGHT)
    path = next(each for each in re.findall(r' d="([^"]*)"', drawn) if each.count("M") > 1)
    assert path.count("M") == 3 and drawn.count("<circle") == 1


def titled(title: str) -> Graph:
    return Graph(title, "", [], [], END - HOUR, END)


def test_latin_and_cyrillic_text_needs_no_fonts_of_the_machine(monkeypatch):
    # Those of a length would look the same as boxes.
    texts = ("", "Größe", "ăğőşź", "Плата", "Галоп")
    here = [png(titled(text), FONTS) for text in texts]
    drawn = partial(resvg_py.svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", drawn)
    assert [png(titled(text), FONTS) for text in texts] == here
    assert len(set(here)) == len(texts)


@pytest.mark.skipif(not any(Path("/usr/share/fonts").rglob("DejaVuSans.ttf")), reason="no font")
def test_other_letters_are_those_of_the_machine(monkeypatch):
    text = titled("\u0645\u0631\u062d\u0628\u0627")
    here = png(text, FONTS)
    drawn = partial(resvg_py.svg_to_bytes, skip_system_fonts=True)
    monkeypatch.setattr(resvg_py, "svg_to_bytes", drawn)
    assert png(text, FONTS) != here


def test_nothing_is_rendered_without_fonts(tmp_path):
    with pytest.raises(FileNotFoundError):
        png(titled("Load"), tmp_path)
    with pytest.raises(RenderingFailed):
        Renderers(tmp_path).paint(titled("Load"), 30)


def test_a_process_draws_the_same_and_ends_in_time():
    graph = Graph("CPU", "", [Line("a", [END - HOUR, END], [1.0, math.nan])], [], END - HOUR, END)
    painters = Renderers(FONTS)
    image = painters.paint(graph, 30)
    assert size_of(image) == (WIDTH * SCALE, HEIGHT * SCALE)
    assert image == png(graph, FONTS)
    with pytest.raises(TimeoutError):
        painters.paint(graph, 0.001)


def test_a_stopping_server_starts_no_rendering():
    painters = Renderers(FONTS)
    painters.close()
    with pytest.raises(RenderingFailed):
        painters.paint(titled("Load"), 30)
