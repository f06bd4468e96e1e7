"""A name in the source stands for one thing."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

_SOURCE = Path(__file__).parents[2] / "src" / "vedette"


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(_SOURCE.rglob("*.py")):
        yield str(path.relative_to(_SOURCE)), ast.parse(path.read_text())


def test_no_two_public_classes_have_the_same_name() -> None:
    """Plugins are left out: they do not see each other, and their folders may be moved away."""
    places: dict[str, list[str]] = defaultdict(list)
    for name, module in _modules():
        for node in module.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(name)
    assert len(places) > 1_000, "the classes are found"
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_import_gives_a_class_another_name() -> None:
    renamed = [
        f"{name}: {node.module}.{alias.name} as {alias.asname}"
        for name, module in _modules()
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("vedette")
        for alias in node.names
        if alias.asname not in (None, alias.name) and not alias.name.isupper()
        if alias.name[0].isupper()
    ]
    assert renamed == []
