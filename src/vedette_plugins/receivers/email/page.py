"""The HTML of an e-mail: one card for each alert, plain enough for every mail program."""

import re
from collections.abc import Mapping, Sequence
from html import escape

from vedette.sdk import AlertView, Message
from vedette.sdk.receiver_text import FIRING_COLOR, RESOLVED_COLOR, alerts_url, color, number_text

_LINK = re.compile(r"https?://[^\s<>\"']+[^\s<>\"'.,;:!?)\]}]")
_MOST_CARDS = 100
_FONT = "font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif"


def page(message: Message, title: str, text: str | None, content_ids: Mapping[str, str]) -> str:
    """Return the HTML body. `text` replaces the cards.

    `content_ids` identifies the attached images by the fingerprint of their alert.
    """
    content = _paragraph(text) if text is not None else _cards(message, content_ids)
    loose = "" if text is None else "".join(map(_graph, content_ids.values()))
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title></head>"
        f'<body style="margin:0;padding:16px;background:#f4f5f7;color:#1f2328;{_FONT}">'
        '<div style="max-width:640px;margin:0 auto">'
        f'<h1 style="font-size:18px;border-left:4px solid {color(message)};padding-left:12px">'
        f"{escape(title)}</h1>{content}{loose}"
        f'<p style="color:#59636e;font-size:12px">Sent by {_link("Vedette", message.external_url)}'
        f" to the contact point {escape(message.receiver)}."
        f" {_link('Alert rules', alerts_url(message))}</p></div></body></html>"
    )


def _cards(message: Message, content_ids: Mapping[str, str]) -> str:
    blocks = []
    for name, alerts in (("Firing", message.firing), ("Resolved", message.resolved)):
        if alerts:
            blocks.append(f'<h2 style="font-size:15px">{name} ({len(alerts)})</h2>')
            blocks += [_card(each, content_ids) for each in alerts[:_MOST_CARDS]]
        if len(alerts) > _MOST_CARDS:
            blocks.append(f"<p>and {len(alerts) - _MOST_CARDS} more.</p>")
    return "".join(blocks)


def _card(alert: AlertView, content_ids: Mapping[str, str]) -> str:
    edge = FIRING_COLOR if alert.status == "firing" else RESOLVED_COLOR
    values = ", ".join(
        f"{name}={number_text(value)}" for name, value in sorted(alert.values.items())
    )
    rows = [*sorted(alert.annotations.items()), *([("Values", values)] if values else [])]
    labels = ", ".join(f"{name}={value}" for name, value in sorted(alert.labels.items()))
    until = f" to {alert.ends_at:%Y-%m-%d %H:%M:%S} UTC" if alert.ends_at else ""
    rows += [("Labels", labels), ("Since", f"{alert.starts_at:%Y-%m-%d %H:%M:%S} UTC{until}")]
    links = [
        ("View alert", alert.generator_url),
        ("Silence", alert.silence_url),
        ("Dashboard", alert.dashboard_url),
        ("Panel", alert.panel_url),
    ]
    cid = content_ids.get(alert.fingerprint)
    image = _graph(cid) if cid else _web_image(alert.image_url)
    return (
        f'<div style="background:#fff;border:1px solid #d1d9e0;border-left:4px solid {edge};'
        'border-radius:6px;padding:12px;margin:0 0 12px">'
        f"<strong>{escape(alert.labels.get('alertname', 'Alert'))}</strong>"
        f'{_table(rows)}{image}<p style="margin:8px 0 0">'
        f"{' · '.join(_link(name, url) for name, url in links if url)}</p></div>"
    )


def _table(rows: Sequence[tuple[str, str]]) -> str:
    cell = "padding:2px 8px 2px 0;vertical-align:top;font-size:13px"
    lines = (
        f'<tr><td style="{cell};color:#59636e;white-space:nowrap">{escape(name)}</td>'
        f'<td style="{cell};word-break:break-word">{_linked(value)}</td></tr>'
        for name, value in rows
    )
    return f'<table style="border-collapse:collapse;margin-top:6px">{"".join(lines)}</table>'


def _paragraph(text: str) -> str:
    return f'<div style="background:#fff;padding:12px;font-size:14px">{_linked(text)}</div>'


def _linked(text: str) -> str:
    """Return escaped text with clickable URLs."""
    pieces, end = [], 0
    for found in _LINK.finditer(text):
        pieces += [_lines(text[end : found.start()]), _link(found[0], found[0])]
        end = found.end()
    return "".join([*pieces, _lines(text[end:])])


def _lines(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _link(name: str, url: str) -> str:
    if not url.startswith(("http://", "https://")):
        return escape(name)
    return f'<a href="{escape(url)}" style="color:#0b57d0">{escape(name)}</a>'


def _web_image(url: str) -> str:
    return _image(url) if url.startswith(("http://", "https://")) else ""


def _graph(content_id: str) -> str:
    """An attached image at twice its display size. Some mail programs only respect the width."""
    return (
        f'<p><img src="cid:{escape(content_id)}" alt="Graph" width="600"'
        ' style="max-width:100%;height:auto"></p>'
    )


def _image(source: str) -> str:
    return f'<p><img src="{escape(source)}" alt="" style="max-width:100%"></p>'
