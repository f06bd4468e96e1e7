"""The checker detects planted errors, so that its verdicts can be trusted."""

from dataclasses import replace
from random import Random

import pytest

from tests.reliability.rig.checker import Message, NotifiedAlert, Terms, judge
from tests.reliability.rig.script import Key, Script, storm

TERMS = Terms(hold=2.0, sure=3.0, late=5.0)
END = 400.0


@pytest.fixture
def script() -> Script:
    made = Script(7)
    keys = [made.add(Key(f"r{at % 5}", f"s{at}")) for at in range(40)]
    storm(made, keys, start=0.0, length=300.0, shortest=10.0, longest=40.0)
    return made


def perfect(script: Script) -> list[Message]:
    """Return the notifications of a correct product: each change alone, one second after it is
    due."""
    found = []
    for key, breaches in script.breaches.items():
        for number, breach in enumerate(breaches):
            begun = breach.start + TERMS.hold + 0.5
            for status, moment in (("firing", begun), ("resolved", breach.end)):
                sequence = 2 * number + (status == "resolved")
                name = f"{key}/{number}/{status}"
                told = (NotifiedAlert(key, status, begun),)
                found.append(Message(moment + 1, name, f"{key}", told, sequence))
    return sorted(found)


def of(script: Script, messages: list[Message]):
    return judge(script.breaches, messages, TERMS, END)


def test_a_perfect_log_has_no_faults(script: Script) -> None:
    verdict = of(script, perfect(script))
    assert verdict.distinct > 300
    assert not verdict.missed
    assert not (verdict.duplicates or verdict.repeated or verdict.reordered or verdict.unexpected)
    assert not verdict.late
    assert verdict.latency(0.99) == pytest.approx(1.5)


@pytest.mark.parametrize("number", range(20))
def test_one_lost_message_is_found(script: Script, number: int) -> None:
    messages = perfect(script)
    lost = messages.pop(Random(number).randrange(len(messages)))
    verdict = of(script, messages)
    assert len(verdict.missed) >= 1
    assert lost.alerts[0].key.series in verdict.missed[0]


@pytest.mark.parametrize("number", range(20))
def test_one_doubled_message_is_found(script: Script, number: int) -> None:
    messages = perfect(script)
    again = messages[Random(number).randrange(len(messages))]
    verdict = of(script, [*messages, again._replace(arrived=again.arrived + 0.1)])
    assert len(verdict.duplicates) == 1
    assert not verdict.missed
    assert verdict.distinct == len(messages)


@pytest.mark.parametrize("number", range(20))
def test_a_repeated_notification_with_another_key_is_found(script: Script, number: int) -> None:
    messages = perfect(script)
    again = messages[Random(number).randrange(len(messages))]
    other = again._replace(arrived=again.arrived + 0.1, idempotency="another")
    verdict = of(script, [*messages, other])
    assert len(verdict.repeated) == 1
    assert not verdict.duplicates


@pytest.mark.parametrize("number", range(20))
@pytest.mark.parametrize("has_sequence", [True, False])
def test_two_swapped_messages_are_found(script: Script, number: int, has_sequence: bool) -> None:
    messages = perfect(script)
    key = Random(number).choice([key for key, found in script.breaches.items() if found])
    first, second = [each for each in messages if each.alerts[0].key == key][:2]
    swapped = [each for each in messages if each not in (first, second)]
    swapped += [first._replace(arrived=second.arrived), second._replace(arrived=first.arrived)]
    if not has_sequence:
        swapped = [each._replace(sequence=None) for each in swapped]
    assert of(script, swapped).reordered


def test_an_alert_nobody_scripted_is_found(script: Script) -> None:
    stranger = Message(9.0, "k", "g", (NotifiedAlert(Key("r0", "unknown"), "firing", 8.0),))
    assert len(of(script, [*perfect(script), stranger]).unexpected) == 1


def test_an_alert_before_its_time_is_found(script: Script) -> None:
    key, breach = next((key, found[0]) for key, found in script.breaches.items() if found)
    early = [
        each._replace(alerts=(NotifiedAlert(key, each.alerts[0].status, breach.start + 1),))
        if each.alerts[0].key == key and each.arrived < breach.end + 5
        else each
        for each in perfect(script)
    ]
    assert of(script, early).unexpected


def test_a_resolved_message_of_what_still_fires_is_found() -> None:
    script = Script(1)
    key = script.add(Key("r", "s"))
    script.breach(key, 10.0)
    told = [
        Message(13.0, "a", "g", (NotifiedAlert(key, "firing", 12.0),)),
        Message(20.0, "b", "g", (NotifiedAlert(key, "resolved", 12.0),)),
    ]
    assert len(judge(script.breaches, told, TERMS, 30.0).unexpected) == 1


def test_a_message_that_says_two_things_under_one_key_is_found(script: Script) -> None:
    messages = perfect(script)
    other = messages[0]._replace(alerts=messages[1].alerts, arrived=END)
    assert of(script, [*messages, other]).unexpected


def test_a_late_message_is_late_and_not_missed(script: Script) -> None:
    messages = perfect(script)
    late = messages.pop()
    verdict = of(script, [*messages, late._replace(arrived=late.arrived + 30)])
    assert len(verdict.late) == 1
    assert not verdict.missed


def test_what_is_silenced_must_not_arrive(script: Script) -> None:
    key = next(key for key, found in script.breaches.items() if found)
    verdict = judge(script.breaches, perfect(script), TERMS, END, suppressed=[key])
    assert len(verdict.unexpected) == 2 * len(script.breaches[key])


def test_a_breach_shorter_than_an_interval_may_be_missed() -> None:
    script = Script(1)
    key = script.add(Key("r", "s"))
    script.breach(key, 10.0, 14.0)
    told = [
        Message(13.0, "a", "g", (NotifiedAlert(key, "firing", 12.5),)),
        Message(15.0, "b", "g", (NotifiedAlert(key, "resolved", 12.5),)),
    ]
    assert not judge(script.breaches, told, TERMS, END).missed
    assert not judge(script.breaches, [], TERMS, END).missed
    assert len(judge(script.breaches, told[:1], TERMS, END).missed_resolved) == 1
    sure = replace(TERMS, sure=1.0)
    assert len(judge(script.breaches, [], sure, END).missed_firing) == 1


def test_a_group_that_repeats_in_time_repeats_nothing() -> None:
    script = Script(1)
    key = script.add(Key("r", "s"))
    script.breach(key, 10.0)
    alerts = (NotifiedAlert(key, "firing", 12.0),)
    told = [Message(13.0 + 60 * at, f"k{at}", "g", alerts) for at in range(3)]
    assert not judge(script.breaches, told, replace(TERMS, repeat=60), 200.0).repeated
    assert len(judge(script.breaches, told, replace(TERMS, repeat=90), 200.0).repeated) == 2


def test_the_script_says_the_same_for_the_same_seed() -> None:
    one, two = Script(5), Script(5)
    keys = [Key("r", "a"), Key("r", "b")]
    for script in (one, two):
        for key in keys:
            script.add(key)
        storm(script, keys, 0.0, 100.0, 5.0, 10.0)
    assert one.breaches == two.breaches
    for moment in range(100):
        for key in keys:
            value = one.value(key, moment)
            assert value == two.value(key, moment)
            assert (value > 50) == any(breach.holds(moment) for breach in one.breaches[key])
