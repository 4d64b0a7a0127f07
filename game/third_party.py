"""Third-party components of the standalone program, and their licences.

The texts are in `assets/licences/`, one for each licence. `files` are patterns of a component's
file names in the program's folder, on any system and with any build numbers; packaging refuses to
ship a file that belongs to no component.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self


@dataclass(frozen=True, slots=True)
class Component:
    """A third-party component that is shipped with the game.

    ``licence`` names a file in `assets/licences/` without its `.txt`, unless ``text`` names another
    file of `assets/` with the text.
    """

    name: str
    licence: str
    holders: str
    files: tuple[str, ...]
    text: str = ""

    @property
    def asset(self) -> str:
        """The asset that holds the text of the licence."""
        return self.text or f"licences/{self.licence}.txt"

    @classmethod
    def font(cls, name: str, holders: str, text: str) -> Self:
        """Return a font component; all fonts have the same license."""
        return cls(name, "OFL-1.1", holders, (), f"fonts/{text}")


FONTS: Final = (
    Component.font("Cabin", "© 2018 The Cabin Project Authors", "OFL-cabin.txt"),
    Component.font("M PLUS 1p", "© 2016 The M+ Project Authors", "OFL-m-plus-1p.txt"),
    Component.font("Limelight", "© 2010 Sorkin Type Co", "OFL-limelight.txt"),
)

LIBRARIES: Final = (
    Component(
        "pygame-ce",
        "LGPL-2.1-or-later",
        "© 2000-2004 Pete Shinners, © 2005-2026 the pygame and pygame-ce contributors",
        ("pygame/*",),
    ),
    Component("SDL 2", "Zlib", "© 1997-2025 Sam Lantinga", ("libSDL2-2*", "SDL2.dll", "SDL2")),
    Component("SDL_image", "Zlib", "© 1997-2025 Sam Lantinga", ("*SDL2_image*",)),
    Component("SDL_mixer", "Zlib", "© 1997-2025 Sam Lantinga", ("*SDL2_mixer*",)),
    Component("SDL_ttf", "Zlib", "© 1997-2025 Sam Lantinga", ("*SDL2_ttf*",)),
    Component(
        "platformdirs",
        "MIT",
        "© 2010-202x The platformdirs developers",
        (),
    ),
    Component("filelock", "MIT", "© 2025 Bernát Gábor and contributors", ()),
    Component(
        "Python",
        "PSF-2.0",
        "© 2001 Python Software Foundation",
        ("libpython3*", "python3*", "lib-dynload/*", "base_library.zip", "Python", "*.pyd"),
    ),
    Component(
        "Microsoft’s run-time library (of Python for Windows)",
        "Microsoft-distributable-code",
        "© Microsoft Corporation",
        ("VCRUNTIME140*",),
    ),
    Component("expat (in Python)", "MIT", "© 1998-2000 Thai Open Source Software Center Ltd", ()),
    Component("libmpdec (in Python)", "BSD-2-Clause", "© 2008-2020 Stefan Krah", ()),
    Component(
        "PyInstaller’s start program",
        "GPL-2.0-or-later-with-bootloader-exception",
        "© 2010-2023 PyInstaller Development Team, © 2005-2009 Giovanni Bajo",
        ("tonk", "tonk.exe", "tonk-console.exe"),
    ),
    Component("PyInstaller’s hooks", "Apache-2.0", "© 2010-2023 PyInstaller Development Team", ()),
    Component(
        "GCC’s run-time libraries",
        "GPL-3.0-or-later-with-GCC-exception",
        "© Free Software Foundation, Inc.",
        ("libgcc_s*", "libstdc++*"),
    ),
    Component("zig’s run-time library", "MIT", "© Zig contributors", ("tonk.dll",)),
    Component("SQLite", "public-domain", "no rights reserved", ("libsqlite3*", "sqlite3.dll")),
    Component("libffi", "MIT", "© 1996-2024 Anthony Green, Red Hat, Inc and others", ("libffi*",)),
    Component("zlib", "Zlib", "© 1995-2024 Jean-loup Gailly and Mark Adler", ("libz.*", "zlib1*")),
    Component("FreeType", "FTL", "© 1996-2026 The FreeType Project", ("*freetype*",)),
    Component(
        "HarfBuzz",
        "MIT-Modern-Variant",
        "© 2005-2026 Behdad Esfahbod, Google, Inc., Red Hat, Inc. and others",
        ("*harfbuzz*",),
    ),
    Component("Brotli", "MIT", "© 2009-2016 the Brotli Authors", ("libbrotli*",)),
    Component(
        "libpng", "libpng-2.0", "© 1995-2026 The PNG Reference Library Authors", ("libpng*",)
    ),
    Component(
        "libjpeg-turbo",
        "IJG",
        "© 1991-2020 Thomas G. Lane, Guido Vollbeding; © 2009-2026 D. R. Commander; this software "
        "is based in part on the work of the Independent JPEG Group",
        ("libjpeg*", "libturbojpeg*"),
    ),
    Component(
        "libtiff", "libtiff", "© 1988-1997 Sam Leffler, Silicon Graphics, Inc.", ("libtiff*",)
    ),
    Component("libwebp", "BSD-3-Clause", "© 2010 Google Inc.", ("libwebp*", "libsharpyuv*")),
    Component("libogg", "BSD-3-Clause", "© 1994-2020 Xiph.Org Foundation", ("libogg*",)),
    Component("libvorbis", "BSD-3-Clause", "© 2002-2020 Xiph.Org Foundation", ("libvorbis*",)),
    Component(
        "FLAC",
        "BSD-3-Clause",
        "© 2000-2009 Josh Coalson, © 2011-2026 Xiph.Org Foundation",
        ("libFLAC*",),
    ),
    Component(
        "Opus",
        "BSD-3-Clause",
        "© 2001-2023 Xiph.Org, Skype Limited, Octasic, Jean-Marc Valin, Timothy B. Terriberry, "
        "CSIRO, Gregory Maxwell, Mark Borgerding, Erik de Castro Lopo, Mozilla, Amazon",
        ("libopus[.-]*",),
    ),
    Component("opusfile", "BSD-3-Clause", "© 1994-2020 Xiph.Org Foundation", ("libopusfile*",)),
    Component(
        "WavPack",
        "BSD-3-Clause",
        "© 1998-2025 David Bryant, Conifer Software",
        ("libwavpack*",),
    ),
    Component(
        "libxmp", "MIT", "© 1996-2026 Claudio Matsuoka and Hipolito Carraro Jr", ("libxmp*",)
    ),
    Component("mpg123", "LGPL-2.1-or-later", "© 1995-2023 the mpg123 project", ("libmpg123*",)),
    Component(
        "FluidSynth",
        "LGPL-2.1-or-later",
        "© 2003-2026 Peter Hanappe and others",
        ("libfluidsynth*",),
    ),
    Component(
        "libsndfile", "LGPL-2.1-or-later", "© 1999-2021 Erik de Castro Lopo", ("libsndfile*",)
    ),
)

PARTS: Final = (*FONTS, *LIBRARIES)
