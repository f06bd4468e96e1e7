"""A data source that is away is one alert, and its rules keep what they know."""

from datetime import timedelta

from tests.database.alerting.engine import Rig, away


async def down(rig: Rig) -> None:
    """Until it has lasted long enough to be told."""
    rig.source.failure = away()
    for _ in range(3):
        await rig.tick()


async def test_many_rules_of_a_dead_source_are_one_alert_and_one_end(rig: Rig) -> None:
    rules = [await rig.rule(f"R{number:02}") for number in range(25)]
    rig.source.series = {"a": 11.0}
    await rig.evaluate()
    before = await rig.alerts()
    await down(rig)
    told = await rig.alerts()
    assert told.keys() - before.keys() == {"DataSourceDown"}
    one = told["DataSourceDown"]
    assert one.is_firing
    assert one.labels["datasource_uid"] == "s"
    assert "25 rules are affected" in one.annotations["summary"]
    assert "connection refused" in one.annotations["description"]
    assert "R00, R01" in one.annotations["description"]
    assert {(await rig.evaluation(rule)).failure_reason for rule in rules} == {"upstream"}
    assert [await rig.states(rule) for rule in rules] == [{"a": "firing"}] * 25
    rig.source.failure = None
    await rig.tick()
    after = await rig.alerts()
    assert not after["DataSourceDown"].is_firing
    assert {name: each.starts_at for name, each in after.items() if each.is_firing} == {
        name: each.starts_at for name, each in before.items()
    }
    async with rig.database.reading() as tx:
        assert await tx.value("SELECT COUNT(*) FROM alert_source_health") == 0


async def test_the_alert_is_the_same_for_all_instances(rig: Rig) -> None:
    for number in range(6):
        await rig.rule(f"R{number}")
    await rig.evaluate("one")
    rig.source.failure = away()
    for _ in range(3):
        await rig.time.advance(10)
        for name in ("one", "two"):
            await rig.evaluate(name)
    assert [name for name, each in (await rig.alerts()).items() if each.is_firing] == [
        "DataSourceDown"
    ]
    since = (await rig.alerts())["DataSourceDown"].starts_at
    rig.source.failure = None
    await rig.time.advance(2)
    await rig.tick("two")
    ended = (await rig.alerts())["DataSourceDown"]
    assert ended.starts_at == since
    assert not ended.is_firing


async def test_an_instance_that_just_started_ends_an_outage_with_its_first_answer(
    rig: Rig,
) -> None:
    await rig.rule()
    await rig.evaluate()
    await down(rig)
    assert (await rig.alerts())["DataSourceDown"].is_firing
    rig.source.failure = None
    await rig.tick("started", seconds=20)
    assert not (await rig.alerts())["DataSourceDown"].is_firing


async def test_one_rule_that_fails_alone_is_no_outage(rig: Rig) -> None:
    rule = await rig.rule("alone", source="t", execErrState="Error")
    other = await rig.rule("other", source="t")
    rig.engine()
    source = rig.sources["t"]
    query = source.query

    async def failing(queries, caller):  # type: ignore[no-untyped-def]
        if queries[0].model["of"] == "alone":
            raise away()
        return await query(queries, caller)

    source.query = failing  # type: ignore[method-assign]
    for _ in range(5):
        await rig.tick()
    assert (await rig.alerts()).keys() == {"DatasourceError"}
    assert await rig.states(rule) == {"error": "error"}
    assert await rig.states(other) == {"a": "normal"}


async def test_a_rule_with_its_own_policy_follows_it(rig: Rig) -> None:
    rule = await rig.rule(execErrState="Alerting")
    await rig.evaluate()
    await down(rig)
    assert await rig.states(rule) == {"a": "firing"}
    assert (await rig.alerts()).keys() == {"R a"}


async def test_a_short_failure_is_nothing_to_anybody(rig: Rig) -> None:
    rule = await rig.rule()
    await rig.evaluate()
    rig.source.failure = away()
    await rig.tick()
    assert (await rig.evaluation(rule)).health == "error"
    rig.source.failure = None
    await rig.tick()
    assert await rig.alerts() == {}
    assert await rig.states(rule) == {"a": "normal"}


async def test_the_end_of_the_last_waiting_rule_ends_the_alert(rig: Rig) -> None:
    first, last = await rig.rule("first"), await rig.rule("last")
    await rig.evaluate()
    await down(rig)
    await rig.delete(first)
    told = (await rig.alerts())["DataSourceDown"]
    assert told.is_firing
    assert "1 rule is affected" in told.annotations["summary"]
    await rig.edit(last, isPaused=True)
    assert not (await rig.alerts())["DataSourceDown"].is_firing


async def test_while_a_source_is_down_few_ask_whether_it_is_up(rig: Rig) -> None:
    rig.engine(concurrent_evaluations="2")
    for number in range(10):
        await rig.rule(f"R{number}")
    await rig.evaluate()
    await down(rig)
    rig.source.asked.clear()
    rig.source.delay = 0.05
    await rig.tick()
    assert sum(rig.source.asked.values()) == 2
    assert (await rig.alerts())["DataSourceDown"].is_firing


async def test_an_outage_is_logged_once_it_lasts_with_its_start(rig: Rig) -> None:
    await rig.rule()
    await rig.evaluate()
    rig.source.failure = away()
    await rig.tick()
    assert await rig.alerts() == {}
    await rig.tick()
    told = (await rig.alerts())["DataSourceDown"]
    assert timedelta(seconds=9) < rig.time.now() - told.starts_at < timedelta(seconds=20)


async def named(rig: Rig, name: str) -> None:
    """The data source is called so from now on."""
    async with rig.database.transaction() as tx:
        await tx.execute("DELETE FROM data_source")
        await tx.execute(
            "INSERT INTO data_source (org_id, uid, name, type, access, url, user_name,"
            " database_name, is_basic_auth, basic_auth_user, is_with_credentials, is_default,"
            " is_read_only, is_provisioned, is_prunable, file_version, json_data,"
            " secure_json_data, version, created, updated) VALUES (1, 's', :name, 'test',"
            " 'proxy', '', '', '', FALSE, '', FALSE, FALSE, FALSE, FALSE, FALSE, 0, '{}', '{}', 1,"
            " 1, 1)",
            {"name": name},
        )


async def test_a_source_that_gets_another_name_while_it_is_down_has_one_alert_that_ends(
    rig: Rig,
) -> None:
    await rig.rule("first")
    await rig.evaluate()
    await named(rig, "Old")
    await down(rig)
    await named(rig, "New")
    await rig.rule("second")
    await rig.tick()
    rig.source.failure = None
    await rig.tick()
    async with rig.database.reading() as tx:
        rows = await tx.all("SELECT labels, ends_at FROM alert WHERE origin = 'outage'")
    assert len(rows) == 1 and rows[0]["ends_at"] is not None


async def test_a_source_that_is_deleted_while_it_is_down_is_down_no_more(rig: Rig) -> None:
    await rig.rule("first")
    await rig.evaluate()
    await down(rig)
    assert (await rig.alerts())["DataSourceDown"].is_firing
    rig.sources.pop("s")
    await rig.tick()
    assert not (await rig.alerts())["DataSourceDown"].is_firing
