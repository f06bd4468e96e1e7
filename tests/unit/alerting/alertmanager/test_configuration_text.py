"""The configuration as alertmanager.yml spells it."""

from datetime import timedelta

import yaml

from vedette.alerting.alertmanager.configuration_text import configuration_text
from vedette.alerting.delivery.configuration import Configuration
from vedette.alerting.model import Matcher, Operator
from vedette.alerting.muting.inhibitions.model import InhibitRule
from vedette.alerting.muting.timings.text import parse_timing
from vedette.alerting.routing.policies import NotificationPolicy, default_policy
from vedette.alerting.routing.tree import resolve

WEB = Matcher("team", Operator.EQUAL, "web")


def test_each_policy_says_what_differs_from_the_one_above() -> None:
    tree = NotificationPolicy(
        "mail",
        ("alertname",),
        routes=(
            NotificationPolicy(
                matchers=(WEB, Matcher("severity", Operator.REGEX, "a|b")),
                continues=True,
                mute_timings=("night",),
                group_wait=timedelta(seconds=90),
                routes=(NotificationPolicy("chat", ("...",), active_timings=("work",)),),
            ),
        ),
    )
    night = parse_timing("night", [{"times": [{"start_time": "22:00", "end_time": "24:00"}]}])
    configuration = Configuration(
        route=resolve(tree),
        timings={"night": night, "work": parse_timing("work", [])},
        silences=(),
        inhibit_rules=(InhibitRule("by site", (WEB,), (WEB,), ("site",)),),
        receivers={"mail": (), "chat": ()},
    )
    assert yaml.safe_load(configuration_text(configuration)) == {
        "route": {
            "receiver": "mail",
            "group_by": ["alertname"],
            "group_wait": "30s",
            "group_interval": "5m",
            "repeat_interval": "4h",
            "routes": [
                {
                    "matchers": ['team="web"', 'severity=~"a|b"'],
                    "continue": True,
                    "mute_time_intervals": ["night"],
                    "group_wait": "1m30s",
                    "routes": [
                        {
                            "receiver": "chat",
                            "group_by": ["..."],
                            "active_time_intervals": ["work"],
                        }
                    ],
                }
            ],
        },
        "receivers": [{"name": "chat"}, {"name": "mail"}],
        "time_intervals": [
            {
                "name": "night",
                "time_intervals": [{"times": [{"start_time": "22:00", "end_time": "24:00"}]}],
            },
            {"name": "work", "time_intervals": []},
        ],
        "inhibit_rules": [
            {
                "source_matchers": ['team="web"'],
                "target_matchers": ['team="web"'],
                "equal": ["site"],
            }
        ],
    }


def test_what_an_organization_begins_with_has_no_empty_parts() -> None:
    configuration = Configuration(resolve(default_policy("mail")), {}, (), (), {"mail": ()})
    assert set(yaml.safe_load(configuration_text(configuration))) == {"route", "receivers"}
