"""The `.deb` on a fresh Debian without Python: installed, played, opened from a file, removed.

It lies beside the program that `TONK_STANDALONE` names; `.ci/run` makes both.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from assets.packaging.identity import IDENTITY
from game.version import __version__
from tests.cli.hands import records, written
from tests.conftest import cannot_run
from tests.tools.cleanroot import HOME, PLAYER, CleanRoot, copied, missing
from tests.tools.display import VirtualDisplay
from tests.tools.packages import not_made, standalone

pytestmark = [pytest.mark.packages, pytest.mark.xdist_group("packages")]

MEGABYTES_AT_MOST = 25
CHECKERS = ("desktop-file-validate", "appstreamcli", "lintian")
PATIENCE = 60.0


@pytest.fixture(scope="module")
def package() -> Path:
    found = sorted(standalone().parent.glob("tonk_*.deb"))
    if not found:
        pytest.fail(not_made("the .deb"), pytrace=False)
    return found[-1]


@pytest.fixture(scope="module")
def clean() -> Iterator[CleanRoot]:
    lacking = missing()
    if lacking:
        cannot_run(f"no clean root can be made here: {', '.join(lacking)} missing")
    place = Path(tempfile.mkdtemp(prefix="tonk-clean-"))
    place.chmod(0o755)
    yield copied(place / "root")
    shutil.rmtree(place)


@pytest.fixture(scope="module")
def before(clean: CleanRoot, package: Path) -> set[str]:
    """What there is with all that the package asks for, but without itself."""
    shutil.copyfile(package, clean.folder / "tmp" / "tonk.deb")
    clean.do("apt-get install -qy --no-install-recommends /tmp/tonk.deb")
    clean.do("apt-get remove -qy tonk && rm -rf /usr/share/mime/application/x-tonk*")
    return clean.files()


@pytest.fixture(scope="module")
def installed(clean: CleanRoot, before: set[str]) -> CleanRoot:
    clean.do("apt-get install -qy --no-install-recommends /tmp/tonk.deb")
    return clean


def test_it_is_small(package: Path) -> None:
    assert package.stat().st_size <= MEGABYTES_AT_MOST * 1_000_000


def test_its_version_is_the_games(package: Path) -> None:
    told = subprocess.check_output(("dpkg-deb", "--field", package, "Version"), text=True)
    assert told.strip() == __version__


def test_what_checks_packages_has_nothing_to_complain_of(package: Path, tmp_path: Path) -> None:
    lacking = [name for name in CHECKERS if shutil.which(name) is None]
    if lacking:
        cannot_run(f"{', '.join(lacking)} not installed")
    subprocess.run(("dpkg-deb", "-x", package, tmp_path), check=True)
    (about,) = (tmp_path / "usr/share/metainfo").iterdir()
    (entry,) = (tmp_path / "usr/share/applications").iterdir()
    for command in (
        ("desktop-file-validate", str(entry)),
        ("appstreamcli", "validate", "--no-net", str(about)),
        ("lintian", "--allow-root", "--fail-on=error,warning", str(package)),
    ):
        ended = subprocess.run(command, text=True, capture_output=True, check=False)
        assert ended.returncode == 0, f"{command[0]}: {ended.stdout}{ended.stderr}"


def test_the_root_has_no_python(installed: CleanRoot) -> None:
    assert installed.run("command -v python3 || command -v python").returncode != 0


@pytest.mark.xvfb
def test_an_ordinary_user_lets_it_play(installed: CleanRoot, display: VirtualDisplay) -> None:
    played = installed.run(
        "tonk play --autoplay 3 --records ~/three.tonk.jsonl && tonk replay ~/three.tonk.jsonl",
        player=True,
        display=display.name,
    )
    assert played.returncode == 0, played.stderr
    assert "hand 3" in played.stdout


def test_the_menu_has_it_and_the_manual_tells_of_it(installed: CleanRoot) -> None:
    told = installed.run("tonk --version", player=True)
    assert told.stdout == f"Tonk {__version__}\n"
    entry = f"{IDENTITY.app_id}.desktop"
    assert entry in installed.do("cat /usr/share/applications/mimeinfo.cache")
    page = installed.do("gzip -dc /usr/share/man/man6/tonk.6.gz")
    assert "tonk open" in page.replace("\\fB", "")
    script = "/usr/share/bash-completion/completions/tonk"
    typed = "COMP_WORDS=(tonk rev); COMP_CWORD=1; _shtab_tonk; echo $COMPREPLY"
    assert installed.do(f"bash -c '. {script}; {typed}'") == "review\n"


@pytest.mark.xvfb
@pytest.mark.parametrize("name", ["Hand von Zoë.tonk.json", "zwei Hände.tonk.jsonl"])
def test_a_saved_hand_is_opened_by_its_kind(
    installed: CleanRoot, display: VirtualDisplay, name: str
) -> None:
    file = written(installed.folder / HOME.lstrip("/") / name, records(1))
    file.chmod(0o644)
    opened = installed.run(
        # The game outlives the one who starts it, and must not keep our pipes.
        f"gio open '{HOME}/{name}' > /dev/null 2> /tmp/opening.txt",
        player=True,
        display=display.name,
    )
    assert opened.returncode == 0, opened.stderr
    number = _number_of(f"open {HOME}/{name}")
    try:
        search = ["xdotool", "search", "--sync", "--onlyvisible", "--pid", number]
        found = subprocess.run(
            search, env=display.env, text=True, capture_output=True, timeout=PATIENCE, check=False
        )
        assert found.stdout.strip(), found.stderr
    finally:
        os.kill(int(number), 15)
        _wait_until_gone(number)  # else the next start would find this one


def _wait_until_gone(number: str) -> None:
    until = time.monotonic() + PATIENCE
    while _is_running(number) and time.monotonic() < until:
        time.sleep(0.05)


def _is_running(number: str) -> bool:
    """A process that has ended has no words any more, even if nobody has asked for its status."""
    try:
        return bool(Path("/proc", number, "cmdline").read_bytes())
    except OSError:
        return False


def _number_of(words: str) -> str:
    """The process of the game that was started with these words."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for entry in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                line = entry.read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if line.startswith("/usr/games/tonk") and words in line:
                return entry.parent.name
        time.sleep(0.1)
    pytest.fail(f"nothing was started with {words}")


def test_an_upgrade_and_a_removal_leave_the_saves_and_nothing_else(
    installed: CleanRoot, before: set[str]
) -> None:
    saves = f"{HOME}/.local/share/tonk"
    installed.do(f"mkdir -p {saves} && touch {saves}/tonk.db && chown -R {PLAYER} {HOME}")
    installed.do("apt-get install -qy --reinstall /tmp/tonk.deb")
    assert installed.run(f"test -e {saves}/tonk.db").returncode == 0
    told = installed.do("apt-get remove -qy tonk")
    assert "~/.local/share/tonk" in told
    left = {path for path in installed.files() - before if not path.startswith(HOME)}
    assert not left
    assert installed.run(f"test -e {saves}/tonk.db").returncode == 0
