"""The Flatpak, built here without a network and run on a runtime that is made here, too."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from assets.packaging import flatpak
from assets.packaging.identity import IDENTITY
from game.version import __version__
from tests.conftest import cannot_run
from tests.tools.display import VirtualDisplay
from tests.tools.flatpaks import BRANCH, RUNTIME, Flatpaks, installation, missing

LOCAL = flatpak.Runtime(RUNTIME, RUNTIME, BRANCH, "3.11", composes=False)
MEGABYTES_AT_MOST = 16
ID = IDENTITY.app_id


def test_the_manifest_asks_for_no_more_than_a_game_needs() -> None:
    manifest = flatpak.FREEDESKTOP.manifest()
    assert manifest["id"] == ID
    asked = manifest["finish-args"]
    # https://docs.flathub.org/docs/for-app-authors/linter
    unwanted = ("--share=network", "--filesystem", "--socket=x11", "--socket=session-bus", "--own")
    assert isinstance(asked, list)
    assert not [words for words in asked if words.startswith(unwanted)]
    assert {"--share=ipc", "--socket=fallback-x11", "--socket=wayland"} <= set(asked)
    assert "network" not in json.dumps(manifest)


@pytest.fixture(scope="module")
def installed() -> Iterator[Flatpaks]:
    lacking = missing()
    if lacking:
        cannot_run(f"no Flatpak can be made here: {', '.join(lacking)} missing")
    with tempfile.TemporaryDirectory(prefix="tonk-flatpak-") as folder:
        flatpaks = installation(Path(folder))
        LOCAL.gather()
        file = flatpak.bundle(flatpaks.folder / "tonk.flatpak", env=flatpaks.env)
        assert file.stat().st_size <= MEGABYTES_AT_MOST * 1_000_000
        flatpaks.do("flatpak", "install", "--user", "-y", "--bundle", file)
        yield flatpaks


def _tonk(installed: Flatpaks, display: VirtualDisplay, *words: str) -> str:
    command = ("flatpak", "run", "--user", "--env=SDL_AUDIODRIVER=dummy", ID, *words)
    ended = installed.run(*command, display=display.name)
    assert ended.returncode == 0, f"{ended.stdout}{ended.stderr}"
    return ended.stdout


@pytest.mark.flatpak
@pytest.mark.xdist_group("flatpak")
def test_a_desktop_gets_entry_icons_kinds_of_files_and_metainfo(installed: Flatpaks) -> None:
    share = installed.folder / "installation" / "exports" / "share"
    entry = (share / f"applications/{ID}.desktop").read_text("utf-8")
    assert re.search(
        rf"^Exec=\S*flatpak run .*--command=tonk .*{re.escape(ID)} open @@ %f @@$",
        entry,
        re.MULTILINE,
    ), entry
    assert f"Icon={ID}\n" in entry
    for name in (
        f"icons/hicolor/scalable/apps/{ID}.svg",
        f"icons/hicolor/128x128/apps/{ID}.png",
        f"mime/packages/{ID}.xml",
    ):
        assert (share / name).is_file(), name
    assert len(list((share / "metainfo").glob(f"{ID}.*.xml"))) == 1


@pytest.mark.flatpak
@pytest.mark.xvfb
@pytest.mark.xdist_group("flatpak")
def test_it_plays_and_keeps_its_saves_where_flatpak_wants_them(
    installed: Flatpaks, display: VirtualDisplay
) -> None:
    assert _tonk(installed, display, "--version") == f"Tonk {__version__}\n"
    own = installed.folder / "home" / ".var" / "app" / ID
    page = json.loads(_tonk(installed, display, "doctor", "--json"))
    found = {each["what"]: each["words"] for each in page["findings"]}
    assert found["saves"].startswith(str(own / "data" / "tonk"))
    assert found["settings"].startswith(str(own / "config" / "tonk"))
    assert "by zig" in found["kernel"]
    records = str(own / "data" / "three.tonk.jsonl")
    _tonk(installed, display, "play", "--autoplay", "3", "--records", records)
    assert "hand 3" in _tonk(installed, display, "replay", records)
