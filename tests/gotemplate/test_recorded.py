"""Templates print what Go prints, by its recorded answers."""

import json
from collections.abc import Sequence

import pytest

from tests.gotemplate.case import Case
from tests.gotemplate.comparison import same, told
from tests.gotemplate.corpus import constructs, functions, library, markup, mixed, printing
from tests.gotemplate.generator import generated
from tests.gotemplate.record import GENERATED, RECORDED, SEED

PARTS = {
    "constructs": constructs.CASES,
    "functions": functions.CASES,
    "printing": printing.CASES,
    "html": markup.CASES,
    "library": library.CASES,
    "mixed": mixed.CASES,
    "generated": generated(SEED, GENERATED),
}


@pytest.mark.parametrize("part", PARTS)
def test_templates_print_what_go_prints(part: str) -> None:
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    cases: Sequence[Case] = PARTS[part]
    differences = []
    for case in cases:
        _, output, error = recorded[case.key]
        gos, ours = {"output": output, "error": error}, case.answer()
        if not same(ours, gos):
            differences.append(told(ours, gos, case.text))
    assert not differences, "\n".join(differences[:20])
