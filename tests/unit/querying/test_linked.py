"""A source may take its answer from others; the caller's permissions hold for each of them."""

from dataclasses import dataclass, field

from msgspec.structs import replace
from tests.unit.querying.test_service import OnlyA, Source, Sources, codes, run, target

from vedette.sdk import Answer, BadGateway, BadRequest, LinkedQuery


@dataclass
class Graph(Source):
    """Answers `query A...` from the source `other`; refuses and breaks on request."""

    other: str = "b"
    refuses: bool = False
    breaks: bool = False
    seen: list[Answer] = field(default_factory=list)

    def linked(self, query):
        if query.ref_id.startswith("own"):
            return []
        if self.refuses:
            raise BadRequest("No metrics source is configured.")
        return [LinkedQuery(self.other, replace(query, ref_id=name)) for name in ("x", "y")]

    def combine(self, query, answers):
        if self.breaks:
            raise KeyError("a defect")
        assert list(answers) == ["x", "y"]
        self.seen += answers.values()
        for answer in answers.values():
            if answer.error is not None:
                return Answer(query.ref_id, error=answer.error)
        return Answer(query.ref_id, answers["x"].frames + answers["y"].frames)


async def test_linked_queries_are_run_on_the_source_they_name_and_combined():
    sources = Sources(a=Graph(), b=Source(rows=3))
    results = await run(sources, target("A", "a"), target("own", "a"), target("C", "a"))
    assert list(results) == ["A", "own", "C"]
    assert [len(results[ref].frames) for ref in ("A", "own", "C")] == [2, 1, 2]
    assert len(results["A"].frames[0].fields[0].values) == 3
    assert (sources.live["a"].calls, sources.live["b"].calls) == (1, 4)
    assert [each.ref_id for each in sources.live["a"].seen] == ["x", "y", "x", "y"]


async def test_a_linked_source_that_one_may_not_query_is_refused_by_name():
    """Proves T48."""
    sources = Sources(a=Graph(), b=Source())
    results = await run(sources, target("A", "a"), permissions=OnlyA())
    error = results["A"].error
    assert error.code == "query.linked_failed"
    assert (
        error.public
        == "A uses the result of B, which failed: You do not have permission to query B."
    )
    assert error.detail["upstreamStatus"] == 403
    assert sources.live["b"].calls == 0


async def test_a_linked_source_that_is_missing_or_broken_is_named():
    results = await run(Sources(a=Graph(other="gone")), target("A", "a"))
    assert "'gone'" in results["A"].error.public
    assert results["A"].error.detail["upstreamStatus"] == 404
    broken = Sources(a=Graph(), b=Source(failure=BadGateway("no answer from 10.0.0.1")))
    results = await run(broken, target("A", "a"), target("own", "a"))
    assert "of B, which failed: no answer from 10.0.0.1" in results["A"].error.public
    assert codes(results) == {"A": "query.linked_failed", "own": "ok"}


async def test_what_a_source_refuses_to_link_or_fails_to_combine_is_its_own_error():
    results = await run(Sources(a=Graph(refuses=True)), target("A", "a"), target("own", "a"))
    assert codes(results) == {"A": "request.bad", "own": "ok"}
    results = await run(Sources(a=Graph(breaks=True), b=Source()), target("A", "a"))
    assert codes(results) == {"A": "query.source_failed"}


async def test_a_source_linked_to_itself_is_asked_once():
    results = await run(Sources(a=Graph(other="a")), target("A", "a"))
    assert len(results["A"].frames) == 2


async def test_a_source_that_cannot_be_opened_says_so_itself():
    class Closed(Sources):
        async def connect(self, source):
            raise BadRequest("The settings cannot be used.")

    results = await run(Closed(a=Graph()), target("A", "a"))
    assert results["A"].error.public == "The settings cannot be used."
