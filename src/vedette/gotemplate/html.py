"""Escapes what a template prints by the place in the HTML it stands in.

A simple form of what html/template does, meant for e-mail. The text of the template is trusted
and read along as it is written, so that the place of each value is known:

- between tags and in comments' place: `& < > " '` become entities; a `template.HTML` value (made
  by `safeHtml` or `html`) is left as it is;
- in an attribute: the same, and in one without quotes also spaces, `=` and backquotes; what is
  HTML already is not escaped twice;
- in an attribute that holds a URL (`href`, `src`, ...): a value at its start must be relative or
  have one of the schemes http, https, mailto, tel or cid, or `#ZgotmplZ` stands in its place; a
  value after `?` or `#` is percent-encoded as a query, one before it is normalised; `safeUrl`
  changes none of this;
- in a `style` attribute or element: a value may hold letters, digits, spaces and `#.,%+-_`, or
  `ZgotmplZ` stands in its place;
- in a comment nothing is printed;
- as a tag's or an attribute's name, in a script or an event handler: an error.

What is escaped cannot change the place, so loops and branches need no analysis beforehand.
"""

import re
from enum import Enum
from html import unescape
from urllib.parse import quote

from vedette.gotemplate.errors import CallError
from vedette.gotemplate.values import MarkUp, Named, Value, encoded

_ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;", "\0": "�"}
)
_MORE_ENTITIES = str.maketrans(
    {sign: f"&#{ord(sign)};" for sign in " \t\n\f\r\v=`+"} | {"\0": "&#xfffd;"}
)
_URL_ATTRIBUTES = frozenset(
    {
        "action",
        "archive",
        "background",
        "cite",
        "classid",
        "codebase",
        "data",
        "formaction",
        "href",
        "icon",
        "longdesc",
        "manifest",
        "poster",
        "profile",
        "src",
        "srcset",
        "usemap",
        "xlink:href",
        "xmlns",
    }
)
_SCHEMES = frozenset({"http", "https", "mailto", "tel", "cid"})
_REFUSED = "ZgotmplZ"
_STYLE = re.compile(r"[A-Za-z0-9 #.,%+_-]*")
_SCHEME = re.compile(r"([^/?#:]*):")
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
_ATTRIBUTE = re.compile(r"[^\s/>=]+")
_EQUALS = re.compile(r"\s*=")
_RAW = frozenset({"script", "style", "textarea", "title"})


def escape_text(text: str) -> str:
    return text.translate(_ENTITIES)


class HtmlContext(Enum):
    TEXT = "text"
    TAG = "a tag"
    NAME = "the name of a tag or an attribute"
    AFTER_NAME = "an attribute"
    VALUE = "a value"
    COMMENT = "a comment"
    RAW = "an element without tags inside"


class HtmlWriter:
    """Tracks the context of the written text and escapes each value for it."""

    def __init__(self) -> None:
        self._place = HtmlContext.TEXT
        self._element = ""
        self._closing = False
        self._attribute = ""
        self._quote = ""
        self._before = ""
        """The attribute's value so far."""

    def value(self, value: Value, text: str) -> str:
        """Write a value whose output is `text`, escaped."""
        if self._place is HtmlContext.COMMENT:
            return ""
        is_html = isinstance(value, Named) and value.name == "template.HTML"
        printed = text
        if isinstance(value, MarkUp) and not value.is_own:
            is_html, printed = True, value.printed
        if self._place is HtmlContext.TEXT:
            return printed if is_html else escape_text(text)
        if self._place is HtmlContext.RAW and self._element != "script":
            return _style(text) if self._element == "style" else escape_text(text)
        if self._place is HtmlContext.AFTER_NAME:
            self._place, self._quote, self._before = HtmlContext.VALUE, "", ""
        if self._place is HtmlContext.VALUE and not self._attribute.startswith("on"):
            return self._in_attribute(unescape(printed) if is_html else text)
        where = (
            "a script" if self._place in (HtmlContext.RAW, HtmlContext.VALUE) else self._place.value
        )
        raise CallError(f"a value cannot stand in {where}")

    def _in_attribute(self, text: str) -> str:
        if self._attribute == "style":
            text = _style(text)
        elif self._attribute in _URL_ATTRIBUTES:
            text = _url(self._before, text)
        self._before += text
        escaped = escape_text(text)
        return escaped if self._quote else escaped.translate(_MORE_ENTITIES)

    def literal(self, text: str) -> str:
        """Write text of the template unchanged, and update the context."""
        at = 0
        while at < len(text):
            at = self._STEPS[self._place](self, text, at)
        return text

    def _text(self, text: str, at: int) -> int:
        opened = text.find("<", at)
        if opened < 0:
            return len(text)
        if text.startswith("<!--", opened):
            self._place = HtmlContext.COMMENT
            return opened + 4
        match = _TAG.match(text, opened)
        if match is None:
            if text[opened + 1 : opened + 3] in ("", "/"):
                self._place = HtmlContext.NAME
                return len(text)
            return opened + 1
        self._closing, self._element = bool(match.group(1)), match.group(2).lower()
        self._place = HtmlContext.TAG
        if match.end() == len(text):
            self._place = HtmlContext.NAME
        return match.end()

    def _comment(self, text: str, at: int) -> int:
        end = text.find("-->", at)
        if end < 0:
            return len(text)
        self._place = HtmlContext.TEXT
        return end + 3

    def _raw(self, text: str, at: int) -> int:
        end = re.compile(rf"</{self._element}(?=[\s/>])", re.IGNORECASE).search(text, at)
        if end is None:
            return len(text)
        self._place, self._closing = HtmlContext.TAG, True
        return end.end()

    def _tag(self, text: str, at: int) -> int:
        sign = text[at]
        if sign == ">":
            raw = self._element in _RAW and not self._closing
            self._place = HtmlContext.RAW if raw else HtmlContext.TEXT
            return at + 1
        match = _ATTRIBUTE.match(text, at)
        if match is None:
            return at + 1
        self._attribute = match.group().lower()
        self._place = HtmlContext.NAME if match.end() == len(text) else HtmlContext.AFTER_NAME
        if self._place is HtmlContext.NAME:
            return match.end()
        equals = _EQUALS.match(text, match.end())
        if equals is None:
            self._place = HtmlContext.TAG
            return match.end()
        return equals.end()

    def _name(self, text: str, at: int) -> int:
        """Return the name that the last piece of text completes."""
        if text[at] == "=":
            self._place = HtmlContext.AFTER_NAME
            return at + 1
        self._place = HtmlContext.TAG
        return at

    def _after_name(self, text: str, at: int) -> int:
        if text[at].isspace():
            return at + 1
        self._place, self._before = HtmlContext.VALUE, ""
        self._quote = text[at] if text[at] in "\"'" else ""
        return at + 1 if self._quote else at

    def _value(self, text: str, at: int) -> int:
        ends = re.compile(self._quote if self._quote else r"[\s>]").search(text, at)
        if ends is None:
            self._before += text[at:]
            return len(text)
        self._place = HtmlContext.TAG
        return ends.end() if self._quote else ends.start()

    _STEPS = {  # noqa: RUF012
        HtmlContext.TEXT: _text,
        HtmlContext.TAG: _tag,
        HtmlContext.NAME: _name,
        HtmlContext.AFTER_NAME: _after_name,
        HtmlContext.VALUE: _value,
        HtmlContext.COMMENT: _comment,
        HtmlContext.RAW: _raw,
    }


def _style(text: str) -> str:
    return text if _STYLE.fullmatch(text) else _REFUSED


def _url(before: str, text: str) -> str:
    if "?" in before or "#" in before:
        return quote(encoded(text), safe="")
    if not before.strip():
        scheme = _SCHEME.match(text.strip())
        if scheme and scheme.group(1).lower() not in _SCHEMES:
            return f"#{_REFUSED}"
    return quote(encoded(text), safe="!#$%&*+,/:;=?@[]~-._")
