"""Who may change what files, the provisioning API and people made."""

import pytest

from vedette.alerting.model.provenance import (
    API,
    API_OPEN,
    FILE,
    UI,
    Edit,
    OtherProvenance,
    api_edit,
    check_delete,
    check_edit,
    edit_keeping,
)


@pytest.mark.parametrize(
    ("before", "edit"),
    [
        ("", UI),
        ("", API),
        ("", FILE),
        ("api", API),
        ("api", API_OPEN),
        ("api", FILE),
        ("file", FILE),
    ],
)
def test_the_keeper_of_an_object_and_those_above_may_change_it(before: str, edit: Edit) -> None:
    check_edit("the timing 'a'", before, edit)
    check_delete("the timing 'a'", before, edit)


@pytest.mark.parametrize(
    ("before", "edit"),
    [("api", UI), ("file", UI), ("file", API), ("file", API_OPEN), ("converted_prometheus", UI)],
)
def test_the_error_names_the_owner_of_an_object(before: str, edit: Edit) -> None:
    with pytest.raises(OtherProvenance, match=f"cannot change provenance from '{before}'"):
        check_edit("the timing 'a'", before, edit)
    with pytest.raises(OtherProvenance, match=f"needs '{before}': the timing 'a' cannot"):
        check_delete("the timing 'a'", before, edit)


def test_the_header_leaves_an_object_open_to_people() -> None:
    assert [api_edit(sent) for sent in ("", "false", "true", "1")] == [API, API, API_OPEN, API_OPEN]


@pytest.mark.parametrize("provenance", ["", "api", "file"])
def test_a_reference_that_follows_a_new_name_leaves_the_keeper_of_its_object(
    provenance: str,
) -> None:
    edit = edit_keeping(provenance)
    check_edit("the rule 'a'", provenance, edit)
    assert edit.provenance == provenance
