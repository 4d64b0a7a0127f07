"""A player installs the game into an empty environment and plays it from some other folder."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from ai.kernel import NAME, VERSION
from ai.kernel.build import TARGETS
from assets.packaging.identity import IDENTITY
from game.third_party import PARTS
from game.version import __version__

ROOT = Path(__file__).resolve().parents[2]
# One worker builds and installs for all of these.
pytestmark = pytest.mark.xdist_group("wheel")

# What installers need, what made assets and bots, documents, pictures of screens, what translators
# edit, and icons but for the window's.
_NOT_OF_THE_GAME = re.compile(
    r"ai/lab/training/|ai/kernel/(check/|freestanding/|build\.py|\w+\.[ch])"
    r"|assets/(packaging/|screenshots/|icons/(?!tonk-128)|\w+/make\.py|.*\.po$)"
    r"|(ai|game|assets)/.*\.md$"
)
_WHEEL_AT_MOST, _SDIST_AT_MOST = 4_000_000, 6_000_000  # bytes

OTHER_KERNELS = {target.library for target in TARGETS.values()} - {NAME}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    _pip("wheel", "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}", str(ROOT))
    (built,) = folder.glob("tonk-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of an environment that holds the wheel and what it asks for."""
    home = tmp_path_factory.mktemp("empty environment")
    venv.create(home)
    programs = Path(sysconfig.get_path("scripts", "venv", {"base": str(home)}))
    _pip("--python", str(programs / "python"), "install", "--no-compile", str(wheel))
    return programs


def _do(module: str, *words: str) -> None:
    command = (sys.executable, "-m", module, *words)
    outcome = subprocess.run(
        command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    assert outcome.returncode == 0, outcome.stdout


def _pip(*words: str) -> None:
    _do("pip", "--quiet", "--disable-pip-version-check", *words)


def _run(elsewhere: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    # A PYTHONPATH that names this folder would hide that something is not installed.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        command, cwd=elsewhere, env=env, text=True, capture_output=True, timeout=120, check=False
    )


def test_the_wheel_holds_every_asset_and_all_the_code(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    wanted = {
        path.relative_to(ROOT).as_posix()
        for package in ("game", "ai", "assets")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.name not in OTHER_KERNELS
    }
    left_out = {name for name in wanted if _NOT_OF_THE_GAME.match(name)}
    assert any(name.endswith("/make.py") for name in left_out)
    assert "ai/lab/training/train.c" in left_out
    assert not wanted - left_out - held
    assert not left_out & held
    assert not {name for name in held if name.startswith("tests/")}
    assert {"game/py.typed", "ai/py.typed"} <= held
    assert wheel.stat().st_size <= _WHEEL_AT_MOST


def test_its_page_has_links_that_lead_somewhere(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        page = archive.read(name).decode("utf-8")
    links = re.findall(r"\]\(([^)]+)\)", page)
    shown = f"{IDENTITY.homepage}/raw/v{__version__}/assets/screenshots/table.png"
    assert {shown, f"{IDENTITY.homepage}/blob/v{__version__}/LICENSE"} <= set(links)
    assert all(link.startswith("https://") for link in links)


def test_it_names_the_licenses_of_all_that_is_in_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(archive.read(name).decode("utf-8"))
        texts = {text.name for text in (ROOT / "assets" / "fonts").glob("OFL*")}
        files = {"LICENSE", "assets/LICENSES.md", *(f"assets/fonts/{text}" for text in texts)}
        assert set(about.get_all("License-File") or ()) == files
        licenses = name.removesuffix("METADATA") + "licenses/"
        assert {licenses + file for file in files} <= set(archive.namelist())
    assert texts
    assert about["License-Expression"] == "MIT AND OFL-1.1"


def test_what_checks_wheels_has_nothing_to_complain_of(wheel: Path) -> None:
    # W002: the fonts' licences stand where the credits find them, and where everybody looks.
    # W009: Tonk is several packages beside each other.
    _do("check_wheel_contents", "--ignore=W002,W009", str(wheel))


def test_what_is_uploaded_passes_the_registrys_own_check(
    wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("sdist")
    _do("build", "--sdist", "--no-isolation", "--outdir", str(folder), str(ROOT))
    (archive,) = folder.glob("tonk-*.tar.gz")
    with tarfile.open(archive) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    wanted = {"LICENSE", "README.md", "game/version.py", "tests/conftest.py", "build.spec"}
    wanted |= {f"assets/{part.asset}" for part in PARTS}
    assert wanted <= held
    assert archive.stat().st_size <= _SDIST_AT_MOST
    _do("twine", "check", "--strict", str(wheel), str(archive))


def test_the_installed_program_tells_its_version(installed: Path, tmp_path: Path) -> None:
    outcome = _run(tmp_path, installed / "tonk", "--version")
    assert (outcome.returncode, outcome.stdout.strip()) == (0, f"Tonk {__version__}")
    assert not outcome.stderr


def test_the_installed_laboratory_measures_and_says_that_the_trainer_is_not_there(
    installed: Path, tmp_path: Path
) -> None:
    words = ("arena", "--seats", "random,greedy8", "--hands", "2", "--json")
    played = _run(tmp_path, installed / "tonk-lab", *words)
    assert (played.returncode, played.stderr) == (0, "")
    assert json.loads(played.stdout)["hands"] == 2
    for command in ("train", "respond"):
        refused = _run(tmp_path, installed / "tonk-lab", command, "some.net")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr == (
            f"tonk-lab {command}: the trainer is only in the source tree: run it in a clone\n"
        )


def test_the_installed_program_plays_and_replays(installed: Path, tmp_path: Path) -> None:
    records = tmp_path / "one hand.tonk.jsonl"
    played = _run(tmp_path, installed / "tonk", "play", "--autoplay", "1", "--records", records)
    assert played.returncode == 0, played.stderr
    assert len(records.read_text(encoding="utf-8").splitlines()) == 1
    replayed = _run(tmp_path, installed / "python", "-m", "game", "replay", records)
    assert replayed.returncode == 0, replayed.stderr


@pytest.mark.parametrize("package", ["game", "ai", "assets"])
@pytest.mark.parametrize("command", ["tonk", "tonk-lab"])
def test_somebody_elses_package_of_our_name_is_told_in_one_line(
    installed: Path, tmp_path: Path, package: str, command: str
) -> None:
    (tmp_path / f"{package}.py").write_text("1 / 0\n", encoding="utf-8")
    outcome = subprocess.run(
        (installed / command, "--help"),
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        text=True,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert outcome.returncode == 5
    assert outcome.stderr.startswith(f"{command}: Python finds {tmp_path / package}.py where Tonk")
    assert outcome.stderr.count("\n") == 1


def test_without_its_kernel_the_installed_program_plays_on(installed: Path, tmp_path: Path) -> None:
    where = "import ai.kernel as kernel; print(kernel.__path__[0])"
    package = Path(_run(tmp_path, installed / "python", "-c", where).stdout.strip())
    library, away = package / NAME, package / "away"
    library.rename(away)
    try:
        records = tmp_path / "one hand.tonk.jsonl"
        played = _run(tmp_path, installed / "tonk", "play", "--autoplay", "1", "--records", records)
        assert (played.returncode, played.stderr) == (0, "")
        doctor = _run(tmp_path, installed / "tonk", "doctor")
        assert "ok  kernel    not installed, so no Master" in doctor.stdout
        reviewed = _run(tmp_path, installed / "tonk", "review", records)
        assert reviewed.returncode == 5
        assert reviewed.stderr.startswith("tonk review: there is no kernel: ")
        assert reviewed.stderr.count("\n") == 1
    finally:
        away.rename(library)
    doctor = _run(tmp_path, installed / "tonk", "doctor")
    assert f"ok  kernel    version {VERSION}, by " in doctor.stdout
