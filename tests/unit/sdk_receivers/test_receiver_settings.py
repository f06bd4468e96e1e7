"""Settings of contact points are read kindly, and refused by name."""

import msgspec
import pytest

from vedette.sdk import BadRequest, ReceiverPlugin, decode_settings


class Inner(msgspec.Struct, frozen=True):
    on: bool = False
    name: str = "inner"


class Settings(msgspec.Struct, frozen=True):
    name: str = "usual"
    count: int = 3
    inner: Inner = Inner()
    pairs: dict[str, str] = msgspec.field(default_factory=dict)
    texts: list[str] = msgspec.field(default_factory=list)


PLUGIN = ReceiverPlugin(settings=Settings, fields=(), open=lambda settings, host: None)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ({"name": None, "count": "", "inner": None, "more": [1]}, Settings()),
        ({"name": -100123}, Settings(name="-100123")),
        ({"name": True}, Settings(name="true")),
        ({"name": ""}, Settings(name="")),
        ({"count": "7"}, Settings(count=7)),
        ({"inner": {"on": "true", "name": 5, "x": 1}}, Settings(inner=Inner(True, "5"))),
        ({"pairs": {"a": 1, "b": None}}, Settings(pairs={"a": "1"})),
        ({"texts": [1, None, "b"]}, Settings(texts=["1", "b"])),
    ],
)
def test_what_forms_and_files_write_is_understood(written, read):
    assert decode_settings(PLUGIN, written) == read


def test_a_wrong_setting_is_named():
    with pytest.raises(BadRequest) as raised:
        decode_settings(PLUGIN, {"inner": {"on": "perhaps"}})
    assert raised.value.public.startswith("The setting inner.on: ")
    with pytest.raises(BadRequest, match="The setting count: expected `int`"):
        decode_settings(PLUGIN, {"count": [1]})


def test_other_spellings_are_upgraded_first():
    def upgrade(settings):
        return {"name": settings["title"]}

    plugin = msgspec.structs.replace(PLUGIN, upgrade=upgrade)
    assert decode_settings(plugin, {"title": "x"}).name == "x"
