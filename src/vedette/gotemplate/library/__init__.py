"""The functions people know from templates of alerts, as far as they need nothing but values.

Names and behaviour are those of Prometheus, Alertmanager and Grafana 10.4, and `coll`, `data` and
`tmpl` those of its later versions. Links and addresses (`graphLink`, `tableLink`, `externalURL`,
`pathPrefix`) are the caller's.
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
    """All of them. `now` gives the time for `now` and `since`."""
    return {**_FIXED, **moments.functions(now)}


def message_functions(now: Callable[[], datetime]) -> Mapping[str, Function]:
    """Those of messages, where `title` changes all letters of a word, as in Alertmanager."""
    return {**functions(now), "title": words.TITLE}


__all__ = ["functions", "message_functions"]
