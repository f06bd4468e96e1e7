"""SQL is in store modules and in `vedette.db`, so that each table has one place to look."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import vedette

_STATEMENT = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH|PRAGMA)\s")
_CALLS = ("execute", "one", "all", "value", "many")


def test_statements_are_in_store_modules_only() -> None:
    root = Path(vedette.__path__[0])
    found = [
        f"{path.relative_to(root)}:{line}"
        for path in sorted(root.rglob("*.py"))
        if not is_store(path.relative_to(root))
        for line in statements(path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'tx.all("SELECT 1")',
        'rows = f"DELETE FROM {table}"',
        'WHICH = "  UPDATE a SET b = 1"',
        'self._tx.execute(f"{begin} RETURNING id")',
        'await tx.value("VACUUM")',
    ],
)
def test_a_statement_elsewhere_is_found(source: str) -> None:
    assert list(statements(source)) == [1]


@pytest.mark.parametrize("source", ['Route("DELETE", path)', "ids.all()", '"Selected rows"'])
def test_other_texts_are_no_statements(source: str) -> None:
    assert list(statements(source)) == []


def is_store(path: Path) -> bool:
    is_named = path.stem == "store" or path.stem.endswith("_store")
    return path.parts[0] == "db" or "store" in path.parts[:-1] or is_named


def statements(source: str) -> Iterator[int]:
    """Yield the lines of texts that begin as statements, and of texts given to a transaction."""
    lines = set()
    for node in ast.walk(ast.parse(source)):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and _STATEMENT.match(node.value):
            lines.add(node.lineno)
        if isinstance(node, ast.Call) and _takes_statement(node):
            lines.add(node.lineno)
    yield from sorted(lines)


def _takes_statement(call: ast.Call) -> bool:
    """Whether a text is given to a transaction."""
    called = call.func
    if not isinstance(called, ast.Attribute) or called.attr not in _CALLS or not call.args:
        return False
    of = called.value
    name = of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""
    is_text = isinstance(call.args[0], ast.Constant | ast.JoinedStr)
    return is_text and name in ("tx", "_tx", "stored")
