"""The same beside Go itself, where it is installed: the recorded answers and new templates."""

import json
import os

import pytest

from tests.gotemplate import oracle
from tests.gotemplate.comparison import same, told
from tests.gotemplate.generator import generated
from tests.gotemplate.record import RECORDED, corpus

pytestmark = pytest.mark.skipif(oracle.GO is None, reason="Go is not installed")


def test_the_recorded_answers_are_gos() -> None:
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    cases = corpus()
    assert len(recorded) == len({case.key for case in cases}), "record the corpus again"
    for case, answer in zip(cases, oracle.ask(cases), strict=True):
        text, output, error = recorded[case.key]
        assert (text, output) == (case.text, answer["output"])
        assert bool(error) == bool(answer["error"])


def test_new_random_templates_print_what_go_prints() -> None:
    """Others than the recorded ones; `VEDETTE_SEED` looks further."""
    seed = int(os.environ.get("VEDETTE_SEED", 11))
    cases = generated(seed, 1_000)
    for case, gos in zip(cases, oracle.ask(cases), strict=True):
        ours = case.answer()
        assert same(ours, gos), f"VEDETTE_SEED={seed}\n{told(ours, gos, case.text)}"
