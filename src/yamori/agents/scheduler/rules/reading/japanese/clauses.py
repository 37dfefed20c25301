"""Where a sentence falls into clauses."""

import re

_JOINT = re.compile(
    r"(?<=[てで])[、,]\s*|(?<=[てで])(?:それから|あと|そして|、)+|[。!！]\s*|(?<=て)(?=[\ue000-\ue0ff])|(?<=から)、|(?<=ので)、"
    r"|、(?:それと|それから|あと(?!\d|で)|そして)、?|(?<=[たるい]し)、"
)


def split(text: str) -> list[str]:
    """The clauses of a sentence, without what joins them."""
    return [piece for piece in (p.strip(" 、。,") for p in _JOINT.split(text)) if piece]
