"""Report retired words in the documentation and in the texts of the user interface.

`python -m scripts.words` reads both, with `--docs` or `--ui` only one of them. In Markdown, code
and link targets are skipped. In TypeScript, string literals and JSX text are read. To keep a phrase
that contains a retired word, add it to `ALLOWED` with the reason.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

_CODE = re.compile(r"^( *)```.*?^\1```$|``.+?``|`[^`]+`|<!--.*?-->", re.MULTILINE | re.DOTALL)
_TARGET = re.compile(r"\]\([^)\s]*\)|<https?:[^>]*>")
_TYPESCRIPT = re.compile(
    r"(?P<comment>/\*.*?\*/|(?<![:\\])//[^\n]*)"
    r"|(?P<quote>['\"])(?P<text>(?:\\.|(?!(?P=quote))[^\\\n])*)(?P=quote)"
    r"|`(?P<template>(?:\\.|[^\\`])*)`",
    re.DOTALL,
)
_JSX = re.compile(r"(?<![=-])[>}](?P<text>[^<>{}`;=]+)[<{]")
_NOT_TEXT = re.compile(
    r"^\s*[:,.)]|&&|\|\||\?\.|\b(?:function|interface|const|export|return|await)\b"
)
_EXPRESSION = re.compile(r"\$\{[^{}]*\}")


class Retired(NamedTuple):
    """Words that are no longer used, and what to write instead."""

    pattern: re.Pattern[str]
    instead: str


class Allowed(NamedTuple):
    """A phrase that contains a retired word and stays, with the reason."""

    phrase: str
    reason: str


def _retired(words: str, instead: str) -> Retired:
    return Retired(re.compile(rf"\b(?:{words})\b".replace(" ", r"\s+"), re.IGNORECASE), instead)


RETIRED = (
    _retired(r"(?:un)?told|tells? (?:people|of)|hears? of", "notify, report or show"),
    _retired(r"(?:kept|keeps?|held|holds?) back|keeps? quiet", "suppress, mute, silence, inhibit"),
    _retired(r"(?:keeps?|holds?) (?:it|them|an alert|the alert) back", "suppress"),
    _retired(r"look(?:s|ed|ing)? at (?:a|the|each|every) groups?", "flush"),
    _retired(r"hand(?:s|ed|ing)? on|hand(?:ed|ing) over|handed to|handed alerts", "send, forward"),
    _retired(r"news", "change, update"),
    _retired(r"pictures?", "image, screenshot, chart"),
    _retired(r"ledgers?", "notification history"),
    _retired(r"ask(?:s|ed|ing)?|questions?", "query, request, require, prompt"),
    _retired(r"answer(?:s|ed|ing)?", "response, result; return, respond"),
    _retired(r"can not", "cannot"),
    _retired(r"nobody|somebody|everybody|anybody|whoever|whatever", "no one, anyone, or the role"),
    _retired(r"people|persons?", "users"),
    _retired(r"(?:is|are|was|were|goes?|went|while) away", "unavailable"),
    _retired(r"(?:goes|go|going|gone|went) on|gets? on", "continue, resume, make progress"),
    _retired(r"beside|besides|meanwhile", "next to, in addition to, in the meantime"),
    _retired(r"past the polic(?:y|ies)", "bypassing the policies"),
    _retired(r"by (?:itself|themselves)|all the same|anew", "automatically, on its own; again"),
    _retired(r"organisations?|licen[cs]e's|licences?", "organization, license"),
    _retired(r"rooms?|houses?|strangers?", "package, module, layer; space; independent"),
    _retired(r"(?:is|are|was|were) over", "resolved, ended, elapsed"),
    _retired(r"timings?", "mute timing, active timing"),
    _retired(r"at once", "immediately, or at the same time"),
)
"""The words and phrases that the project's glossary retired."""

ALLOWED = (
    Allowed("mute timing", "the standard term"),
    Allowed("active timing", "the standard term"),
    Allowed("timing options", "the usual name of group wait, group interval and repeat interval"),
    Allowed("ask an administrator", "the usual advice for missing permissions"),
    Allowed("ask a server administrator", "the usual advice for missing permissions"),
    Allowed("Webex room", "the term of Webex for a chat"),
    Allowed("[news]", "a section of the configuration"),
    Allowed("news from an external feed", "the content of the news panel"),
    Allowed("news feed", "the content of the news panel"),
    Allowed("lpr, news, uucp", "facilities of syslog"),
)
"""Phrases that stay although they contain a retired word."""


class Found(NamedTuple):
    """A retired word with its place."""

    path: Path
    line: int
    word: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.word!r} is retired; write {self.instead}"


def _blank(text: str) -> str:
    """Return spaces in place of `text`, so that line numbers stay."""
    return re.sub(r"[^\n]", " ", text)


def prose(markdown: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and text of what is not code in a Markdown page."""
    text = _CODE.sub(lambda match: _blank(match.group()), markdown)
    yield 0, _TARGET.sub(lambda match: "]" + _blank(match.group()[1:]), text)


def shown(typescript: str, has_jsx: bool) -> Iterator[tuple[int, str]]:
    """Yield the offset and text of what users may read: literals with a space, and JSX text."""
    without = list(typescript)
    for match in _TYPESCRIPT.finditer(typescript):
        group = "text" if match["text"] is not None else "template"
        literal = match[group]
        if literal is not None and re.search(r"\s|^[A-Z]", literal):
            plain = _EXPRESSION.sub(lambda inner: _blank(inner.group()), literal)
            yield match.start(group), plain
        without[match.start() : match.end()] = _blank(match.group())
    for match in _JSX.finditer("".join(without)) if has_jsx else ():
        if not _NOT_TEXT.search(match["text"]):
            yield match.start("text"), match["text"]


def _spaced(phrase: str) -> str:
    """Return a pattern of the phrase that also matches across the end of a line."""
    return r"\s+".join(map(re.escape, phrase.split()))


def retired_words(path: Path, text: str) -> Iterator[Found]:
    """Yield each retired word of a Markdown or TypeScript file that no allowed phrase covers."""
    parts = prose(text) if path.suffix == ".md" else shown(text, path.suffix == ".tsx")
    for offset, part in parts:
        allowed = [
            match.span()
            for phrase, _ in ALLOWED
            for match in re.finditer(_spaced(phrase), part, re.IGNORECASE)
        ]
        for pattern, instead in RETIRED:
            for match in pattern.finditer(part):
                if not any(start <= match.start() < end for start, end in allowed):
                    line = text.count("\n", 0, offset + match.start()) + 1
                    yield Found(path, line, " ".join(match.group().split()), instead)


def documents(root: Path) -> Iterator[Path]:
    """Yield the Markdown pages, without those that list the names of tests."""
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("src/**/*.md")]
    yield from sorted(page for page in pages if page.name != "promises.md")


def ui_sources(root: Path) -> Iterator[Path]:
    """Yield the TypeScript sources of the pages and of plugins, without tests."""
    for folder in ("ui/src", "src/vedette_plugins"):
        for path in sorted(root.joinpath(folder).rglob("*.ts*")):
            if "tests" not in path.parts and ".test." not in path.name:
                yield path


def check(paths: Iterable[Path]) -> list[Found]:
    """Return the retired words of all files, ordered by place."""
    return sorted(found for path in paths for found in retired_words(path, path.read_text()))


def main() -> None:
    chosen = set(sys.argv[1:]) & {"--docs", "--ui"} or {"--docs", "--ui"}
    root = Path()
    paths = [*documents(root)] if "--docs" in chosen else []
    if "--ui" in chosen:
        paths.extend(ui_sources(root))
    if problems := check(paths):
        sys.exit("\n".join(map(str, problems)))


if __name__ == "__main__":
    main()
