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
    there = {(d.path, d.kind) for d in compare(old, new) if d.kind != "move"}
    back = {(d.path, MIRRORED[d.kind]) for d in compare(new, old) if d.kind != "move"}
    assert there == back


def test_html_shows_values_as_text() -> None:
    html = as_html(compare({"a": "<b>"}, {"a": "<script>"}))
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "2 changes" in as_summary(compare({"a": {"x": 1, "y": 2}}, {"a": {"x": 2, "y": 3}}))


def test_a_moved_query_is_one_move_and_nothing_else() -> None:
    old = {"targets": [{"refId": name, "expr": name} for name in "ABCD"]}
    new = {"targets": [{"refId": name, "expr": name} for name in "DABC"]}
    assert compare(old, new) == [Difference("targets[refId=D]", "move", old=3, new=0)]


def test_variables_and_annotations_are_matched_by_name_even_if_they_have_ids() -> None:
    for part in ("templating", "annotations"):
        old = {part: {"list": [{"id": 1, "name": "a"}, {"id": 2, "name": "b", "hide": 0}]}}
        new = {part: {"list": [{"id": 1, "name": "b", "hide": 2}, {"id": 2, "name": "a"}]}}
        paths = {(d.path, d.kind) for d in compare(old, new)}
        assert (f"{part}.list[name=b].hide", "change") in paths
        assert [kind for _, kind in paths].count("move") == 1
        assert (f"{part}.list[name=a].name", "change") not in paths


def test_overrides_are_matched_by_their_matcher() -> None:
    def override(name: str, unit: str) -> dict[str, Any]:
        matcher = {"id": "byName", "options": name}
        return {"matcher": matcher, "properties": [{"id": "unit", "value": unit}]}

    old = {"overrides": [override("p50", "s"), override("p99", "s")]}
    new = {"overrides": [override("max", "s"), override("p50", "s"), override("p99", "ms")]}
    path = "overrides[matcher=byName:p99].properties[id=unit].value"
    assert compare(old, new) == [
        Difference(path, "change", old="s", new="ms"),
        Difference("overrides[matcher=byName:max]", "add", new=override("max", "s")),
    ]


def test_transformations_are_matched_by_id_and_occurrence() -> None:
    steps = [{"id": "organize", "options": 1}, {"id": "limit"}, {"id": "organize", "options": 2}]
    changed = [steps[0], steps[2] | {"options": 3}, steps[1]]
    found = compare({"transformations": steps}, {"transformations": changed})
    assert found[0] == Difference("transformations[id=organize#2].options", "change", 2, 3)
    assert [d.kind for d in found[1:]] == ["move"]


def test_a_panel_that_changes_its_row_is_moved_with_its_other_changes() -> None:
    panel = {"id": 5, "title": "a", "type": "text"}
    old = {"panels": [{"id": 1, "type": "row", "panels": []}, panel]}
    new = {"panels": [{"id": 1, "type": "row", "panels": [panel | {"title": "b"}]}]}
    inside = "panels[id=1].panels[id=5]"
    assert compare(old, new) == [
        Difference(inside, "move", old="panels[id=5]", new=inside),
        Difference(f"{inside}.title", "change", old="a", new="b"),
    ]
    assert [d.kind for d in compare(new, old)] == ["move", "change"]


@given(st.permutations(range(7)), st.permutations(range(7)))
def test_moving_only_what_is_reported_gives_the_new_order(old: list[int], new: list[int]) -> None:
    moved = {
        d.path.removeprefix("targets[refId=").removesuffix("]")
        for d in compare(
            {"targets": [{"refId": str(n)} for n in old]},
            {"targets": [{"refId": str(n)} for n in new]},
        )
        if d.kind == "move"
    }
    assert [n for n in old if str(n) not in moved] == [n for n in new if str(n) not in moved]
    assert len(moved) < len(old)


@given(st.lists(st.sampled_from(["a", "a#2", "a#3"]), max_size=6))
def test_no_item_is_lost_among_equal_names(names: list[str]) -> None:
    items = [{"name": name, "place": place} for place, name in enumerate(names)]
    changed = [item | {"place": -1} for item in items]
    found = compare({"list": items}, {"list": changed})
    assert [d.old for d in found if d.kind == "change"] == list(range(len(names)))
