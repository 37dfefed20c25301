"""A test over readings as a timeline of its own: true, false, or not known. So questions about states that several readings decide are
answered by the same functions as questions about one. Plain functions of what is kept.
"""

from collections.abc import Mapping

from yamori.automations.condition import Comparison, Condition, leaves_of
from yamori.automations.history.merging import kept_of_all, merged
from yamori.automations.history.timeline import Timeline
from yamori.automations.rules.truth import Truth, compare, whole
from yamori.domain.errors import InvalidRequest


def judged(test: Condition, timelines: Mapping[str, Timeline]) -> Timeline:
    """The truth of a test made of comparisons, from the timelines of all its readings over one interval.

    Raises `InvalidRequest` for a test that asks anything but readings, and for one without any.
    """
    leaves = [leaf for leaf in leaves_of(test) if isinstance(leaf, Comparison)]
    if len(leaves) != sum(1 for _ in leaves_of(test)) or not leaves:
        raise InvalidRequest("only comparisons of readings can be looked up in the history", where="test")
    some = timelines[leaves[0].path]
    was: list[Truth] = [compare(leaf, timelines[leaf.path].known_before) for leaf in leaves]
    known_before = whole(test, was)
    now: list[Truth] = [compare(leaf, timelines[leaf.path].before, known) for leaf, known in zip(leaves, was, strict=True)]
    before = truth = whole(test, now)
    of_path: dict[str, list[int]] = {}
    for number, leaf in enumerate(leaves):
        of_path.setdefault(leaf.path, []).append(number)
    moments: list[int] = []
    truths: list[Truth] = []
    for moment, path, value in merged({path: timelines[path] for path in of_path}):
        is_other = False
        for number in of_path[path]:
            found = compare(leaves[number], value, was[number])
            is_other = is_other or found is not now[number]
            now[number] = found
            was[number] = was[number] if found is None else found
        if is_other and (found := whole(test, now)) is not truth:
            truth = found
            if moments and moments[-1] == moment:  # within a millisecond only the last counts
                truths[-1] = truth
            else:
                moments.append(moment)
                truths.append(truth)
    return Timeline(
        path="",
        start=some.start,
        end=some.end,
        before=before,
        known_before=before if before is not None else known_before,
        moments=moments,
        values=truths,
        kept=kept_of_all({leaf.path: timelines[leaf.path] for leaf in leaves}),
    )
