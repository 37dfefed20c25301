"""The title of a conversation in a list: the first words of what was said in it. Called by `store`; never asks a model."""

_LONGEST = 48
_CLAUSE_ENDS = "。、．，！？!?;:,.；："


def title_of(text: str, *, longest: int = _LONGEST) -> str:
    """`text` on one line; where it is too long, its longest start that ends with a clause, else with a word, and an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    start = line[: longest - 1]
    half = longest // 2  # a start shorter than this says too little
    clause = max((i for i in range(half, len(start)) if start[i] in _CLAUSE_ENDS and _ends_here(line, i)), default=0)
    word = start.rfind(" ", half) if line[len(start)] != " " else len(start)
    cut = clause or (word if word > 0 else len(start))
    return start[:cut].rstrip() + "…"


def _ends_here(line: str, at: int) -> bool:
    """Whether a clause ends with this character: an ASCII one also stands within a number (21.5, 7:30)."""
    return not line[at].isascii() or line[at + 1 : at + 2] in ("", " ")
