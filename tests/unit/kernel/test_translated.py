"""Errors of libraries are raised as errors of ours, with what happened as their cause."""

import pytest

from vedette.kernel.errors import NotFound
from vedette.kernel.translated import translated


def meaning(error: BaseException) -> Exception | None:
    return NotFound("There is no such thing.") if isinstance(error, KeyError) else None


def test_an_error_with_a_meaning_is_the_cause_of_what_is_raised() -> None:
    cause = KeyError("a")
    with pytest.raises(NotFound) as found, translated(meaning):
        raise cause
    assert found.value.__cause__ is cause


def test_an_error_without_a_meaning_is_raised_as_it_is() -> None:
    cause, done = ValueError("a"), list[str]()
    with (
        pytest.raises(ValueError, match="a") as found,
        translated(meaning, lambda: done.append("")),
    ):
        raise cause
    assert found.value is cause
    assert not done


def test_success_is_noted_once() -> None:
    done = list[str]()
    with translated(meaning, lambda: done.append("done")):
        assert not done
    assert done == ["done"]
