"""The names, versions and commands that stand in several places agree."""

import re
import shutil
import subprocess
import sysconfig
import tomllib
from pathlib import Path

import pytest

from ai.kernel.build import ZIG
from ai.lab.cli import main as lab
from ai.lab.cli.parser import COMMANDS as OF_THE_LAB
from assets.packaging.desktop import place_desktop
from assets.packaging.manpage import page
from assets.packaging.program import unowned_files
from assets.packaging.translations import marked_texts, translations
from assets.packaging.windows import installer_texts
from game.cli import main
from game.cli.parser import COMMANDS, INSTRUMENTS
from game.saves.settings import LANGUAGES
from game.third_party import PARTS
from game.version import __version__
from tests.conftest import cannot_run

ROOT = Path(__file__).resolve().parents[2]
_COMMANDS = "game/cli/COMMANDS.md"
PROGRAMS = {
    "tonk": (main, _COMMANDS, (*COMMANDS, *INSTRUMENTS)),
    "tonk-lab": (lab, "ai/lab/README.md", tuple(OF_THE_LAB)),
}
"""What runs each program, the page that lists its commands, and these."""
_TRANSLATED = ("desktop", "metainfo.xml", "mime.xml")
TOP_LEVEL = {
    "pyproject.toml",
    "game",
    "assets",
    "ai",
    "tests",
    "build.spec",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
}


def _read(name: str) -> str:
    return Path(ROOT, name).read_text(encoding="utf-8")


def _tracked() -> list[str]:
    if not Path(ROOT, ".git").exists():
        pytest.skip("not a git clone")
    return subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()


def test_the_top_level_holds_nothing_unexpected() -> None:
    names = {name.split("/")[0] for name in _tracked()}
    extra = {name for name in names - TOP_LEVEL if not name.startswith((".", "requirements"))}
    assert not extra


def test_ci_runs_the_readmes_test_command_word_for_word() -> None:
    commands = re.findall(r"^python3 -m venv .*pytest$", _read("README.md"), re.MULTILINE)
    assert len(commands) == 1
    assert commands[0] in _read(".ci/run").splitlines()


def test_the_changelog_tells_of_this_version() -> None:
    assert re.search(rf"^## (\[)?{re.escape(__version__)}\b", _read("CHANGELOG.md"), re.MULTILINE)


def test_the_game_needs_three_libraries_and_no_more() -> None:
    project = tomllib.loads(_read("pyproject.toml"))["project"]
    names = {re.split(r"[<>=!~ ]", need)[0] for need in project["dependencies"]}
    assert names == {"pygame-ce", "platformdirs", "filelock"}
    assert all(ZIG in project["optional-dependencies"][extra] for extra in ("build", "dev"))


def test_the_build_requirements_are_locked_with_hashes_and_name_no_host() -> None:
    text = _read("requirements-build.txt")
    names = set(re.findall(r"^([a-z0-9-]+)==", text, re.MULTILINE))
    pinned = re.split(r"\n(?=[a-z])", text)
    assert {"pygame-ce", "platformdirs", "filelock", "pyinstaller", "hatchling"} <= names
    assert f"\n{ZIG} \\\n" in text
    assert all("--hash=sha256:" in entry for entry in pinned if "==" in entry)
    assert "://" not in text


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_page_of_commands_lists_every_command_and_option_there_is_and_no_other(
    capsys: pytest.CaptureFixture[str], program: str
) -> None:
    offered = {
        command: set(re.findall(r"--[a-z-]+", _help(capsys, program, command))) - {"--help"}
        for command in PROGRAMS[program][2]
    }
    named = _options_on_the_page(program)
    named.pop("--version", None)
    assert named == offered


def _help(capsys: pytest.CaptureFixture[str], program: str, command: str) -> str:
    with pytest.raises(SystemExit):
        PROGRAMS[program][0]([command, "--help"])
    return capsys.readouterr().out


def _options_on_the_page(program: str) -> dict[str, set[str]]:
    """Collect from the tables of commands; a row that begins with … goes on with the one above."""
    found: dict[str, set[str]] = {}
    current, page = "", _read(PROGRAMS[program][1])
    for start, row in re.findall(rf"^\| (`{program} |…)(.*)", page, re.MULTILINE):
        if start != "…":
            current = row.split("`")[0].split()[0]
        options = re.findall(r"--[a-z-]+", row.split("|")[0])
        found.setdefault(current, set()).update(options)
    return found


def test_ci_makes_the_packages_by_the_documented_command_word_for_word() -> None:
    page = _read("assets/packaging/PACKAGES.md")
    made = [line for line in page.splitlines() if "-m assets.packaging" in line]
    assert len(made) == 1
    assert made[0] in [line.strip() for line in _read(".ci/run").splitlines()]


def _workflows() -> dict[str, str]:
    return {
        path.name: path.read_text(encoding="utf-8")
        for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    }


def test_the_workflows_need_no_secret_and_name_no_host() -> None:
    assert set(_workflows()) == {"ci.yml", "release.yml"}
    for text in _workflows().values():
        assert "secrets." not in text
        assert "://" not in text


def test_the_workflows_try_every_python_that_the_project_promises() -> None:
    promised = re.findall(r'Python :: (3\.\d+)"', _read("pyproject.toml"))
    (tried,) = re.findall(r"python: \[(.*)\]", _workflows()["ci.yml"])
    assert re.findall(r"[\d.]+", tried) == promised
    assert len(promised) >= 4


def test_the_workflows_run_what_can_be_run_here() -> None:
    text = _workflows()["release.yml"]
    words = re.findall(r"what: ([a-z ]+),", text)
    assert {word for line in words for word in line.split()} == {"deb", "tar", "installer", "image"}
    assert "- run: .ci/run\n" in _workflows()["ci.yml"]
    scripts = re.findall(r"run: (assets/\S+)", text)
    assert scripts
    assert not [script for script in scripts if not Path(ROOT, script).is_file()]


def test_the_workflows_run_only_actions_of_a_fixed_commit_and_keep_no_credentials() -> None:
    for text in _workflows().values():
        actions = re.findall(r"uses: (.*)", text)
        assert actions
        pinned = r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+"
        assert not [action for action in actions if not re.fullmatch(pinned, action)]
        checkouts = text.count("uses: actions/checkout@")
        assert text.count("persist-credentials: false") == checkouts


def test_what_checks_workflows_has_nothing_to_complain_of() -> None:
    program = shutil.which("zizmor", path=sysconfig.get_path("scripts"))
    if program is None:
        cannot_run("zizmor is not installed")
    ended = subprocess.run(
        (str(program), "--offline", "--persona=pedantic", "--quiet", ROOT / ".github"),
        text=True,
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 0, f"{ended.stdout}{ended.stderr}"


def test_every_part_that_is_shipped_has_its_licence() -> None:
    assert not [part.name for part in PARTS if not Path(ROOT, "assets", part.asset).is_file()]
    assert len({part.name for part in PARTS}) == len(PARTS)


def test_a_file_that_no_part_owns_up_to_is_found(tmp_path: Path) -> None:
    inside = tmp_path / "_internal"
    for name in (
        "libSDL2-2-50d19f93.0.so.0",
        "pygame/draw.so",
        "assets/fonts/a.ttf",
        "libnew.so.1",
    ):
        (inside / name).parent.mkdir(parents=True, exist_ok=True)
        (inside / name).touch()
    assert list(unowned_files(tmp_path)) == [Path("libnew.so.1")]


def test_packages_tell_the_version_that_the_game_tells() -> None:
    here = ROOT / "assets" / "packaging"
    for name in ("linux/control", "linux/metainfo.xml", "windows/tonk.nsi"):
        text = (here / name).read_text(encoding="utf-8")
        assert __version__ not in text
        assert re.search(r"@VERSION@|\$\{VERSION\}", text)


def test_desktop_files_speak_every_language_of_the_game(tmp_path: Path) -> None:
    place_desktop(tmp_path, "tonk")
    made = "".join(
        path.read_text("utf-8") for path in tmp_path.rglob("*.*") if path.suffix != ".png"
    )
    templates = [_read(f"assets/packaging/linux/{name}") for name in _TRANSLATED]
    texts = [text for template in templates for _line, text in marked_texts(template)]
    assert len(texts) > 10
    for text in texts:
        said = translations(text)
        assert {"en", *said} == set(LANGUAGES)
    for code in translations(texts[0]):
        assert made.count(f'xml:lang="{code}"') + made.count(f"[{code}]=") == len(texts)
    assert not re.search(r"^_|</?_", made, re.MULTILINE)
    assert "Keywords[fr]=tonk;tunk;rami;cartes;\n" in made


def test_the_installer_speaks_every_language_of_the_game() -> None:
    texts = installer_texts()
    languages = re.findall(r'MUI_LANGUAGE "(\w+)"', texts)
    assert languages[:2] == ["English", "French"]
    assert len(languages) == len(LANGUAGES)
    used = set(re.findall(r"\$\((\w+)\)", _read("assets/packaging/windows/tonk.nsi")))
    said = re.findall(r'^LangString (\w+) \$\{LANG_(\w+)\} "[^"]+"$', texts, re.MULTILINE)
    assert set(said) == {(key, name.upper()) for key in used for name in languages}


def test_the_manual_page_tells_every_command_and_every_exit_status() -> None:
    text = page().replace("\\-", "-")
    assert list(dict.fromkeys(re.findall(r"^\.SS tonk (\S+)", text, re.MULTILINE))) == list(
        COMMANDS
    )
    assert "SUPPRESS" not in text
    statuses = set(re.findall(r"^\| (\d+) \|", _read(_COMMANDS), re.MULTILINE))
    assert statuses == set(re.findall(r"^\.TP\n(\d+)$", text, re.MULTILINE))
