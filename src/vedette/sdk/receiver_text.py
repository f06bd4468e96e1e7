"""Text functions for receivers: limits of services, and escapes of markup in data."""

import hashlib
import html
import math
import re
from collections.abc import Callable
from decimal import Decimal

from vedette.sdk.receiver import Message, Texts, plain_text

DEFAULT_TITLE = '{{ template "default.title" . }}'
DEFAULT_MESSAGE = '{{ template "default.message" . }}'
FIRING_COLOR = "#D63232"
RESOLVED_COLOR = "#36a64f"
MORE = "…"
URL = r"https?://[^\s<>\[\]\\`|\"]+"
"""A URL in a text, without characters that can start or end a Markdown link."""
_MARKDOWN = re.compile(rf"{URL}|([\\`*_\[\]<>~])", re.IGNORECASE)
_FAILED = "\0"
_HTML_TOKEN = re.compile(r"<(/?)([A-Za-z][\w-]*+)[^<>]*+>|&(?:#\w{1,8}|\w{1,10});|.", re.DOTALL)


def color(message: Message) -> str:
    return FIRING_COLOR if message.firing else RESOLVED_COLOR


def alerts_url(message: Message) -> str:
    """Return the URL of the list of alert rules of this server."""
    return f"{message.external_url}alerting/list"


def image_url(message: Message) -> str:
    """Return the first URL of an image in the message, or an empty string."""
    return next((alert.image_url for alert in message.alerts if alert.image_url), "")


def number_text(value: float) -> str:
    """Format a number with as few digits as needed and without exponent: `3`, `0.25`, `NaN`,
    `+Inf`."""
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "+Inf" if value > 0 else "-Inf"
    text = format(Decimal(repr(float(value))), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def stable_key(message: Message) -> str:
    """Return 64 hex digits that are the same for all notifications about a group."""
    return hashlib.sha256(f"{message.org_id}:{message.group_key}".encode()).hexdigest()


async def one_line(texts: Texts, template: str, message: Message, usual: str = "") -> str:
    """Return the first line of the rendered template; `usual` if it is empty or fails."""
    if "{{" not in template:
        return template.strip() or usual
    text = await texts.text(template, message, otherwise=lambda _: _FAILED)
    if text.startswith(_FAILED):
        return usual
    return text.strip().partition("\n")[0].strip() or usual


def cut_runes(text: str, limit: int) -> str:
    """Truncate to `limit` code points, with an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1] + MORE


def cut_utf16(text: str, limit: int) -> str:
    """Truncate to `limit` UTF-16 code units, as JavaScript and Telegram count."""
    return _cut(text, limit, lambda part: len(part.encode("utf-16-le")) // 2)


def cut_bytes(text: str, limit: int) -> str:
    """Truncate to `limit` bytes of UTF-8, at the boundary of a character."""
    return _cut(text, limit, lambda part: len(part.encode()))


def cut_html(text: str, limit: int, *, count_markup: bool = False) -> str:
    """Truncate HTML between tags and entities, and close all tags.

    The limit is in UTF-16 code units outside of tags, where an entity counts as one (Telegram), or
    with `count_markup` in code points of the whole result.
    """
    kept: list[str] = []
    open_tags: list[str] = []
    length = 0
    for token in _HTML_TOKEN.finditer(text):
        closing, name = token[1], token[2]
        if closing and (not open_tags or open_tags[-1] != name):
            continue
        size = _html_size(token, count_markup)
        if length + size > limit:
            return _shortened(kept, open_tags, length, limit)
        length += 0 if closing else size
        if closing:
            open_tags.pop()
        elif name:
            open_tags.append(name)
        kept.append(token[0])
    return "".join(kept) + _closing(open_tags)


def _html_size(token: re.Match[str], count_markup: bool) -> int:
    if count_markup:
        # An opening tag is counted with its end tag.
        return 0 if token[1] else len(token[0]) + (len(token[2]) + 3 if token[2] else 0)
    if token[2]:
        return 0
    return 1 if len(token[0]) > 1 else len(token[0].encode("utf-16-le")) // 2


def _shortened(kept: list[str], open_tags: list[str], length: int, limit: int) -> str:
    """Add an ellipsis, in place of the last piece of text if there is no room for it."""
    if length + 1 > limit:
        last = next((n for n in range(len(kept) - 1, -1, -1) if not kept[n].startswith("<")), None)
        if last is None:
            return "".join(kept) + _closing(open_tags)
        del kept[last]
    return "".join(kept) + MORE + _closing(open_tags)


def _closing(open_tags: list[str]) -> str:
    return "".join(f"</{name}>" for name in reversed(open_tags))


def plain_html(message: Message) -> str:
    """Return `plain_text` as HTML."""
    return html.escape(plain_text(message))


def markdown_escape(text: str) -> str:
    """Escape text for Markdown (CommonMark). URLs stay clickable."""
    return _MARKDOWN.sub(lambda found: f"\\{found[1]}" if found[1] else found[0], text)


def _cut(text: str, limit: int, length: Callable[[str], int]) -> str:
    if length(text) <= limit:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if length(text[:middle] + MORE) <= limit else (low, middle - 1)
    return text[:low] + MORE if length(MORE) <= limit else text[:low]
