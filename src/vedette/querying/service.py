"""Runs a batch of queries, each against its own source and independent of the others."""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial

from msgspec.structs import replace

from vedette.access.model import Permissions, Principal
from vedette.kernel.clock import Clock
from vedette.kernel.memory import MemoryAccount, current, used
from vedette.outbound.limits import answers_within
from vedette.querying.built_in import BuiltIn
from vedette.querying.caching import SharedQueries, identity_of
from vedette.querying.errors import (
    NoAnswer,
    SourceFailed,
    SourceForbidden,
    SourceTimeout,
    UnknownSource,
)
from vedette.querying.expressions.calls import ExpressionCalls, Firing
from vedette.querying.expressions.limits import ExpressionLimits
from vedette.querying.limits import QueryLimits, within
from vedette.querying.linked import Links, find_links
from vedette.querying.model import (
    BUILT_IN,
    EXPRESSIONS,
    Batch,
    Observe,
    QueryTarget,
    Results,
    SourceLookup,
    SourceRef,
)
from vedette.querying.own_numbers import Numbers
from vedette.sdk import Answer, Caller, DataSource, Linked, Query, VedetteError

ACTION = "datasources:read"
_OBJECTS_OF_ALERTS = 8
"""The maximum size of a result as objects, relative to its bytes."""
_log = logging.getLogger("vedette.querying")


class QueryService:
    def __init__(
        self,
        sources: SourceLookup,
        permissions: Permissions,
        clock: Clock,
        observe: Observe,
        limits: QueryLimits | None = None,
        numbers: Numbers | None = None,
        shared: SharedQueries | None = None,
        expressions: ExpressionLimits | None = None,
    ) -> None:
        self._sources = sources
        self._permissions = permissions
        self._clock = clock
        self._observe = observe
        self._limits = limits or QueryLimits()
        self._turns: dict[tuple[int, int], asyncio.Semaphore] = {}
        self._built_in = BuiltIn(numbers)
        self._shared = shared or SharedQueries(clock)
        self._expressions = ExpressionCalls(expressions or ExpressionLimits())

    async def run(self, who: Principal, batch: Batch) -> Results:
        """Return one result for each target, in their order.

        A source that is missing, forbidden, slow or broken is an error of its own targets only.
        Cancelling the call cancels all of its running queries.
        """
        if current() is not None:
            return await self._run(who, batch)
        # Outside of a request, as for a rule evaluation, memory is not shared.
        limits = self._limits.memory
        if batch.from_alert:  # Limited by the bytes of its results.
            most = max(limits.objects, _OBJECTS_OF_ALERTS * self._limits.of_alerts.bytes)
            limits = replace(limits, objects=most)
        with used(MemoryAccount(None, limits)):
            return await self._run(who, batch)

    async def _run(self, who: Principal, batch: Batch) -> Results:
        expressions = [each for each in batch.targets if each.datasource_uid == EXPRESSIONS]
        caller = Caller(
            who.org_id,
            who.login or None,
            batch.forwarded_headers,
            from_alert=batch.from_alert,
            for_expressions=any(each.model.get("type") != _SQL for each in expressions),
            wants_fresh=batch.wants_fresh,
            limits=self._limits.of_alert_callers if batch.from_alert else None,
        )
        queries = [each for each in batch.targets if each.datasource_uid != EXPRESSIONS]
        answers = await self._answers(who, queries, caller, follow=True)
        if expressions:
            answers.update(await self._evaluate(expressions, answers, batch.firing, caller))
        for answer in answers.values():
            if answer.error is not None:
                _forget_origin(answer.error)
        return {target.ref_id: answers[target.ref_id] for target in batch.targets}

    async def _evaluate(
        self,
        expressions: Sequence[QueryTarget],
        answers: Mapping[str, Answer],
        firing: Firing,
        caller: Caller,
    ) -> Mapping[str, Answer]:
        started, outcome = self._clock.monotonic(), "cancelled"
        try:
            found = await self._expressions.answers(expressions, answers, firing)
            outcome = "error" if _any_failed(found) else "ok"
        finally:
            self._observe(EXPRESSIONS, outcome, self._clock.monotonic() - started)
        return {key: within(each, self._limits, caller.limits) for key, each in found.items()}

    async def _answers(
        self, who: Principal, targets: Sequence[QueryTarget], caller: Caller, *, follow: bool
    ) -> dict[str, Answer]:
        """Return the results. `follow` allows linked queries, which cannot be linked again."""
        answers: dict[str, Answer] = {}
        groups = await self._groups(who, targets, answers)
        calls = [
            self._ask_linked(who, source, group, caller)
            if follow and source is not None
            else self._ask(source, group, caller)
            for source, group in groups
        ]
        # Most batches query one source, which needs no task of its own.
        found = [await calls[0]] if len(calls) == 1 else await asyncio.gather(*calls)
        for each in found:
            answers.update(each)
        return answers

    async def _ask_linked(
        self, who: Principal, source: SourceRef, targets: Sequence[QueryTarget], caller: Caller
    ) -> Mapping[str, Answer]:
        """Query one source and, for its linked queries, the sources that they name."""
        links = await self._links(source, targets)
        if links is None or not links.ref_ids:
            return await self._ask(source, targets, caller)
        alone = [target for target in targets if target.ref_id not in links.ref_ids]
        linked = links.targets
        others = self._answers(who, linked, caller, follow=False)
        if alone:
            own, found = await asyncio.gather(self._ask(source, alone, caller), others)
        else:
            own, found = {}, await others
        names = await self._find(who.org_id, linked) if _any_failed(found) else {}
        combined = links.combined(found, {each.uid: each.name for each in names.values()})
        found = {key: within(each, self._limits, caller.limits) for key, each in combined.items()}
        return {**own, **found}

    async def _links(self, source: SourceRef, targets: Sequence[QueryTarget]) -> Links | None:
        try:
            if (
                self._sources.keeping(source) is not None
            ):  # The connection is open, so there is nothing to wait for.
                live = await self._sources.connect(source)
            else:
                async with asyncio.timeout(self._limits.timeout):
                    live = await self._sources.connect(source)
        except Exception:  # The query itself reports the error.
            return None
        # The protocol check is slow compared to the rest here, and few sources are linked.
        if not hasattr(live, "linked") or not isinstance(live, Linked):
            return None
        return find_links(source, live, targets)

    async def _groups(
        self, who: Principal, targets: Sequence[QueryTarget], answers: dict[str, Answer]
    ) -> Iterable[tuple[SourceRef | None, list[QueryTarget]]]:
        """Return the targets by source, with None for the built-in one. Adds errors to
        `answers`."""
        configured = [each for each in targets if each.datasource_uid not in _SPECIAL]
        found = await self._find(who.org_id, configured)
        visible = await self._permissions.visible(who, ACTION, "datasources")
        groups: dict[str, tuple[SourceRef | None, list[QueryTarget]]] = {}
        for target in targets:
            source = found.get(target.datasource_uid or target.datasource_id)
            error = _special_error(target)
            if error is None and target.datasource_uid != BUILT_IN:
                if source is None:
                    error = UnknownSource(f"{_named(target)} does not exist.")
                elif not visible.everything and source.uid not in visible.uids:
                    error = SourceForbidden(f"You do not have permission to query {source.name}.")
            if error is not None:
                answers[target.ref_id] = Answer(target.ref_id, error=error)
                continue
            key = source.uid if source is not None else BUILT_IN
            groups.setdefault(key, (source, []))[1].append(target)
        return groups.values()

    async def _find(
        self, org_id: int, targets: Sequence[QueryTarget]
    ) -> Mapping[str | int | None, SourceRef]:
        uids = {target.datasource_uid for target in targets if target.datasource_uid}
        ids = {
            target.datasource_id
            for target in targets
            if not target.datasource_uid and target.datasource_id is not None
        }
        if not uids and not ids:
            return {}
        found = await self._sources.find(org_id, uids, ids)
        by_uid: dict[str | int | None, SourceRef] = {source.uid: source for source in found}
        return by_uid | {source.id: source for source in found}

    async def _ask(
        self, source: SourceRef | None, targets: Sequence[QueryTarget], caller: Caller
    ) -> Mapping[str, Answer]:
        """Query one source, or share the queries of others. Queries of alerts are not shared."""
        queries = [target.query() for target in targets]
        keeping = None if source is None or caller.from_alert else self._sources.keeping(source)
        if source is None or keeping is None:
            answers = await self._call(source, caller, queries)
        else:
            identity = identity_of(self._sources.caller(source, caller))
            call = partial(self._call, source)
            answers = await self._shared.ask(source, keeping, identity, caller, queries, call)
        return {answer.ref_id: answer for answer in answers}

    async def _call(
        self, source: SourceRef | None, caller: Caller, queries: Sequence[Query]
    ) -> Sequence[Answer]:
        """Call a source and turn every failure into results."""
        kind = source.kind if source is not None else BUILT_IN
        started = self._clock.monotonic()
        outcome = "cancelled"
        try:
            answers = await self._call_in_time(source, caller, queries)
            outcome = "error" if any(answer.error for answer in answers) else "ok"
            return answers
        except TimeoutError:
            outcome = "timeout"
            seconds = self._limits.timeout
            error: VedetteError = SourceTimeout(
                f"{_name(source)} did not respond within {seconds:g} seconds."
            )
        except VedetteError as failure:
            outcome, error = "error", failure
        except Exception:
            outcome = "error"
            _log.exception("data source failed", extra={"kind": kind, "source": _name(source)})
            error = SourceFailed(f"{_name(source)} failed. See the server log.")
        finally:
            self._observe(kind, outcome, self._clock.monotonic() - started)
        return [Answer(query.ref_id, error=error) for query in queries]

    async def _call_in_time(
        self, source: SourceRef | None, caller: Caller, queries: Sequence[Query]
    ) -> Sequence[Answer]:
        async with asyncio.timeout(self._limits.timeout), self._turn(source):
            connection: DataSource = self._built_in
            if source is not None:
                connection = await self._sources.connect(source)
                caller = self._sources.caller(source, caller)
            with self._confined(caller):
                found = await connection.query(queries, caller)
        answered = {each.ref_id: each for each in found}
        whole = caller.limits
        return [
            within(answered.get(query.ref_id) or _missing(query.ref_id), self._limits, whole)
            for query in queries
        ]

    def _confined(self, caller: Caller) -> AbstractContextManager[None]:
        if caller.limits is None:
            return nullcontext()
        return answers_within(self._limits.of_alert_answers)

    def _turn(self, source: SourceRef | None) -> asyncio.Semaphore:
        key = (source.org_id, source.id) if source is not None else (0, 0)
        turn = self._turns.get(key)
        if turn is None:
            turn = self._turns[key] = asyncio.Semaphore(self._limits.parallel)
        return turn


_SQL = "sql"
"""The type of expressions that read tables."""
_CLIENT_SIDE = {
    "-- Mixed --": "Each query of a mixed panel needs its own data source.",
    "-- Dashboard --": "Panels that reuse the result of another panel query no data source.",
}
_SPECIAL = frozenset({BUILT_IN, *_CLIENT_SIDE})


def _special_error(target: QueryTarget) -> VedetteError | None:
    text = _CLIENT_SIDE.get(target.datasource_uid)
    return None if text is None else UnknownSource(f"Query {target.ref_id}: {text}")


def _named(target: QueryTarget) -> str:
    if target.datasource_uid:
        return f"The data source with the uid {target.datasource_uid[:60]!r}"
    return f"The data source with the id {target.datasource_id}"


def _name(source: SourceRef | None) -> str:
    return source.name if source is not None else "The built-in source"


def _forget_origin(error: VedetteError) -> None:
    """Clear the traceback of an error: its frames reference all data that was read until then."""
    error.__traceback__ = error.__cause__ = error.__context__ = None


def _any_failed(answers: Mapping[str, Answer]) -> bool:
    return any(answer.error is not None for answer in answers.values())


def _missing(ref_id: str) -> Answer:
    return Answer(ref_id, error=NoAnswer(f"The data source returned no result for query {ref_id}."))
