"""What a flush tells of a group, and why."""

from datetime import timedelta

import pytest
from tests.unit.alerting.made import at

from vedette.alerting.delivery.decide import (
    Decision,
    Members,
    NotificationReason,
    Sent,
    decide,
    delivery_key,
    only_changes,
    supersedes,
)

REPEAT = timedelta(hours=4)
NONE = frozenset[str]()


def names(text: str) -> frozenset[str]:
    return frozenset(text)


def ask(
    told: str | None, firing: str = "", resolved: str = "", muted: str = "", **more
) -> Decision:
    """One letter is one alert; `told` None is a group never told, sent at minute 0."""
    sent = None if told is None else Sent(names(told), at(0))
    members = Members(names(firing), names(resolved), names(muted))
    return decide(sent, members, REPEAT, more.pop("now", at(5)), **more)


@pytest.mark.parametrize(
    ("told", "firing", "resolved", "muted", "why", "says", "after"),
    [
        (None, "", "", "", "nothing", "/", None),
        (None, "a", "", "", "first", "a/", "a"),
        ("", "a", "", "", "first", "a/", "a"),
        (None, "a", "", "a", "muted", "/", None),
        (None, "", "a", "", "nothing", "/", None),
        (None, "ab", "", "b", "first", "a/", "a"),
        ("a", "a", "", "", "nothing", "/", "a"),
        ("a", "ab", "", "", "new_alerts", "ab/", "ab"),
        ("a", "ab", "", "b", "muted", "/", "a"),
        ("ab", "a", "b", "", "some_resolved", "a/b", "a"),
        ("ab", "", "ab", "", "all_resolved", "/ab", ""),
        ("ab", "ac", "b", "", "new_alerts", "ac/b", "ac"),
        ("a", "b", "a", "", "new_alerts", "b/a", "b"),
        ("", "", "", "", "nothing", "/", ""),
        # A mute after the firing message: its end waits, and is not forgotten.
        ("a", "", "a", "a", "muted", "/", "a"),
        ("ab", "b", "a", "ab", "muted", "/", "ab"),
        ("ab", "bc", "a", "a", "new_alerts", "bc/", "abc"),
        ("a", "a", "", "a", "nothing", "/", "a"),
        # Never told as firing: its end is not told either.
        ("b", "b", "a", "", "nothing", "/", "b"),
        ("b", "bc", "a", "", "new_alerts", "bc/", "bc"),
    ],
)
def test_a_flush_tells_what_is_news(
    told: str | None,
    firing: str,
    resolved: str,
    muted: str,
    why: str,
    says: str,
    after: str | None,
) -> None:
    found = ask(told, firing, resolved, muted)
    assert found.reason == why
    assert (found.firing, found.resolved) == tuple(map(names, says.split("/")))
    assert (found.after and found.after.firing) == (None if after is None else names(after))
    assert found.reason.sends is bool(found.firing or found.resolved)
    if found.after is not None:
        assert found.after.at == (at(5) if found.reason.sends else at(0))


def test_what_still_fires_is_repeated_after_the_repeat_interval() -> None:
    assert ask("a", "a", now=at(239)).reason is NotificationReason.NOTHING
    found = ask("a", "a", now=at(240))
    assert (found.reason, found.firing, found.after) == (
        NotificationReason.REPEAT,
        names("a"),
        Sent(names("a"), at(240)),
    )


def test_repeats_fall_on_flushes_so_they_are_rounded_up() -> None:
    sent, repeats = Sent(names("a"), at(0)), []
    for minute in range(0, 60, 5):
        found = decide(sent, Members(names("a")), timedelta(minutes=12), at(minute))
        if found.reason.sends:
            repeats.append(minute)
        assert found.after is not None
        sent = found.after
    assert repeats == [15, 30, 45]


def test_a_muted_or_empty_group_is_not_repeated() -> None:
    assert ask("a", "a", muted="a", now=at(600)).reason is NotificationReason.NOTHING
    assert ask("", now=at(600)).reason is NotificationReason.NOTHING


def test_an_alert_that_resolves_during_a_mute_is_notified_afterwards() -> None:
    waiting = ask("a", "", "a", "a")
    assert (waiting.reason, waiting.suppressed, waiting.settled) == (
        NotificationReason.MUTED,
        names("a"),
        NONE,
    )
    found = decide(waiting.after, Members(NONE, names("a")), REPEAT, at(10))
    assert (found.reason, found.resolved) == (NotificationReason.ALL_RESOLVED, names("a"))


def test_who_heard_that_all_is_over_hears_of_what_was_muted_and_fires_on() -> None:
    """A receiver that keeps one incident for a group closes it with that message."""
    over = ask("ab", "a", "b", muted="a")
    assert (over.reason, over.firing, over.resolved) == ("all_resolved", NONE, names("b"))
    still_muted = decide(over.after, Members(names("a"), muted=names("a")), REPEAT, at(10))
    assert not still_muted.reason.sends
    after = decide(still_muted.after, Members(names("a")), REPEAT, at(15))
    assert (after.reason, after.firing) == ("repeat", names("a"))
    assert not decide(after.after, Members(names("a")), REPEAT, at(20)).reason.sends


def test_an_alert_that_comes_back_during_a_mute_needs_no_word() -> None:
    waiting = ask("a", "", "a", "a")
    found = decide(waiting.after, Members(names("a")), REPEAT, at(10))
    assert found.reason is NotificationReason.NOTHING


@pytest.mark.parametrize(
    ("told", "firing", "resolved", "muted", "settled"),
    [
        ("a", "", "a", "", "a"),
        ("a", "", "a", "a", ""),
        (None, "", "a", "", "a"),
        ("b", "b", "a", "", "a"),
        ("ab", "c", "ab", "b", "a"),
    ],
)
def test_alerts_leave_a_group_after_their_resolved_notification(
    told: str | None, firing: str, resolved: str, muted: str, settled: str
) -> None:
    assert ask(told, firing, resolved, muted).settled == names(settled)


def test_an_integration_without_send_resolved_gets_no_resolved_alerts() -> None:
    found = ask("ab", "a", "b", wants_resolved=False)
    assert (found.reason, found.after) == (NotificationReason.NOTHING, Sent(names("a"), at(0)))
    assert found.settled == names("b")
    assert ask("ab", "a", "b", muted="b", wants_resolved=False).settled == names("b")
    again = decide(found.after, Members(names("ab")), REPEAT, at(10), wants_resolved=False)
    assert (again.reason, again.firing) == (NotificationReason.NEW_ALERTS, names("ab"))


@pytest.mark.parametrize(
    ("older", "newer", "needless"),
    [
        (("a", ""), ("ab", ""), True),
        (("a", ""), ("a", ""), True),
        (("ab", ""), ("a", ""), False),
        # Who never heard of the alert must not hear of its end first.
        (("a", ""), ("", "a"), False),
        (("", "a"), ("a", ""), False),
        (("a", "b"), ("ac", "b"), True),
        (("a", "b"), ("ab", ""), False),
    ],
)
def test_an_older_message_is_dropped_only_if_the_newer_says_all_of_it(
    older: tuple[str, str], newer: tuple[str, str], needless: bool
) -> None:
    def message(says: tuple[str, str]) -> Decision:
        return Decision(NotificationReason.FIRST, None, names(says[0]), names(says[1]))

    assert supersedes(message(older), message(newer)) is needless


def test_the_key_of_a_delivery_depends_on_what_it_is_and_not_on_who_sends() -> None:
    key = delivery_key(1, "{}:{}", "i1", at(0))
    assert len(key) == 32
    assert key == delivery_key(1, "{}:{}", "i1", at(0))
    others = {
        delivery_key(2, "{}:{}", "i1", at(0)),
        delivery_key(1, "{}:{a}", "i1", at(0)),
        delivery_key(1, "{}:{}", "i2", at(0)),
        delivery_key(1, "{}:{}", "i1", at(5)),
    }
    assert len(others | {key}) == 5


@pytest.mark.parametrize(
    ("told", "firing", "resolved", "minute", "says", "full_at"),
    [
        (None, "ab", "", 0, "ab/", 0),
        ("a", "ab", "", 1, "b/", 0),
        ("ab", "a", "b", 1, "/b", 0),
        ("a", "ab", "", 60, "ab/", 60),
        ("a", "a", "", 60, "a/", 60),
        ("a", "a", "", 1, "/", 0),
    ],
)
def test_between_two_full_notifications_only_changes_are_sent(
    told: str | None, firing: str, resolved: str, minute: int, says: str, full_at: int
) -> None:
    hour = timedelta(hours=1)
    sent = None if told is None else Sent(names(told), at(0))
    made = decide(sent, Members(names(firing), names(resolved)), hour, at(minute))
    decision = only_changes(made, sent, hour, at(minute))
    said = "".join(sorted(decision.firing)), "".join(sorted(decision.resolved))
    assert "/".join(said) == says
    assert decision.after == Sent(names(firing), at(full_at))
