"""An SVG as pixels, and pixels as PNG files.

Drawing is done by cairosvg in a child process. Cairo can work for hours inside one call, on a shape under a
large enough scale, and no signal handler of Python's runs before such a call returns; but the system ends a
process that has used up its CPU time, wherever it is. The child is kept from picture to picture, so this
costs one fork.
"""

import io
import math
import multiprocessing
import os
import resource
import signal
import threading
import warnings
from multiprocessing.connection import Connection
from pathlib import Path

import numpy as np
import numpy.typing as npt
import PIL
from PIL import Image

from picturekit import files, svg
from picturekit.errors import KitError

Pixels = npt.NDArray[np.uint8]

VISIBLE = 8
"""A pixel is seen when its alpha is over this."""

SECONDS = 10
"""CPU time that a drawing may take."""
MEGABYTES = 2048
"""Memory that the drawing child may have."""
_PATIENCE = 300
"""Seconds after which the child is given up, however little CPU time it had."""

_RGBA8_HEADER = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR%b%b\x08\x06"


def available() -> str | None:
    """None when SVGs can be drawn here, else why not and what to do."""
    try:
        import cairosvg  # noqa: F401
    except OSError:
        return "libcairo2 is not there, so nothing is drawn: install it (apt-get install libcairo2)."
    except ImportError:
        return "cairosvg is not there, so nothing is drawn: install the package's extra `build`."
    return None


def tools() -> dict[str, str]:
    """The versions of what draws, by name; of Pillow alone where nothing can be drawn."""
    versions = {"Pillow": PIL.__version__}
    if available() is None:
        import cairocffi
        import cairosvg

        versions |= {"cairosvg": cairosvg.__version__, "cairocffi": cairocffi.VERSION}
        versions["cairo"] = cairocffi.cairo_version_string()
    return versions


def draw(data: bytes, name: str, size: int = 256) -> Pixels:
    """The SVG as uint8 (size, size, 4) RGBA with straight alpha, all zero where alpha is, on a padded square.

    Raises KitError beginning with `name` when `svg.check` does, when the renderer fails or takes too long,
    and when nothing is seen; and KitError when nothing can be drawn here at all (see `available`).
    """
    drawing = svg.to_bytes(svg.square(svg.check(data, name)))
    if why := available():
        raise KitError(why)
    pixels = _decoded(_child_draws(drawing, name, size))
    if not (pixels[..., 3] > VISIBLE).any():
        raise KitError(f"{name} shows nothing: see that its shapes are filled and inside its view box.")
    return pixels


def png_bytes(rgba: Pixels) -> bytes:
    """A square of RGBA pixels as a PNG file. The pixels are exact; the bytes depend on the machine's zlib.

    Raises KitError for an array of another shape or type.
    """
    if rgba.dtype != np.uint8 or rgba.ndim != 3 or rgba.shape[0] != rgba.shape[1] or rgba.shape[2] != 4:
        raise KitError(
            f"a picture is uint8 of shape (n, n, 4), not {rgba.dtype} of {rgba.shape}: convert it first."
        )
    buffer = io.BytesIO()
    Image.fromarray(rgba).save(buffer, "PNG", compress_level=9)
    return buffer.getvalue()


def write_png(path: Path | str, rgba: Pixels) -> None:
    """Make `path` a PNG of the pixels. Raises KitError as `png_bytes` and `files.write_bytes` do."""
    files.write_bytes(path, png_bytes(rgba))


def read_png(path: Path | str, size: int = 256) -> Pixels:
    """The pixels of a `size` × `size` PNG of 8-bit RGBA, as uint8 (size, size, 4), all zero where alpha is.

    Raises KitError naming the file for anything else; its size is known before a pixel of it is unpacked.
    """
    data = files.read_bytes(path)
    side = size.to_bytes(4, "big")
    if not data.startswith(_RGBA8_HEADER % (side, side)):
        raise KitError(
            f"{path} is not a PNG of {size}×{size} pixels in 8-bit RGBA: convert it, or pin it again."
        )
    try:
        return _decoded(data)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise KitError(f"{path} is damaged ({error}): take it from the history, or pin it again.") from None


def _decoded(data: bytes) -> Pixels:
    with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
        pixels = np.array(image.convert("RGBA"))
    pixels[pixels[..., 3] == 0] = 0
    return pixels


class _Child:
    """A process that draws, until the system ends it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("fork")
        self.owner = os.getpid()
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, self.connection), daemon=True)
        with warnings.catch_warnings():
            # Forking beside other threads is warned of; the child runs none of what they could have locked.
            warnings.simplefilter("ignore", DeprecationWarning)
            self.process.start()
        theirs.close()

    def end(self) -> int | None:
        """Its exit code; it is killed if it runs."""
        self.process.join(1)
        self.process.kill()
        self.process.join()
        self.connection.close()
        return self.process.exitcode


_child: _Child | None = None
_lock = threading.Lock()


def _child_draws(drawing: bytes, name: str, size: int) -> bytes:
    global _child
    with _lock:
        if _child is None or _child.owner != os.getpid() or not _child.process.is_alive():
            _child = _Child()
        try:
            _child.connection.send((drawing, size, SECONDS))
            if not _child.connection.poll(_PATIENCE):
                raise TimeoutError
            answer: bytes | str = _child.connection.recv()
        except (EOFError, OSError):
            code = _child.end()
            _child = None
            if code == -signal.SIGXCPU:
                raise KitError(f"{name} takes over {SECONDS} s to draw: simplify it.") from None
            raise KitError(f"{name} makes the renderer fail (exit {code}): simplify it.") from None
        except BaseException:
            # The answer is still on its way, and would be taken for the next picture's.
            _child.end()
            _child = None
            raise
    if isinstance(answer, str):
        raise KitError(f"{name} can't be drawn ({answer}): export it again as plain shapes.")
    return answer


def _serve(connection: Connection, parents: Connection) -> None:
    """Draw what comes, each within its own CPU time: a PNG back, or why not."""
    parents.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_DATA, MEGABYTES << 20)
    import cairosvg

    while True:
        try:
            drawing, size, seconds = connection.recv()
        except EOFError:
            return
        used = resource.getrusage(resource.RUSAGE_SELF)
        _limit(resource.RLIMIT_CPU, math.ceil(used.ru_utime + used.ru_stime) + seconds)
        try:
            answer = cairosvg.svg2png(bytestring=drawing, output_width=size, output_height=size)
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"[:200]
        connection.send(answer)


def _limit(what: int, most: int) -> None:
    hard = resource.getrlimit(what)[1]
    resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
