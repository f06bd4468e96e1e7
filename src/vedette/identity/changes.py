"""Notification of changes to an account's rights, sessions or tokens inside this process."""

from collections.abc import Callable

Subscriber = Callable[[int], None]


class AccountChanges:
    """Passes the ids of changed accounts to all subscribers."""

    def __init__(self) -> None:
        self._subscribers: list[Subscriber] = []

    def subscribe(self, subscriber: Subscriber) -> None:
        self._subscribers.append(subscriber)

    def publish(self, account_id: int) -> None:
        for subscriber in self._subscribers:
            subscriber(account_id)
