"""Where another order about the schedule begins in a sentence."""

from yamori.understanding.joints import Joint


def begins_order(joint: Joint, following: str) -> bool:
    """Whether what follows stands on its own: behind a mark, and behind 〜て before what is quoted."""
    return joint.is_marked or "\ue000" <= following[:1] <= "\ue0ff"
