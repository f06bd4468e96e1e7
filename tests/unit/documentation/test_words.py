"""The check of words finds what the glossary retired, and reads only what users read."""

from pathlib import Path

import pytest
from scripts.words import ALLOWED, RETIRED, documents, retired_words, ui_sources

ROOT = Path(__file__).parents[3]


def words(name: str, text: str) -> list[str]:
    return [found.word for found in retired_words(Path(name), text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Nobody is told.",
        "The timing keeps it back.",
        "The group is looked at. Look at the group.",
        "It is handed on to them.",
        "It can\nnot be read.",
        "Draw the picture beside the ledger.",
    ],
)
def test_a_retired_word_is_found_in_a_sentence(sentence: str) -> None:
    assert words("page.md", sentence)


def test_standard_terms_pass() -> None:
    text = "Silenced alerts are suppressed. The task cannot resume; the broom stays. Roommates."
    assert words("page.md", text) == []


def test_code_and_addresses_of_a_page_are_not_read() -> None:
    text = "`told` and [a link](told.md#asked) and\n```sh\nask\n```\nBut told is found."
    assert next(iter(retired_words(Path("page.md"), text))).line == 5
    assert words("page.md", text) == ["told"]


def test_texts_of_the_interface_are_read_and_code_is_not() -> None:
    text = """
    // nobody reads a comment that was told
    const told = ask('answer', "question");
    const label = 'Nobody was there';
    const hint = `Sent to ${told} people`;
    return <p title="It was asked for">They are told {count} times</p>;
    """
    assert sorted(words("Page.tsx", text)) == ["Nobody", "asked", "people", "told"]


def test_types_and_signatures_are_no_texts() -> None:
    text = """
    interface Asked { rule: string }
    function Entries({ rule }: Asked): ReactNode { return <ul>{rule}</ul>; }
    const { question } = { question: wanted && (<b>{rule}</b>) };
    """
    assert words("Page.tsx", text) == []
    assert words("code.ts", "const x = a > told && b < asked;") == []


def test_an_allowed_phrase_passes_and_its_word_elsewhere_does_not() -> None:
    assert words("page.md", "Post to a Webex room.") == []
    assert words("page.md", "Post to a room.") == ["room"]
    assert words("page.md", "A mute\n  timing mutes; a timing is unclear.") == ["timing"]


def test_every_exception_is_needed_and_has_a_reason() -> None:
    for phrase, reason in ALLOWED:
        assert reason
        assert any(pattern.search(phrase) for pattern, _ in RETIRED)


def test_the_check_reads_pages_and_sources_and_no_tests() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in [*documents(ROOT), *ui_sources(ROOT)]}
    assert {"README.md", "docs/architecture.md", "ui/src/app/App.tsx"} <= names
    assert not [name for name in names if ".test." in name or "/tests/" in name]
