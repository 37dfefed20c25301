"""Sentences that are read rightly, with a clause behind or before them that nothing in a home explains."""

from collections.abc import Iterator, Sequence

BEHIND = (
    " if the {thing} is asleep",
    " unless the {thing} thunders",
    " until the {thing} arrives",
    " every time the {thing} chimes",
    " but not the {thing}",
    " instead of the {thing}",
    " and polish the {thing}",
)
BEFORE = (
    "もし{thing}が寝ていたら",
    "{thing}が届くまで",
    "{thing}の日以外は",
    "{thing}の代わりに",
    "{thing}が鳴るたびに",
    "{thing}を磨いて、",
)


def unknown_clauses(english: Sequence[str], japanese: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Each sentence with each clause, and the thing of which only the clause speaks. Of a marked line the frame's name stays in front."""
    for sentence in english:
        yield from ((sentence + clause.format(thing="samovar"), "samovar") for clause in BEHIND)
    for sentence in japanese:
        intent, colon, said = sentence.rpartition(": ")
        yield from ((f"{intent}{colon}{clause.format(thing='サモワール')}{said}", "サモワール") for clause in BEFORE)
