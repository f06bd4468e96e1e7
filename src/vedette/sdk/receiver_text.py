"""For receivers: texts within the limits of a service, and data that can not become mark-up."""

import hashlib
import html
import re
from collections.abc import Callable, Mapping

import msgspec

from vedette.sdk.receiver import AlertView, Labels, Message, plain_text

DEFAULT_TITLE = '{{ template "default.title" . }}'
DEFAULT_MESSAGE = '{{ template "default.message" . }}'
FIRING_COLOR = "#D63232"
RESOLVED_COLOR = "#36a64f"
MORE = "…"
_HTML_TOKEN = re.compile(r"<(/?)([A-Za-z][\w-]*+)[^<>]*+>|&(?:#\w{1,8}|\w{1,10});|.", re.DOTALL)


def color(message: Message) -> str:
    return FIRING_COLOR if message.firing else RESOLVED_COLOR


def alerts_url(message: Message) -> str:
    """The list of alert rules of this server."""
    return f"{message.external_url}alerting/list"


def image_url(message: Message) -> str:
    """The first picture that has an address; empty without one."""
    return next((alert.image_url for alert in message.alerts if alert.image_url), "")


def stable_key(message: Message) -> str:
    """The same 64 hex digits for all messages about one group, for services that join by a key."""
    return hashlib.sha256(f"{message.org_id}:{message.group_key}".encode()).hexdigest()


def cut_runes(text: str, limit: int) -> str:
    """At most `limit` code points; what is cut ends in an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1] + MORE


def cut_utf16(text: str, limit: int) -> str:
    """At most `limit` UTF-16 code units, as JavaScript and Telegram count."""
    return _cut(text, limit, lambda part: len(part.encode("utf-16-le")) // 2)


def cut_bytes(text: str, limit: int) -> str:
    """At most `limit` bytes of UTF-8, never half a character."""
    return _cut(text, limit, lambda part: len(part.encode()))


def cut_html(text: str, limit: int, *, count_markup: bool = False) -> str:
    """No tag and no entity is cut, and all tags are closed.

    At most `limit` UTF-16 code units outside of tags, where an entity counts as one (Telegram), or
    with `count_markup` at most `limit` code points of all that is sent.
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
        # An opening tag pays for its end too.
        return 0 if token[1] else len(token[0]) + (len(token[2]) + 3 if token[2] else 0)
    if token[2]:
        return 0
    return 1 if len(token[0]) > 1 else len(token[0].encode("utf-16-le")) // 2


def _shortened(kept: list[str], open_tags: list[str], length: int, limit: int) -> str:
    """With an ellipsis, for which the last piece of text leaves where there is no room."""
    if length + 1 > limit:
        last = next((n for n in range(len(kept) - 1, -1, -1) if not kept[n].startswith("<")), None)
        if last is None:
            return "".join(kept) + _closing(open_tags)
        del kept[last]
    return "".join(kept) + MORE + _closing(open_tags)


def _closing(open_tags: list[str]) -> str:
    return "".join(f"</{name}>" for name in reversed(open_tags))


def plain_html(message: Message) -> str:
    """`plain_text` where HTML is read."""
    return html.escape(plain_text(message))


def escaped(message: Message, escape: Callable[[str], str]) -> Message:
    """The same message whose label and annotation values can not become mark-up.

    For services whose mark-up is not HTML: what people write into a template stays theirs, what
    comes with the data is text.
    """

    def safe(labels: Labels) -> Mapping[str, str]:
        return {name: escape(value) for name, value in labels.items()}

    def alert(each: AlertView) -> AlertView:
        return msgspec.structs.replace(
            each,
            labels=safe(each.labels),
            annotations=safe(each.annotations),
            value_text=escape(each.value_text),
        )

    return msgspec.structs.replace(
        message,
        alerts=tuple(alert(each) for each in message.alerts),
        group_labels=safe(message.group_labels),
        common_labels=safe(message.common_labels),
        common_annotations=safe(message.common_annotations),
    )


def markdown_escape(text: str) -> str:
    """Text that Markdown (CommonMark) shows as it is."""
    return re.sub(r"([\\`*_\[\]<>~])", r"\\\1", text)


def _cut(text: str, limit: int, length: Callable[[str], int]) -> str:
    if length(text) <= limit:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if length(text[:middle] + MORE) <= limit else (low, middle - 1)
    return text[:low] + MORE if length(MORE) <= limit else text[:low]
