"""Subscriptions to queries and to channels of events, each opened where it belongs."""

from collections.abc import Mapping

from vedette.kernel.errors import NotFound
from vedette.kernel.principal import Principal
from vedette.live.model import Feed, Feeds, Subscribe


class UnknownChannel(NotFound):
    code = "live.unknown_channel"


class RoutedFeeds:
    """Implements `Feeds`; `channels` are by the beginning of their names."""

    def __init__(self, queries: Feeds, channels: Mapping[str, Feeds]) -> None:
        self._queries = queries
        self._channels = channels

    async def open(self, who: Principal, headers: Mapping[str, str], asked: Subscribe) -> Feed:
        """Raises `UnknownChannel`, and what the feeds raise."""
        if not asked.channel:
            return await self._queries.open(who, headers, asked)
        for prefix, feeds in self._channels.items():
            if asked.channel.startswith(prefix):
                return await feeds.open(who, headers, asked)
        raise UnknownChannel(f"The channel {asked.channel[:100]!r} does not exist.")
