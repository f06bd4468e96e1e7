"""The functions of alert templates that only need values.

Names and behaviour are those of Prometheus, Alertmanager and Grafana 10.4, and `coll`, `data` and
`tmpl` those of its later versions. The caller adds functions for links and URLs (`graphLink`,
`tableLink`, `externalURL`, `pathPrefix`).
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from vedette.gotemplate.library import collections, labels, moments, numbers, texts, words
from vedette.gotemplate.values import Function

_FIXED: Mapping[str, Function] = {
    **numbers.FUNCTIONS,
    **texts.FUNCTIONS,
    **collections.FUNCTIONS,
    **labels.FUNCTIONS,
}


def functions(now: Callable[[], datetime]) -> Mapping[str, Function]:
    """Return all functions. `now` returns the time for `now` and `since`."""
    return {**_FIXED, **moments.functions(now)}


def message_functions(now: Callable[[], datetime]) -> Mapping[str, Function]:
    """Return the functions of notifications, where `title` changes all letters, as in
    Alertmanager."""
    return {**functions(now), "title": words.TITLE}


__all__ = ["functions", "message_functions"]
