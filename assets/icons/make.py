"""Generate the icon files: `python -m assets.icons.make`.

The icon is drawn in `tonk.svg`. The smallest sizes, in which its fan of cards would blur, show a
single card with its edges on whole pixels.
"""

from __future__ import annotations

import argparse
import io
import struct
import sys
from pathlib import Path
from typing import Final

import pygame

from game.ui.look.card_art import DeckStyle
from game.ui.look.drawing import document, drawing, group, path

ICONS: Final = Path(__file__).parent
SIZES: Final = (16, 24, 32, 48, 64, 128, 256, 512)
SMALL: Final = 24  # up to here one card must do
ICNS_SIZES: Final = {b"ic11": 32, b"ic12": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512}


def picture(size: int) -> pygame.Surface:
    """Return the icon at a size in pixels, with straight alpha."""
    shapes = single(size) if size <= SMALL else drawing("icons/tonk.svg").body
    text = document((size, size), [group(f"scale({size / 512:.6f})", shapes)])
    return pygame.image.load(io.BytesIO(text.encode()), "icon.svg")


def single(size: int) -> str:
    """Return the icon for the smallest sizes, on a grid of 512: one card with the spade."""
    pixel = 512 / size
    left, right = 2 * pixel, 512 - 2 * pixel
    card = f"M{left:g},0 H{right:g} V512 H{left:g} Z"
    inner = f"M{left + pixel:g},{pixel:g} H{right - pixel:g} V{512 - pixel:g} H{left + pixel:g} Z"
    spade = group("translate(256 256) scale(3.3)", drawing("cards/pip-S.svg").body)
    return path(card, "#14574c") + path(inner, DeckStyle().paper) + spade


def png(surface: pygame.Surface) -> bytes:
    """Encode as a PNG file."""
    file = io.BytesIO()
    pygame.image.save(surface, file, "icon.png")
    return file.getvalue()


def bitmap(surface: pygame.Surface) -> bytes:
    """Encode as an icon's bitmap: rows bottom-up, BGRA, then an empty mask."""
    width, height = surface.get_size()
    header = struct.pack("<IiiHHIIiiII", 40, width, 2 * height, 1, 32, 0, 0, 0, 0, 0, 0)
    upside = pygame.transform.flip(surface, flip_x=False, flip_y=True)
    mask = bytes(((width + 31) // 32) * 4 * height)
    return header + pygame.image.tobytes(upside, "BGRA") + mask


def ico(sizes: tuple[int, ...]) -> bytes:
    """Return a Windows icon file with all these sizes."""
    # Below 256 pixels an .ico holds bitmaps: old readers support nothing else.
    images = [png(picture(n)) if n >= 256 else bitmap(picture(n)) for n in sizes]
    start = 6 + 16 * len(sizes)
    directory = struct.pack("<HHH", 0, 1, len(sizes))
    for size, image in zip(sizes, images, strict=True):
        directory += struct.pack(
            "<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(image), start
        )
        start += len(image)
    return directory + b"".join(images)


def icns() -> bytes:
    """Return a macOS icon file."""
    images = [(kind, png(picture(size))) for kind, size in ICNS_SIZES.items()]
    body = b"".join(kind + struct.pack(">I", 8 + len(image)) + image for kind, image in images)
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def main() -> int:
    """Write a PNG of each size, the .ico and the .icns."""
    argparse.ArgumentParser(description=__doc__, prog="python -m assets.icons.make").parse_args()
    for size in SIZES:
        (ICONS / f"tonk-{size}.png").write_bytes(png(picture(size)))
    (ICONS / "tonk.ico").write_bytes(ico((16, 24, 32, 48, 64, 128, 256)))
    (ICONS / "tonk.icns").write_bytes(icns())
    return 0


if __name__ == "__main__":
    sys.exit(main())
