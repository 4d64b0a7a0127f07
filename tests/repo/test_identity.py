"""Who publishes Tonk stands in one file; whatever names it elsewhere agrees."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from assets.packaging import __main__ as packaging
from assets.packaging import publishing
from assets.packaging.desktop import news, place_desktop
from assets.packaging.identity import IDENTITY, Identity

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    "README.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "assets/packaging/PACKAGES.md",
    *sorted(
        f".github/ISSUE_TEMPLATE/{path.name}" for path in ROOT.glob(".github/ISSUE_TEMPLATE/*")
    ),
]


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_python_package_names_the_same_places() -> None:
    urls = tomllib.loads(_read("pyproject.toml"))["project"]["urls"]
    assert urls == {
        "Homepage": IDENTITY.homepage,
        "Issues": IDENTITY.issues,
        "Changelog": f"{IDENTITY.homepage}/blob/main/CHANGELOG.md",
    }


@pytest.mark.parametrize("page", PAGES)
def test_no_page_names_another_place_or_address(page: str) -> None:
    text = _read(page)
    ours = re.findall(r"https://github\.com/[\w.-]+/tonk\b", text)
    assert set(ours) <= {IDENTITY.homepage}
    assert set(re.findall(r"--owner ([\w-]+)", text)) <= {IDENTITY.owner}
    assert set(re.findall(r"[\w.-]+@[\w-]+\.[\w.-]*\w", text)) <= {IDENTITY.contact}


def test_the_placeholder_stands_where_this_test_looks_and_nowhere_else() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git clone")
    command = ("git", "grep", "-l", "owner.placeholder")
    found = subprocess.check_output(command, cwd=ROOT, text=True).split()
    own = {"pyproject.toml", "tests/repo/test_identity.py"}
    own |= {f"assets/packaging/identity.{kind}" for kind in ("py", "toml")}
    assert set(found) - own <= set(PAGES)


def _identity(owner: str) -> Identity:
    home = f"https://github.com/{owner}/tonk"
    return Identity(owner, "Ann", home, f"{home}/issues", "ann@mail.example")


@pytest.mark.parametrize(
    ("owner", "app_id", "bundle_id"),
    [
        (
            "owner-placeholder",
            "io.github.owner_placeholder.tonk",
            "io.github.owner-placeholder.tonk",
        ),
        ("Ann", "io.github.ann.tonk", "io.github.ann.tonk"),
        ("4-aces", "io.github._4_aces.tonk", "io.github.4-aces.tonk"),
    ],
)
def test_the_ids_have_four_parts(owner: str, app_id: str, bundle_id: str) -> None:
    identity = _identity(owner)
    assert (identity.app_id, identity.bundle_id) == (app_id, bundle_id)
    assert identity.is_placeholder == (owner == "owner-placeholder")
    # https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol-names
    assert re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*){3}", app_id)


def test_everything_for_a_desktop_bears_the_id_of_the_application(tmp_path: Path) -> None:
    place_desktop(tmp_path, "tonk")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) >= 10
    assert not [path.name for path in files if not path.name.startswith(f"{IDENTITY.app_id}.")]
    texts = [path.read_text("utf-8") for path in files if path.suffix in (".desktop", ".xml")]
    assert not re.findall(r"@[A-Z]+@", "".join(texts))
    (entry,) = tmp_path.glob("applications/*")
    assert f"\nIcon={IDENTITY.app_id}\n" in entry.read_text("utf-8")
    (about,) = (path.read_text("utf-8") for path in tmp_path.glob("metainfo/*"))
    for wanted in (
        IDENTITY.app_id,
        f"{IDENTITY.app_id}.desktop",
        IDENTITY.homepage,
        IDENTITY.issues,
    ):
        assert f">{wanted}<" in about
    assert f'<developer id="{IDENTITY.developer_id}">' in about
    assert about.count("<image ") == 3
    pictures = re.findall(r"assets/screenshots/\w+\.png", about)
    if (ROOT / ".git").exists():  # an sdist goes without
        assert not [name for name in pictures if not (ROOT / name).is_file()]
    assert f"<li>{news()[0]}</li>" in about


def test_news_are_plain_items() -> None:
    assert len(news()) >= 3
    assert not [item for item in news() if re.search(r"[*`\n]|\]\(", item)]


GIT = {"rev-parse": "abc", "status": ""}


@pytest.mark.parametrize(
    ("owner", "git", "tag", "says"),
    [
        ("ann", {}, "manylinux_2_17_x86_64", ""),
        ("owner-placeholder", {}, "win_amd64", "identity.toml names no publisher"),
        ("ann", {"status": " M README.md"}, "win_amd64", "changes that are not committed"),
        (
            "ann",
            {f"rev-parse {publishing.TAG}^{{commit}}": "def"},
            "win_amd64",
            "does not bear the tag",
        ),
        (
            "ann",
            {f"rev-parse {publishing.TAG}^{{commit}}": ""},
            "win_amd64",
            "does not bear the tag",
        ),
        ("ann", {"rev-parse": ""}, "win_amd64", "no git clone"),
        ("ann", {}, None, "the system's cc"),
    ],
)
def test_a_release_is_refused_for_each_reason(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    owner: str,
    git: dict[str, str],
    tag: str | None,
    says: str,
) -> None:
    answers = GIT | git

    def asked(words: tuple[str, ...], **_: object) -> subprocess.CompletedProcess[str]:
        line = " ".join(words[1:])
        said = next(
            (
                answers[key]
                for key in sorted(answers, key=len, reverse=True)
                if line.startswith(key)
            ),
            "",
        )
        return subprocess.CompletedProcess(words, 0, said)

    monkeypatch.setattr(publishing, "IDENTITY", _identity(owner))
    monkeypatch.setattr(publishing, "own_tag", lambda: tag)
    monkeypatch.setattr(subprocess, "run", asked)
    reasons = list(publishing.reasons_against())
    assert [says in reason for reason in reasons] == ([True] if says else [])
    assert packaging.main(["--release", "man"]) == (1 if says else 0)
    out, err = capsys.readouterr()
    assert err == "".join(f"no release: {reason}\n" for reason in reasons)
    assert bool(out) == (not says)


def test_a_local_build_says_that_it_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(packaging, "reasons_against", lambda: iter(["this", "that"]))
    assert packaging.main(["man"]) == 0
    assert capsys.readouterr().err == "a local build: this; that\n"
