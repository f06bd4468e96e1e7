"""Bodies of clients that were written for a server which reads names without regard to case."""

from typing import Any, TypedDict

import msgspec
import pytest

from vedette.web.body import BadBody, decode_body
from vedette.web.call import Call


class Interval(TypedDict, total=False):
    start: str
    inner: list["Interval"]


class Part(msgspec.Struct, rename="camel"):
    kind_name: str
    is_on: bool = True


class Sent(msgspec.Struct, rename="camel"):
    folder_uid: str
    version: int = 7
    model: msgspec.Raw = msgspec.Raw(b"{}")
    labels: dict[str, str] = {}
    parts: list[Part] = []
    either: str | Part = ""
    interval: Interval | None = None


def read(text: bytes, kind: Any = Sent) -> Any:
    async def nothing_more() -> dict[str, str]:
        return {"type": "http.disconnect"}

    call = Call({"headers": [(b"content-type", b"application/json")]}, nothing_more, {}, "id")
    call.raw_body = text
    return decode_body(call, kind)


@pytest.mark.parametrize("name", ["folderUid", "FolderUid", "folderuid", "FOLDERUID", "folderUID"])
def test_a_name_in_any_case_is_the_same_member(name: str) -> None:
    assert read(b'{"%s":"f"}' % name.encode()) == Sent("f")


@pytest.mark.parametrize(
    "text",
    [b'{"folderUid":"exact","FOLDERUID":"other"}', b'{"FOLDERUID":"other","folderUid":"exact"}'],
)
def test_the_exact_name_wins_wherever_it_stands(text: bytes) -> None:
    assert read(text).folder_uid == "exact"


def test_names_within_lists_unions_and_nested_objects_count_too() -> None:
    sent = read(
        b'{"FOLDERUID":"f","Parts":[{"KindName":"a","IsOn":false}],"EITHER":{"KINDNAME":"b"},'
        b'"Interval":{"START":"1","Inner":[{"Start":"2"}]}}'
    )
    assert sent.parts == [Part("a", is_on=False)]
    assert sent.either == Part("b")
    assert sent.interval == {"start": "1", "inner": [{"start": "2"}]}


def test_null_is_absent_where_a_member_may_be_absent() -> None:
    nothing = b'{"folderUid":"f","version":null,"model":null,"labels":null,"parts":null,'
    assert read(nothing + b'"either":null,"interval":{"start":null}}') == Sent("f", interval={})


def test_null_for_a_required_member_is_refused_by_its_name() -> None:
    with pytest.raises(BadBody, match=r"\$\.folderUid"):
        read(b'{"FOLDERUID":null}')


def test_free_maps_keep_their_names_nulls_and_numbers() -> None:
    model = b'{"Title":null,"title":1.0,"UID":12345678901234567890}'
    sent = read(b'{"folderUid":"f","model":%s,"labels":{"Job":"a","job":"b"}}' % model)
    assert bytes(sent.model) == model
    assert sent.labels == {"Job": "a", "job": "b"}


def test_unknown_members_are_skipped_at_every_level() -> None:
    sent = read(b'{"folderUid":"f","later":{"x":[1]},"parts":[{"kindName":"a","later":null}]}')
    assert sent == Sent("f", parts=[Part("a")])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (b'{"FolderUid":"f","VERSION":"x"}', r"\$\.version"),
        (b'{"folderUid":"f","parts":{"kindName":1}}', r"\$\.parts"),
        (b'{"folderUid":"f","PARTS":[{"KINDNAME":1}]}', r"\$\.parts\[0\]\.kindName"),
        (b"[]", "got `array`"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_its_place(text: bytes, place: str) -> None:
    with pytest.raises(BadBody, match=place):
        read(text)


def test_a_long_list_is_read_in_full_and_an_error_names_its_place() -> None:
    sent = [{"KindName": f"part {number}"} for number in range(6_000)]
    assert read(msgspec.json.encode(sent), list[Part])[5_999] == Part("part 5999")
    sent[4_321] = {"kindName": 1}  # type: ignore[dict-item]
    with pytest.raises(BadBody, match=r"`\$\[4321\]\.kindName`"):
        read(msgspec.json.encode(sent), list[Part])
    with pytest.raises(BadBody, match="Expected `array`"):
        read(b'{"a":"' + b"x" * 70_000 + b'"}', list[Part])
