"""What is drawn, pixel by pixel on simple shapes; how a drawing is stopped; and PNG files."""

import hashlib
import importlib.abc
import io
import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image

from picturekit import art, raster
from picturekit.errors import KitError

ROOT = Path(__file__).parents[2]
ACCEPTED = sorted((ROOT / "tests" / "cases" / "svg" / "accepted").glob("*.svg"))

needs_cairo = pytest.mark.skipif(raster.available() is not None, reason=str(raster.available()))


def drawing(body: str, box: str = "0 0 32 32") -> bytes:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'.encode()


def draw(body: str, box: str = "0 0 32 32", size: int = 256) -> raster.Pixels:
    return raster.draw(drawing(body, box), "Owl", size)


def block(colour: tuple[int, int, int, int], size: int = 256) -> raster.Pixels:
    """The middle quarter of the picture in one colour."""
    pixels = np.zeros((size, size, 4), np.uint8)
    pixels[size // 4 : size * 3 // 4, size // 4 : size * 3 // 4] = colour
    return pixels


@needs_cairo
@pytest.mark.parametrize(
    ("attributes", "colour"),
    [
        ("", (0, 0, 0, 255)),
        ('fill="#123456"', (0x12, 0x34, 0x56, 255)),
        ('fill="#fff" opacity="0.2"', (255, 255, 255, 51)),
        ('fill="#f00" fill-opacity="0.6"', (255, 0, 0, 153)),
        ('fill="red" style="fill:#00ff00"', (0, 255, 0, 255)),
    ],
)
def test_a_rectangle_on_whole_pixels_is_exact(attributes, colour):
    pixels = draw(f'<rect x="8" y="8" width="16" height="16" {attributes}/>')
    assert pixels.dtype == np.uint8
    assert np.array_equal(pixels, block(colour))


@needs_cairo
@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_each_accepted_case_is_the_same_rectangle(path):
    assert np.array_equal(raster.draw(path.read_bytes(), path.name), block((0, 0, 0, 255)))


@needs_cairo
@pytest.mark.parametrize("size", [8, 64, 100])
def test_other_sizes(size):
    assert np.array_equal(draw('<path d="M8 8h16v16H8z"/>', size=size), block((0, 0, 0, 255), size))


@needs_cairo
def test_a_half_covered_pixel_is_half_opaque():
    alpha = draw('<rect x="8" y="8" width="16.0625" height="16"/>')[..., 3]
    assert set(alpha[64:192, 192]) == {128}
    assert set(alpha[64:192, 193]) == {0}


@needs_cairo
def test_a_circle_has_its_area_and_is_symmetric():
    alpha = draw('<circle cx="16" cy="16" r="12"/>')[..., 3]
    assert alpha.sum() / 255 == pytest.approx(np.pi * 96**2, rel=1e-3)
    for other in (alpha[::-1], alpha[:, ::-1], alpha.T):
        # The renderer samples a pixel on a grid of 15 rows, so a curve's edge is about 1/15 exact.
        assert np.abs(alpha.astype(int) - other).max() <= 17


@needs_cairo
def test_even_odd_leaves_a_hole():
    rings = "M4 4h24v24H4zM8 8h16v16H8z"
    assert not draw(f'<path fill-rule="evenodd" d="{rings}"/>')[64:192, 64:192].any()
    assert draw(f'<path d="{rings}"/>')[64:192, 64:192, 3].all()


@needs_cairo
@pytest.mark.parametrize(("width", "height"), [(32, 33), (33, 32)])
def test_a_box_of_32_by_33_is_padded_to_a_centred_square(width, height):
    """Each half unit of padding is 3.88 pixels, so three are empty and the fourth is 12 % covered."""
    alpha = draw(f'<rect width="{width}" height="{height}"/>', f"0 0 {width} {height}")[..., 3]
    if width > height:
        alpha = alpha.T
    assert not alpha[:, :3].any()
    assert not alpha[:, -3:].any()
    assert alpha[0, 3] == pytest.approx(0.121 * 255, abs=1.5)
    assert (alpha[:, 4:-4] == 255).all()
    assert np.abs(alpha.astype(int) - alpha[:, ::-1]).max() <= 1


@needs_cairo
def test_the_box_need_not_begin_at_nothing():
    moved = draw('<rect x="-92" y="508" width="16" height="16"/>', "-100 500 32 32")
    assert np.array_equal(moved, block((0, 0, 0, 255)))


@needs_cairo
@pytest.mark.parametrize(
    "body",
    [
        "",
        "<title>Owl</title>",
        '<rect x="8" y="8" width="16" height="16" fill="none"/>',
        '<rect x="8" y="8" width="16" height="16" display="none"/>',
        '<rect x="99" y="8" width="16" height="16"/>',
        '<rect x="8" y="8" width="16" height="16" opacity="0.0316"/>',
    ],
)
def test_nothing_visible(body):
    with pytest.raises(KitError, match=r"^Owl shows nothing: "):
        draw(body)


@needs_cairo
def test_alpha_of_nine_is_visible_and_of_eight_is_not(monkeypatch):
    monkeypatch.setattr(raster, "VISIBLE", 0)
    assert draw('<rect x="8" y="8" width="16" height="16" opacity="0.0316"/>')[..., 3].max() == 8
    monkeypatch.undo()
    assert draw('<rect x="8" y="8" width="16" height="16" opacity="0.036"/>')[..., 3].max() == 9


@needs_cairo
def test_transparent_pixels_are_all_zero():
    pixels = draw('<circle cx="16" cy="16" r="9" fill="#fff" opacity="0.5"/>')
    assert not pixels[pixels[..., 3] == 0].any()


@needs_cairo
def test_what_the_check_refuses_is_not_drawn():
    with pytest.raises(KitError, match=r"^Owl, line 1: has <text>"):
        draw("<text>Owl</text>")


@needs_cairo
def test_a_failing_renderer_is_a_sentence():
    with pytest.raises(KitError, match=r"^Owl can't be drawn \(ValueError: .*\): export it again"):
        draw('<rect x="8" y="8" width="16" height="16" opacity="half"/>')


@needs_cairo
def test_an_endless_drawing_is_stopped_and_the_next_is_drawn(monkeypatch):
    monkeypatch.setattr(raster, "SECONDS", 1)
    with pytest.raises(KitError, match=r"^Owl takes over 1 s to draw: simplify it"):
        draw('<g transform="scale(1e5)">' * 9 + '<circle r="1"/>' + "</g>" * 9)
    assert np.array_equal(draw('<path d="M8 8h16v16H8z"/>'), block((0, 0, 0, 255)))


@needs_cairo
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to read the child's CPU time from")
def test_each_drawing_has_its_own_time(monkeypatch):
    """One child may use more CPU time for many drawings than for one."""
    monkeypatch.setattr(raster, "SECONDS", 1)
    monkeypatch.setattr(raster, "_child", None)
    draw('<path d="M8 8h16v16H8z"/>')
    child = raster._child.process.pid
    while _cpu_seconds(child) < 2.5:
        draw('<circle cx="16" cy="16" r="15" stroke="red" opacity=".5"/>' * 100)
        assert raster._child.process.pid == child


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@needs_cairo
def test_a_child_that_dies_between_pictures_is_replaced():
    draw('<path d="M8 8h16v16H8z"/>')
    raster._child.process.kill()
    raster._child.process.join()
    assert np.array_equal(draw('<path d="M8 8h16v16H8z"/>'), block((0, 0, 0, 255)))


@needs_cairo
def test_a_child_that_dies_while_drawing_is_a_sentence(monkeypatch):
    draw('<path d="M8 8h16v16H8z"/>')
    connection = raster._child.connection

    class Cut:
        def send(self, request):
            raster._child.process.kill()
            raster._child.process.join()

        def poll(self, seconds):
            return connection.poll(seconds)

        def recv(self):
            return connection.recv()

        def close(self):
            connection.close()

    monkeypatch.setattr(raster._child, "connection", Cut())
    with pytest.raises(KitError, match=r"^Owl makes the renderer fail "):
        draw('<path d="M8 8h16v16H8z"/>')


@needs_cairo
def test_threads_may_draw():
    wrong = []

    def draw_many(size: int) -> None:
        for _ in range(20):
            pixels = draw('<path d="M8 8h16v16H8z"/>', size=size)
            if not np.array_equal(pixels, block((0, 0, 0, 255), size)):
                wrong.append(pixels.shape)

    threads = [threading.Thread(target=draw_many, args=(size,)) for size in (8, 16, 24, 32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


FINE = (
    '<linearGradient id="a"><stop stop-color="#fa0"/><stop offset="1" stop-color="#05f"/></linearGradient>'
    '<ellipse cx="15.3" cy="16.1" rx="11.7" ry="9.2" fill="url(#a)" transform="rotate(17)" opacity=".7"/>'
    '<path d="M3.1 4.2C9 1.5 22.7 9 28.8 30.3" fill="none" stroke="#333" stroke-width="1.7"/>'
)
PRINT_HASH = (
    "import hashlib, sys; from picturekit import raster; "
    "print(hashlib.sha256(raster.draw(sys.stdin.buffer.read(), 'Owl').tobytes()).hexdigest())"
)


@needs_cairo
@pytest.mark.parametrize("locale", ["C", "tr_TR.UTF-8", "de_DE.UTF-8"])
def test_another_process_locale_and_folder_give_the_same_pixels(locale, tmp_path):
    here = hashlib.sha256(draw(FINE).tobytes()).hexdigest()
    environment = {**os.environ, "LC_ALL": locale, "PYTHONPATH": str(ROOT / "src"), "TZ": "Asia/Tokyo"}
    command = [sys.executable, "-c", PRINT_HASH]
    there = subprocess.run(
        command, input=drawing(FINE), env=environment, cwd=tmp_path, capture_output=True, check=True
    )
    assert there.stdout.decode().strip() == here


class _Missing(importlib.abc.MetaPathFinder):
    def __init__(self, error: Exception) -> None:
        self.error = error

    def find_spec(self, name, path=None, target=None):
        if name == "cairosvg":
            raise self.error
        return None


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError('no library called "cairo-2" was found'), "libcairo2 is not there"),
        (ImportError(), "cairosvg is not there"),
    ],
)
def test_without_the_renderer(error, says, monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "cairosvg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [_Missing(error), *sys.meta_path])
    assert raster.available().startswith(says)
    assert list(raster.tools()) == ["Pillow"]
    with pytest.raises(KitError, match=says):
        draw('<path d="M8 8h16v16H8z"/>')


@needs_cairo
def test_tools_are_named_with_versions():
    tools = raster.tools()
    assert sorted(tools) == ["Pillow", "cairo", "cairocffi", "cairosvg"]
    assert all(version[0].isdigit() and "." in version for version in tools.values())


squares = st.integers(1, 12).flatmap(lambda size: arrays.arrays(np.uint8, (size, size, 4)))


@settings(deadline=None)
@given(squares)
def test_a_png_holds_the_pixels(pixels):
    pixels[pixels[..., 3] == 0] = 0
    assert np.array_equal(raster._decoded(raster.png_bytes(pixels)), pixels)


def test_write_and_read(tmp_path):
    pixels = np.arange(16 * 16 * 4, dtype=np.uint32).astype(np.uint8).reshape(16, 16, 4)
    raster.write_png(tmp_path / "deep" / "owl.png", pixels)
    expected = pixels.copy()
    expected[pixels[..., 3] == 0] = 0
    read = raster.read_png(tmp_path / "deep" / "owl.png", 16)
    assert read.dtype == np.uint8
    assert np.array_equal(read, expected)
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["owl.png"]


def test_hidden_colour_is_taken_off(tmp_path):
    pixels = np.full((4, 4, 4), 200, np.uint8)
    pixels[1, 2, 3] = 0
    Image.fromarray(pixels).save(tmp_path / "owl.png")
    assert raster.read_png(tmp_path / "owl.png", 4)[1, 2].tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((4, 5, 4), np.uint8),
        np.zeros((4, 4, 3), np.uint8),
        np.zeros((4, 4), np.uint8),
        np.zeros((4, 4, 4), np.uint16),
        np.zeros((4, 4, 4), np.float64),
    ],
    ids=lambda pixels: f"{pixels.dtype}{pixels.shape}",
)
def test_only_square_rgba_is_written(pixels):
    with pytest.raises(KitError, match="a picture is uint8 of shape"):
        raster.png_bytes(pixels)


def _saved(mode: str, kind: str, size: tuple[int, int] = (16, 16)) -> bytes:
    buffer = io.BytesIO()
    Image.new(mode, size).save(buffer, kind)
    return buffer.getvalue()


def _deep() -> bytes:
    """A PNG whose header says 16 bits a channel; Pillow would cut them to 8 without a word."""
    good = raster.png_bytes(np.full((16, 16, 4), 9, np.uint8))
    return good[:24] + b"\x10" + good[25:]


NOT_PINNED = {
    "larger": _saved("RGBA", "PNG", (17, 17)),
    "wider": _saved("RGBA", "PNG", (17, 16)),
    "without alpha": _saved("RGB", "PNG"),
    "grey": _saved("L", "PNG"),
    "grey with alpha": _saved("LA", "PNG"),
    "palette": _saved("P", "PNG"),
    "16 bit": _deep(),
    "a JPEG": _saved("RGB", "JPEG"),
    "a WebP": _saved("RGBA", "WEBP"),
    "empty": b"",
    "text": b"An owl.",
    "a bomb": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\x7f\xff\xff\xff" * 2 + b"\x08\x06\x00\x00\x00",
}


@pytest.mark.parametrize("name", NOT_PINNED)
def test_another_kind_of_file_is_not_read(name, tmp_path):
    path = tmp_path / "owl.png"
    path.write_bytes(NOT_PINNED[name])
    with pytest.raises(KitError, match=r"owl\.png is not a PNG of 16×16 pixels in 8-bit RGBA"):
        raster.read_png(path, 16)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(KitError, match=r"owl\.png is not there"):
        raster.read_png(tmp_path / "owl.png")


@settings(deadline=None)
@given(st.data())
def test_a_damaged_png_is_a_sentence(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "damaged.png"
    content = bytearray(
        raster.png_bytes(np.arange(1024, dtype=np.uint32).astype(np.uint8).reshape(16, 16, 4))
    )
    start = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[start:]
    else:
        content[start : start + 4] = data.draw(st.binary(min_size=4, max_size=4))
    path.write_bytes(content)
    result = _pixels_or_error(path)
    assert str(path) in result if isinstance(result, str) else result.shape == (16, 16, 4)


def _pixels_or_error(path: Path) -> raster.Pixels | str:
    try:
        return raster.read_png(path, 16)
    except KitError as error:
        return str(error)


def test_a_cut_png_is_damaged(tmp_path):
    content = raster.png_bytes(np.arange(1024, dtype=np.uint32).astype(np.uint8).reshape(16, 16, 4))
    (tmp_path / "owl.png").write_bytes(content[:-40])
    with pytest.raises(KitError, match=r"owl\.png is damaged"):
        raster.read_png(tmp_path / "owl.png", 16)


@pytest.mark.slow
@needs_cairo
def test_every_icon_of_the_art_is_drawn(art_dir):
    table = art.table(art_dir)
    assert len(table) == 1285
    assert (table["Fox"], table["Piñata"], table["Stuffed flatbread"]) == (
        "fox",
        "pinata",
        "stuffedbread-flat",
    )
    for folder in table:
        assert raster.draw(art.icon(art_dir, folder), folder)[..., 3].any()


@needs_cairo
@pytest.mark.parametrize("folder", ["Swan", "Keycap 5"])
def test_the_art_with_a_box_of_32_by_33_is_padded(folder, art_dir):
    alpha = raster.draw(art.icon(art_dir, folder), folder)[..., 3]
    assert b'viewBox="0 0 32 33"' in art.icon(art_dir, folder)
    assert not alpha[:, :3].any()
    assert not alpha[:, -3:].any()
    assert alpha.any()


@pytest.fixture(scope="session")
def art_dir(tmp_path_factory):
    """The sets unpacked from PICTUREMILL_ART, a folder with their tarballs or the sets unpacked."""
    given_folder = os.environ.get("PICTUREMILL_ART")
    if not given_folder:
        pytest.skip("PICTUREMILL_ART is not set: the real art is not drawn")
    into = tmp_path_factory.mktemp("art")
    for pin in art.read_pins(ROOT / "sources" / "art.yaml"):
        status = art.obtain(pin, into, Path(given_folder), into / "tarballs", online=False)
        assert status.present, status.why
    return into
