"""A difference is told where it is, once."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from vedette.dashboards.diff import Difference, as_html, as_summary, compare

documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)
MIRRORED = {"add": "remove", "remove": "add", "change": "change"}


def test_panels_are_matched_by_id_so_that_moving_one_changes_nothing_else() -> None:
    old = {"panels": [{"id": 1, "title": "a"}, {"id": 2, "title": "b"}, {"id": 3, "title": "c"}]}
    new = {"panels": [{"id": 3, "title": "C"}, {"id": 1, "title": "a"}]}
    assert compare(old, new) == [
        Difference("panels[id=2]", "remove", old={"id": 2, "title": "b"}),
        Difference("panels[id=3].title", "change", old="c", new="C"),
    ]


def test_plain_lists_are_compared_by_position() -> None:
    assert compare({"tags": ["a"]}, {"tags": ["a", "b"]}) == [Difference("tags[1]", "add", new="b")]


def test_true_is_not_one() -> None:
    assert compare({"a": True}, {"a": 1}) == [Difference("a", "change", old=True, new=1)]


def test_a_number_is_the_same_however_it_is_written() -> None:
    assert compare({"a": 12400.0}, {"a": 12400}) == []


def test_the_models_own_version_is_left_out() -> None:
    assert compare({"version": 1}, {"version": 2}) == []


@given(documents)
def test_nothing_differs_from_itself(document: Any) -> None:
    assert compare(document, document) == []


@given(documents, documents)
def test_the_way_back_mirrors_the_way_there(old: Any, new: Any) -> None:
    there = {(d.path, d.kind) for d in compare(old, new)}
    back = {(d.path, MIRRORED[d.kind]) for d in compare(new, old)}
    assert there == back


def test_html_shows_values_as_text() -> None:
    html = as_html(compare({"a": "<b>"}, {"a": "<script>"}))
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "2 changes" in as_summary(compare({"a": {"x": 1, "y": 2}}, {"a": {"x": 2, "y": 3}}))
