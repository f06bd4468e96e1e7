"""A weak key is refused where it would protect other people's data."""

import pytest

from vedette.crypto.secret_key import check_secret_key, effective_secret_key
from vedette.kernel.secret import Secret
from vedette.settings import SettingsError

STRONG = Secret("0123456789abcdef0123456789abcdef")
WEAK = [Secret(""), Secret("SW2YcwTIb9zpOOhoPsMm"), Secret("0123456789abcdef0123456789abcde")]


@pytest.mark.parametrize("key", WEAK, ids=["missing", "published", "short"])
def test_production_on_a_shared_database_refuses_a_weak_key(key):
    """Proves T13."""
    with pytest.raises(SettingsError, match=r"\[security\] secret_key: it .*at least 32") as caught:
        check_secret_key(key, production=True, embedded_db=False)
    assert not key or key.reveal() not in caught.value.public


def test_a_strong_key_is_fine_everywhere():
    for production in (True, False):
        for embedded in (True, False):
            assert not check_secret_key(STRONG, production=production, embedded_db=embedded)


@pytest.mark.parametrize(("production", "embedded"), [(True, True), (False, False)])
def test_elsewhere_a_weak_key_is_used_with_a_warning(production, embedded, tmp_path):
    key, warning = effective_secret_key(
        WEAK[1], production=production, embedded_db=embedded, data=tmp_path
    )
    assert key == WEAK[1]
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
