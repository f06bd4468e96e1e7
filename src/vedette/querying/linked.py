"""Queries that a source answers from the results of other sources, such as a service graph."""

import logging
from collections.abc import Mapping, Sequence

import msgspec

from vedette.querying.errors import LinkedFailed, SourceFailed
from vedette.querying.frames_json import answer_status
from vedette.querying.model import QueryTarget, SourceRef
from vedette.sdk import Answer, Linked, LinkedQuery, VedetteError

_log = logging.getLogger("vedette.querying")


class Links(msgspec.Struct):
    """The linked queries of the targets of one source. `targets` run as if the caller had sent
    them: permission for each other source is checked on its own."""

    source: SourceRef
    live: Linked
    asked: dict[str, tuple[QueryTarget, Sequence[LinkedQuery]]] = msgspec.field(
        default_factory=dict
    )
    answers: dict[str, Answer] = msgspec.field(default_factory=dict)
    """Targets that failed before any query."""

    @property
    def ref_ids(self) -> frozenset[str]:
        return frozenset({*self.asked, *self.answers})

    @property
    def targets(self) -> list[QueryTarget]:
        return [
            QueryTarget(
                ref_id=_ref_id(asker, each),
                datasource_uid=each.source_uid,
                model=each.query.model,
                range=each.query.range,
                interval=each.query.interval,
                max_points=each.query.max_points,
            )
            for asker, linked in self.asked.values()
            for each in linked
        ]

    def combined(self, others: Mapping[str, Answer], names: Mapping[str, str]) -> dict[str, Answer]:
        """Return a result for each target of `ref_ids`, from the results of `targets`.

        `names` are the names of the other sources by uid, if they exist.
        """
        found = dict(self.answers)
        for ref_id, (asker, linked) in self.asked.items():
            parts = {
                each.query.ref_id: self._part(each, others[_ref_id(asker, each)], names)
                for each in linked
            }
            try:
                found[ref_id] = self.live.combine(asker.query(), parts)
            except Exception as error:
                found[ref_id] = Answer(ref_id, error=_meant(error, self.source))
        return found

    def _part(self, asked: LinkedQuery, answer: Answer, names: Mapping[str, str]) -> Answer:
        """Return the result with the refId of the linked query; an error names its source."""
        ref_id = asked.query.ref_id
        if answer.error is None:
            return Answer(ref_id, answer.frames)
        other = names.get(asked.source_uid) or f"the uid {asked.source_uid[:60]!r}"
        text = f"{self.source.name} uses the result of {other}, which failed: {answer.error.public}"
        return Answer(ref_id, error=LinkedFailed(text, upstreamStatus=answer_status(answer)))


def find_links(source: SourceRef, live: Linked, targets: Sequence[QueryTarget]) -> Links:
    links = Links(source, live)
    for target in targets:
        try:
            linked = live.linked(target.query())
        except Exception as error:
            links.answers[target.ref_id] = Answer(target.ref_id, error=_meant(error, source))
            continue
        if linked:
            links.asked[target.ref_id] = (target, linked)
    return links


def _ref_id(asker: QueryTarget, linked: LinkedQuery) -> str:
    """Return a refId that is unique in the batch: plugins use no colon in refIds of linked
    queries."""
    return f"{linked.query.ref_id}:{asker.ref_id}"


def _meant(error: Exception, source: SourceRef) -> VedetteError:
    if isinstance(error, VedetteError):
        return error
    _log.error(
        "data source failed", exc_info=error, extra={"kind": source.kind, "source": source.name}
    )
    return SourceFailed(f"{source.name} failed. See the server log.")
