"""Write the commented configuration file and its reference page from the declarations."""

import textwrap
from collections.abc import Iterator, Sequence

from vedette.settings.convert import text_of, type_name
from vedette.settings.declare import Section, Setting

_NO_EFFECT = "Has no effect."
_INTRO = """\
# Vedette: every setting with its default.
#
# A line that starts with ; is the default; remove the ; to change it. The same setting as an
# environment variable: VEDETTE_<SECTION>_<KEY>, upper case, dots as _, and dashes of the section
# too, for example VEDETTE_SERVER_HTTP_PORT. If the name ends with __FILE, the value is read from a
# file. GF_<SECTION>_<KEY> is read if the VEDETTE_ variable is absent or empty. On the command line:
# cfg:server.http_port=3001. An empty value in this file does not change the default.
# Values can refer to %(key)s of the same section, ${VARIABLE} and $__file{/path}. A value with
# # or ; in it is written between triple double quotes.
"""
_PAGE = """\
# Configuration

This page lists all settings and is generated from the code. Values are read from the built-in
defaults, the file given with `--config`, the environment and the command line
(`cfg:section.key=value`). Later sources take precedence.

| Form | Example |
|---|---|
| file | `[server]` and below it `http_port = 3001` |
| file as nested maps (`.yaml`, `.json`) | `server: {http_port: 3001}` |
| environment | `VEDETTE_SERVER_HTTP_PORT=3001`; `GF_SERVER_HTTP_PORT` where that is absent |
| environment, value in a file | `VEDETTE_DATABASE_PASSWORD__FILE=/run/secrets/password` |
| command line | `cfg:server.http_port=3001` |

Values can contain `%(key)s` (another key of the section), `${NAME}` or `$__env{NAME}` (environment)
and `$__file{/path}` (content of a file). Durations are written `30s`, `5m`, `24h`, `7d`. Lists are
separated by spaces or commas. An empty value in a file or the environment changes nothing; the
command line can set an empty value. If a value is invalid, the server does not start and prints an
error that names the setting. Settings marked *Has no effect* are accepted so that existing
configuration files load. Unknown keys, and changed values of settings without effect, are logged as
warnings.
"""


def ini_text(sections: Sequence[type[Section]]) -> str:
    return _INTRO + "".join(_ini_section(section) for section in sections)


def markdown(sections: Sequence[type[Section]]) -> str:
    return _PAGE + "".join(_markdown_section(section) for section in sections)


def _ini_section(section: type[Section]) -> str:
    is_default = section.section_name == "DEFAULT"
    lines = ["", _comment(section.section_help)]
    lines.append("" if is_default else f"[{section.section_name}]\n")
    for field in section.declared.values():
        if field.is_rest:
            lines.append(_comment(_description(field)))
            lines.append("")
            continue
        lines.append(_comment(_description(field)))
        default = text_of(field.default)
        value = f'"""{default}"""' if any(mark in default for mark in "#;\n") else default
        lines.append(f";{field.key} = {value}".rstrip())
        lines.append("")
    return "\n".join(lines)


def _markdown_section(section: type[Section]) -> str:
    title = "No section" if section.section_name == "DEFAULT" else f"[{section.section_name}]"
    lines = ["", f"## {title}", "", section.section_help, ""]
    fields = list(section.declared.values())
    if fields:
        lines += ["| Key | Type | Default | Meaning |", "|---|---|---|---|"]
        lines += [_row(field) for field in fields]
    return "\n".join(lines) + "\n"


def _row(field: Setting) -> str:
    key = "any" if field.is_rest else f"`{field.key}`"
    default = text_of(field.default)
    shown = f"`{default}`" if default else ""
    cells = (key, type_name(field), shown, _description(field))
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _description(field: Setting) -> str:
    return " ".join(_sentences(field))


def _sentences(field: Setting) -> Iterator[str]:
    if not field.acted_on:
        yield _NO_EFFECT
    yield field.help
    if field.choices is not None:
        yield f"One of: {', '.join(choice or 'empty' for choice in field.choices)}."
    if field.inert_choices:
        yield f"Without effect: {', '.join(field.inert_choices)}."
    if field.unit:
        yield f"Unit: {field.unit}."
    if field.bare_unit:
        yield f"A bare number is in {_UNITS[field.bare_unit]}."
    if field.live:
        yield "Takes effect on reload."
    if field.aliases:
        spelt = ", ".join(
            f"`[{section}] {key}`" if section else f"`{key}`"
            for section, _, key in (alias.rpartition(":") for alias in field.aliases)
        )
        yield f"Also accepted as {spelt}."


_UNITS = {"ms": "milliseconds", "s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def _comment(text: str) -> str:
    return textwrap.fill(text, 98, initial_indent="# ", subsequent_indent="# ")
