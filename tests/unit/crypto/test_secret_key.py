"""A weak key is refused where it would protect other people's data."""

import re
from pathlib import Path

import pytest

from vedette.crypto.secret_key import check_secret_key, effective_secret_key
from vedette.kernel.secret import Secret
from vedette.settings import SettingsError

ROOT = Path(__file__).parents[3]
STRONG = Secret("0123456789abcdef0123456789abcdef")
PUBLISHED, SHORT = Secret("SW2YcwTIb9zpOOhoPsMm"), Secret("0123456789abcdef0123456789abcde")


@pytest.mark.parametrize("embedded", [True, False], ids=["SQLite", "PostgreSQL"])
@pytest.mark.parametrize(
    "key", [PUBLISHED, SHORT, Secret(" " * 40)], ids=["published", "short", "blank"]
)
def test_production_refuses_a_weak_key_on_every_database(key, embedded, tmp_path):
    """T13: A key that others know or can guess protects no stored secret."""
    arguments = {"production": True, "embedded_db": embedded}
    with pytest.raises(SettingsError, match=r"\[security\] secret_key: it .*at least 32") as caught:
        check_secret_key(key, **arguments)
    assert key.reveal() not in caught.value.public
    with pytest.raises(SettingsError, match="secret_key"):
        effective_secret_key(key, data=tmp_path, **arguments)
    assert list(tmp_path.iterdir()) == []


def test_production_on_a_shared_database_refuses_a_missing_key():
    with pytest.raises(SettingsError, match=r"\[security\] secret_key: it is not set"):
        check_secret_key(Secret(""), production=True, embedded_db=False)


def test_every_key_in_our_own_examples_is_refused():
    """T13: A key that was copied from an example is known to everyone."""
    given = re.compile(r"secret_key(?:__file)?\s*[=:]\s*[\"']?([^\s\"'`|,;]+)", re.IGNORECASE)
    files = [
        file
        for pattern in (
            "docs/**/*.md",
            "deploy/**/*.*",
            "examples/**/*.*",
            "*.yaml",
            "*.ini",
            "*.md",
        )
        for file in ROOT.glob(pattern)
    ]
    assert ROOT / "compose.yaml" in files
    for file in files:
        for key in given.findall(file.read_text(errors="replace")):
            if not key.startswith(("$", "/run/")):
                with pytest.raises(SettingsError):
                    check_secret_key(Secret(key), production=True, embedded_db=True)


def test_a_strong_key_is_fine_everywhere():
    for production in (True, False):
        for embedded in (True, False):
            assert not check_secret_key(STRONG, production=production, embedded_db=embedded)


@pytest.mark.parametrize("embedded", [True, False])
def test_development_uses_a_weak_key_with_a_warning(embedded, tmp_path):
    key, warning = effective_secret_key(
        PUBLISHED, production=False, embedded_db=embedded, data=tmp_path
    )
    assert key == PUBLISHED
    assert "published default" in warning
    assert list(tmp_path.iterdir()) == []


def test_without_a_key_the_embedded_database_gets_one_that_stays(tmp_path):
    data = tmp_path / "data"
    arguments = {"production": True, "embedded_db": True, "data": data}
    key, warning = effective_secret_key(Secret(""), **arguments)
    assert warning is None
    assert len(key.reveal()) >= 60
    assert effective_secret_key(Secret(""), **arguments)[0] == key
    assert [file.name for file in data.iterdir()] == ["secret_key"]
    assert (data / "secret_key").stat().st_mode & 0o777 == 0o600


def test_a_damaged_key_file_is_named_and_not_replaced(tmp_path):
    (tmp_path / "secret_key").write_text("x")
    with pytest.raises(SettingsError, match="damaged"):
        effective_secret_key(Secret(""), production=True, embedded_db=True, data=tmp_path)
    assert (tmp_path / "secret_key").read_text() == "x"
