"""The map from questions to code names files and symbols that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs/where.md"
_ROW = re.compile(
    r"^\| (?P<question>[^|]+\?) \| \[.+\]\(\.\./(?P<file>[^)]+)\) \| `(?P<symbol>\w+)` \|$"
)
_DEFINED = (
    r"^(?:export )?(?:default )?(?:async )?(?:class|def|function|const) {0}\b|^{0}(?:: .+)? = "
)


def test_each_question_leads_to_a_symbol_that_is_defined() -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| ") and "?" in line]
    missing = []
    for line in rows:
        row = _ROW.match(line)
        assert row, f"Not a question with file and symbol: {line}"
        file = ROOT / row["file"]
        defined = re.compile(_DEFINED.format(row["symbol"]), re.MULTILINE)
        if not file.is_file() or not defined.search(file.read_text()):
            missing.append(f"{row['file']}: {row['symbol']}")
    assert missing == []
    assert len(rows) >= 40
