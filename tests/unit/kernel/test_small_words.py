"""Ids, slugs and secrets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vedette.kernel.ids import BadUid, check_uid, is_uid, new_uid
from vedette.kernel.secret import Secret
from vedette.kernel.slugs import slugify


def test_new_uids_are_good_and_differ() -> None:
    made = {new_uid() for _ in range(1000)}
    assert len(made) == 1000
    assert all(is_uid(uid) for uid in made)


@pytest.mark.parametrize("uid", ["", "*", "a*", "a b", "a/b", "é", "a" * 41, "a\n", "../a", "a:b"])
def test_wildcards_and_paths_are_no_uids(uid: str) -> None:
    with pytest.raises(BadUid):
        check_uid(uid)


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Node Exporter Full", "node-exporter-full"),
        ("Zürich: Öl & Gas", "zurich-ol-gas"),
        ("☃", "-"),
    ],
)
def test_a_slug_reads_like_its_title(title: str, slug: str) -> None:
    assert slugify(title) == slug


@given(st.text(min_size=1))
def test_a_secret_never_prints_itself(text: str) -> None:
    secret = Secret(text)
    assert repr(secret) == str(secret) == f"{secret}" == "Secret('***')"
    assert secret.reveal() == text
    assert secret == Secret(text)
    assert secret != text
