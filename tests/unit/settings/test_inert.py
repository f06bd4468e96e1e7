"""A setting without effect says so, and goes on saying so until the product acts on it."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.unit.settings.reads import reads

from vedette.kernel.secret import Secret
from vedette.server.sections import ALL_SECTIONS
from vedette.settings import Section, load, named_sections, named_values, setting
from vedette.settings.document import markdown

ROOT = Path(__file__).parents[3]
SENT_TO_CLIENTS = "date_formats"
"""Read for `/api/frontend/settings` alone: the API has these values, our pages ignore them."""


class Mixed(Section, name="mixed"):
    """Some keys have an effect."""

    size: int = setting(3, "Size.")
    colour: str = setting("red", "Colour.", acted_on=False)
    password: Secret = setting(Secret(""), "Password.", acted_on=False)
    store: str = setting(
        "memory", "Store.", choices=("memory", "disk", "tape"), inert_choices=("tape",)
    )


class Whole(Section, name="whole", acted_on=False):
    """Off, and without effect as a whole."""

    enabled: bool = setting(False, "Use it.")
    address: str = setting("", "Address.")


class Shown(Section, name="shown", acted_on=False):
    """On, and nothing turns it off."""

    enabled: bool = setting(True, "Show it.")
    title: str = setting("", "Title.")


class Partly(Section, name="partly"):
    """A feature without one of its parts."""

    enabled: bool = setting(False, "Use it.")
    part: bool = setting(False, "Use that part.", acted_on=False)


class Free(Section, name="free", acted_on=False):
    """Any key."""

    values: Mapping[str, str] = named_values("A value.")


class Each(Section, name="each.*", acted_on=False):
    """Any section."""

    by_name: Mapping[str, Mapping[str, str]] = named_sections("A value.")


SECTIONS = (Mixed, Whole, Shown, Partly, Free, Each)


def warnings(*words, **environ):
    return list(load(SECTIONS, overrides=words, environ=environ).warnings)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["mixed.colour=blue"], ["[mixed] colour: is set"]),
        (["mixed.password=hunter2"], ["[mixed] password: is set"]),
        (["mixed.store=tape"], ["[mixed] store: tape is accepted"]),
        (["mixed.colour=blue", "mixed.store=tape"], ["[mixed] colour", "[mixed] store"]),
        (["whole.enabled=true", "whole.address=a.example"], ["[whole]: is set"]),
        (["shown.enabled=false"], ["[shown] enabled: is set"]),
        (["partly.enabled=true", "partly.part=true"], ["[partly] part: is set"]),
        (["free.speed=fast"], ["[free] speed: is set"]),
        (["each.one.path=/x"], ["[each.one] path: is set"]),
    ],
)
def test_a_setting_that_is_on_and_without_effect_is_one_warning(words, named):
    found = warnings(*words)
    assert len(found) == len(named)
    for warning, name in zip(found, named, strict=True):
        assert warning.startswith(f"command line {words[0].partition('=')[0]}"[:12])
        assert name in warning
        assert "has no effect in this version" in warning
        assert "hunter2" not in warning


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["mixed.colour=red", "mixed.size=9", "mixed.store=disk"],
        ["whole.enabled=false", "whole.address=a.example"],
        ["shown.enabled=true"],
        ["partly.part=true"],
        ["free.speed=off", "each.one.path="],
    ],
)
def test_what_is_off_or_as_it_is_anyway_is_no_warning(words):
    assert warnings(*words) == []


def test_the_warning_says_where_the_value_was_set(tmp_path):
    file = tmp_path / "a.ini"
    file.write_text("[mixed]\n\ncolour = blue\n")
    (warning,) = load(SECTIONS, config_file=file).warnings
    assert warning.startswith(f"{file}:3: [mixed] colour:")
    assert warnings(VEDETTE_MIXED_COLOUR="blue")[0].startswith("environment VEDETTE_MIXED_COLOUR:")


def test_the_reference_says_which_settings_have_no_effect():
    page = markdown(SECTIONS)
    assert page.count("Has no effect.") == 9
    assert "Without effect: tape." in page


def test_every_setting_that_claims_an_effect_is_read_and_no_other_one_is():
    """Whoever builds a setting removes its `acted_on=False`; who removes code, adds it."""
    sources = [file for file in (ROOT / "src").rglob("*.py") if "tests" not in file.parts]
    found = reads(sources, {section.__name__ for section in ALL_SECTIONS})
    claimed, silent = [], []
    for section in ALL_SECTIONS:
        for attribute, field in section.declared.items():
            is_read = (section.__name__, attribute) in found
            if field.acted_on and not is_read:
                claimed.append(f"[{section.section_name}] {field.key}")
            if not field.acted_on and is_read and section.section_name != SENT_TO_CLIENTS:
                silent.append(f"[{section.section_name}] {field.key}")
    assert claimed == [], "nothing reads these; mark them acted_on=False"
    assert silent == [], "code reads these; remove acted_on=False"


def test_the_search_for_reads_finds_each_way_to_hold_a_section(tmp_path):
    (tmp_path / "a.py").write_text(
        "class Keeper:\n"
        "    def __init__(self, mixed: Mixed) -> None:\n"
        "        self.kept = mixed\n"
        "    def size(self) -> int:\n"
        "        return self.kept.size\n"
        "def use(keeper: Keeper, settings: Settings) -> None:\n"
        "    whole, other = settings[Whole], settings[sections.Free]\n"
        "    print(keeper.kept.colour, whole.enabled, settings[Partly].part, other.values)\n"
        "def another(mixed: Unknown, whole: object) -> None:\n"
        "    print(mixed.password, whole.address)\n"
        "class Shown:\n"
        "    def text(self) -> str:\n"
        "        return self.title\n"
    )
    names = {section.__name__ for section in SECTIONS}
    assert set(reads([tmp_path / "a.py"], names)) == {
        ("Mixed", "size"),
        ("Mixed", "colour"),
        ("Whole", "enabled"),
        ("Partly", "part"),
        ("Free", "values"),
        ("Shown", "title"),
    }
