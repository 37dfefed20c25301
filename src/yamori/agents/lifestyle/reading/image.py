"""A picture of text, through the OCR engine."""

import importlib
from collections.abc import Iterator
from pathlib import Path, PurePath

from yamori.agents.lifestyle.reading import ocr, places
from yamori.agents.lifestyle.reading.events import Content, Opened, Skipped, Turned
from yamori.agents.lifestyle.reading.kinds import Kind
from yamori.agents.lifestyle.reading.limits import MOST_PICTURE, MOST_PIXELS
from yamori.agents.lifestyle.reading.unreadable import Reason, Unreadable, explained
from yamori.agents.lifestyle.rules.passages import Part

_LARGEST_SIDE = 4000
_MOST_FRAMES = 500
_FORMATS = ("PNG", "JPEG", "TIFF", "WEBP", "HEIF", "AVIF")


def read(path: Path, name: str, *, most: int = MOST_PICTURE) -> Iterator[Content]:
    """Raises `Unreadable`, also where no engine is installed."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    _know_heif()
    try:
        with Image.open(path, formats=[f for f in _FORMATS if f in Image.registered_extensions().values()]) as picture:
            if picture.format != "TIFF" and path.stat().st_size > most:
                raise Unreadable(f"{name} is larger than {most // 1_000_000} MB, too large for a picture", reason=Reason.TOO_LARGE)
            if picture.width * picture.height > MOST_PIXELS:
                raise Unreadable(f"{name} has more than {MOST_PIXELS // 1_000_000} million pixels", reason=Reason.TOO_LARGE)
            engine = ocr.engine()
            if engine is None:
                raise Unreadable(f"{name}: {explained(Reason.NO_OCR, 'en')}", reason=Reason.NO_OCR)
            yield Opened(kind=Kind.IMAGE, title=PurePath(name).stem)
            frames = min(getattr(picture, "n_frames", 1), _MOST_FRAMES)
            for frame in range(frames):
                picture.seek(frame)
                page = ImageOps.exif_transpose(picture).convert("L")
                page.thumbnail((_LARGEST_SIDE, _LARGEST_SIDE))
                yield Turned(page=frame + 1)
                try:
                    for paragraph in engine.paragraphs(page):
                        yield Part(text=paragraph)
                except ocr.Illegible as error:
                    yield Skipped(where=places.picture(frame + 1), why=str(error), reason=Reason.ILLEGIBLE)
    except Image.DecompressionBombError as error:
        raise Unreadable(f"{name} has more pixels than a page can have", reason=Reason.TOO_LARGE) from error
    except UnidentifiedImageError as error:
        with path.open("rb") as file:
            heif = file.read(12)[4:8] == b"ftyp"
        what = "is a HEIC picture, which cannot be read here; save it as JPEG" if heif else "is damaged: it cannot be opened as a picture"
        raise Unreadable(f"{name} {what}", reason=Reason.UNKNOWN if heif else Reason.DAMAGED) from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise Unreadable(f"{name} is damaged: {str(error)[:200]}", reason=Reason.DAMAGED) from error


def _know_heif() -> None:
    """Pictures of telephones, where the library for them is installed."""
    try:
        importlib.import_module("pillow_heif").register_heif_opener()
    except ImportError:
        return
