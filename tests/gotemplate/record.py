"""Writes down what Go says to the corpus: `.venv/bin/python -m tests.gotemplate.record`."""

import json
from pathlib import Path

from tests.gotemplate import oracle
from tests.gotemplate.case import Case
from tests.gotemplate.corpus import constructs, functions, library, markup, mixed, printing
from tests.gotemplate.generator import generated

RECORDED = Path(__file__).parent / "recorded.json"
SEED = 4
GENERATED = 400


def corpus() -> list[Case]:
    return [
        *constructs.CASES,
        *functions.CASES,
        *printing.CASES,
        *markup.CASES,
        *library.CASES,
        *mixed.CASES,
        *generated(SEED, GENERATED),
    ]


def main() -> None:
    cases = corpus()
    answers = zip(cases, oracle.ask(cases), strict=True)
    recorded = {
        case.key: [case.text, answer["output"], answer["error"]] for case, answer in answers
    }
    lines = ",\n".join(
        f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in recorded.items()
    )
    RECORDED.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
