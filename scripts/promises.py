"""Write docs/promises.md, or check with `--check` that it is current.

The ids and their sentences come from tests/promises.toml, the proofs from the tests themselves: a
Python test names ids in its docstring, a TypeScript test in the block comment above it.
"""

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

DECLARED = Path("tests/promises.toml")
PAGE = Path("docs/promises.md")
_ID = re.compile(r"\b(?:R-\d{2}|T\d{2}|CVE-\d{4}-\d{4,})\b")
_TYPESCRIPT_TEST = re.compile(
    r"/\*\*(?P<comment>(?:(?!\*/).)*)\*/\s*(?:test|it|describe)\b[^\"'`]*(?P<quote>[\"'`])(?P<name>.*?)(?P=quote)",
    re.S,
)
_SECTIONS = {
    "reliability": (
        "Reliability",
        "What holds when instances, databases, data sources and receivers fail.",
    ),
    "threats": ("Threats", "What hostile users, data and servers cannot do."),
    "advisories": (
        "Published advisories",
        "Mistakes that were published of comparable products, and what holds here instead.",
    ),
}
_HEAD = """# Promises

Each promise has an id, one sentence, and the tests that prove it. A test names its ids in its
docstring. Promises without a test are marked **open** with the reason. This page is generated from
`tests/promises.toml` and the tests by `make docs`; `make lint` checks that it is current.
"""

Proofs = Mapping[str, Sequence[tuple[Path, str]]]


def proofs() -> Proofs:
    """Return the tests of each id as pairs of file and test name."""
    found: dict[str, list[tuple[Path, str]]] = defaultdict(list)
    for path, name, text in sorted({*_python_tests(), *_typescript_tests()}):
        for promise in sorted(set(_ID.findall(text))):
            found[promise].append((path, name))
    return found


def problems(declared: Mapping[str, Mapping[str, str]], proven: Proofs) -> list[str]:
    """Return what keeps the page from being true, one sentence each."""
    known = {promise for section in _SECTIONS for promise in declared[section]}
    unproven = known - set(proven) - set(declared["open"])
    return [
        *(
            f"{path}: {name} names {promise}, which {DECLARED} does not declare."
            for promise in sorted(set(proven) - known)
            for path, name in proven[promise]
        ),
        *(
            f"{promise} has no test and no reason under [open] in {DECLARED}."
            for promise in sorted(unproven)
        ),
        *(
            f"[open] in {DECLARED} names {promise}, which is not declared."
            for promise in sorted(set(declared["open"]) - known)
        ),
    ]


def page(declared: Mapping[str, Mapping[str, str]], proven: Proofs) -> str:
    """Return the Markdown page: a table of each section."""
    lines = [_HEAD]
    for section, (title, purpose) in _SECTIONS.items():
        lines += [f"## {title}", "", purpose, "", "| Id | Promise | Tests |", "|---|---|---|"]
        for promise, sentence in declared[section].items():
            tests = [f"[{name}](../{path.as_posix()})" for path, name in proven.get(promise, ())]
            reason = declared["open"].get(promise)
            shown = ", ".join(tests + ([f"**open**: {reason}"] if reason else []))
            lines.append(f"| {promise} | {sentence} | {shown} |")
        lines.append("")
    return "\n".join(lines)


def _python_tests() -> Iterator[tuple[Path, str, str]]:
    for root in (Path("tests"), Path("src/vedette_plugins")):
        for path in root.rglob("test_*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
                if is_function and node.name.startswith("test_"):
                    yield path, node.name, ast.get_docstring(node) or ""


def _typescript_tests() -> Iterator[tuple[Path, str, str]]:
    for root in (Path("ui/src"), Path("ui/tests"), Path("src/vedette_plugins")):
        for path in (*root.rglob("*.test.ts"), *root.rglob("*.test.tsx")):
            for match in _TYPESCRIPT_TEST.finditer(path.read_text()):
                yield path, " ".join(match["name"].split()), match["comment"]


def main() -> None:
    declared = tomllib.loads(DECLARED.read_text())
    proven = proofs()
    found = problems(declared, proven)
    written = page(declared, proven)
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(written)
    elif not PAGE.is_file() or PAGE.read_text() != written:
        found.append(f"{PAGE} is out of date; run `make docs`.")
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
