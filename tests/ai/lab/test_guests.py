"""Opponents of other packages in processes of their own: they see views and nothing else."""

import json
import os
import pickle
import pickletools
import subprocess
import sys
import time
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest

from ai.lab.arena.contest import Contest, Tally
from ai.lab.arena.match import Match
from ai.lab.arena.workers import HungError, process_pool, serial_pool
from ai.lab.cli import main
from ai.peeking import positions
from game.rules.cards import is_card
from game.rules.presets import STANDARD, preset
from game.rules.ruleset import RuleSet
from game.rules.view import SeatView
from tests.ai.plugging import install
from tests.shares import share

ROOT = Path(__file__).resolve().parents[3]
Output = pytest.CaptureFixture[str]

PLAIN = """
from ai.baselines import Greedy
from ai.registry import make_bot

class Bot:
    def __init__(self):
        self.bot = make_bot("regular")

    def choose(self, view, seed):
        {first}
        return self.bot.choose(view, seed)
"""
# Looks for hands of the engine wherever Python lets it, and leaves a mark for each that it finds.
SPY = """
import gc
import sys
from pathlib import Path

def look(view):
    if len(view.moves) > 2:
        return
    found = set()
    frame = sys._getframe()
    while frame:
        found.update(type(each).__name__ for each in frame.f_locals.values())
        frame = frame.f_back
    found.update(type(each).__name__ for each in gc.get_objects())
    for name in ("Hand", "HandState"):
        if name in found:
            Path(r"{folder}", name).touch()
    Path(r"{folder}", "looked").touch()
"""


def guest(site: Path, first: str, *, head: str = "") -> None:
    """Install an opponent that plays as Regular does, and first does something else."""
    install(
        site, "tonk-guest", {"guest": "guest_one:Bot"}, guest_one=head + PLAIN.format(first=first)
    )


def played(
    deals: int = 3,
    rules: RuleSet = STANDARD,
    bots: tuple[str, ...] = ("guest", "greedy8"),
    *,
    in_process: bool = False,
    patience: float = 60,
    seed: str = "guests",
) -> tuple[Tally, list[str]]:
    """A match and its records; the processes of its guests have ended when this is over."""
    records: list[str] = []
    match = Match(rules, bots, seed, True, patience, in_process)
    contest, pool = Contest(match, deals), serial_pool()
    try:
        contest.run(pool, lambda deal: records.extend(deal.records))
    finally:
        pool.shut_down()
    return contest.tally, records


@pytest.mark.parametrize("in_process", [True, False])
def test_who_walks_up_the_stack_finds_no_hand(
    site: Path, tmp_path: Path, *, in_process: bool
) -> None:
    guest(site, "look(view)", head=SPY.format(folder=tmp_path))
    played(1, in_process=in_process)
    assert (tmp_path / "looked").exists()
    assert (tmp_path / "Hand").exists() == in_process


def cards_in(data: bytes) -> set[str]:
    """Every card that is named anywhere in pickled data."""
    words = (word for _, word, _ in pickletools.genops(data) if isinstance(word, str))
    return {word for word in words if is_card(word)}


def seen_cards(view: SeatView) -> set[str]:
    """The cards that a seat has seen: its own and those that lay or lie open."""
    moves = " ".join(f"{move.action} {move.card}" for move in view.moves)
    shown = {card for card in view.rules.pack() if f"'{card}'" in moves or f" {card}" in moves}
    open_cards = {card for card in (view.upcard, view.top) if card}
    spread = {card for spread in view.spreads for card in spread.cards}
    return shown | open_cards | spread | set(view.hand) | set(view.dealt)


def test_what_goes_to_a_guest_names_no_hidden_card() -> None:
    moved = 0
    for place in islice(positions(20, "guests"), 20):
        data = pickle.dumps((place.seen, place.seed, True))
        assert pickle.loads(data) == (place.seen, place.seed, True)
        assert cards_in(data) <= seen_cards(place.seen)
        assert len(cards_in(data)) > 3
        moved += place.moved
    assert moved > 130


@pytest.mark.share(1)
@pytest.mark.parametrize(
    ("rules", "bots"),
    [
        ("standard", ("guest", "greedy8")),
        ("slap_polite", ("guest", "tuned", "blind:guest")),
        ("seattle", ("unaware:catch:guest", "guest")),
    ],
)
def test_a_guest_plays_as_in_process(site: Path, rules: str, bots: tuple[str, ...]) -> None:
    guest(site, "pass")
    apart, records = played(1, preset(rules), bots)
    beside, same_records = played(1, preset(rules), bots, in_process=True)
    assert records == same_records
    assert apart.sums == beside.sums
    assert not any(apart.faults)


def test_no_process_ever_meets_a_deal_twice(site: Path, tmp_path: Path) -> None:
    """Who remembers what it held when the bots sat the other way would know the others' cards."""
    told = f"""open(r"{tmp_path}/" + str(os.getpid()), "a").write(f"{{view.seat}}\\n")"""
    guest(site, told, head="import os\n")
    played(2, bots=("guest", "guest"))
    minds = [file.read_text().splitlines() for file in tmp_path.iterdir() if file.is_file()]
    assert len(minds) == 4
    for seats in minds:
        assert len(set(seats)) == 1


def test_each_hand_gets_a_new_opponent(site: Path, tmp_path: Path) -> None:
    code = """
from ai.registry import make_bot

class Bot:
    def __init__(self):
        self.hands = set()

    def choose(self, view, seed):
        self.hands.add(view.dealt)
        assert len(self.hands) == 1
        return make_bot("regular").choose(view, seed)
"""
    install(site, "tonk-guest", {"guest": "guest_one:Bot"}, guest_one=code)
    tally, _ = played(3)
    assert not any(tally.faults)


@pytest.mark.parametrize(
    ("first", "fault"),
    [
        ("raise RuntimeError('lost')", "raised RuntimeError"),
        ("raise SystemExit(3)", "raised SystemExit"),
        ("raise KeyboardInterrupt", "raised KeyboardInterrupt"),
        ("return 'nonsense'", "answered illegally"),
        ("return None", "answered illegally"),
        ("import os; os._exit(5)", "crashed"),
    ],
)
def test_a_fault_of_a_guest_is_counted_and_casual_stands_in(
    site: Path, first: str, fault: str
) -> None:
    guest(site, first)
    # Each decision of one that crashes starts a process: hands that soon end.
    tally, records = played(1, bots=("guest", "random"), seed="3")
    assert list(tally.faults[0]) == [fault]
    assert not tally.faults[1]
    assert tally.faults[0][fault] == 3
    casual, others = played(1, bots=("casual", "random"), seed="3")
    assert tally.sums == casual.sums
    played_cards = [[json.loads(line)["actions"] for line in each] for each in (records, others)]
    assert played_cards[0] == played_cards[1]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z"


def test_a_guest_that_hangs_ends_the_match_and_its_process(site: Path, tmp_path: Path) -> None:
    hang = f"""open(r"{tmp_path}/pid", "w").write(str(os.getpid()))
        while True: pass"""
    guest(site, hang, head="import os\n")
    with pytest.raises(HungError, match=r"^guest hangs: it has no answer after 1 s \(deal 0\)$"):
        played(patience=1)
    pid = int((tmp_path / "pid").read_text())
    for _ in range(100):
        if not alive(pid):
            break
        time.sleep(0.1)
    assert not alive(pid)


def test_no_process_is_left_when_the_match_is_over(site: Path, tmp_path: Path) -> None:
    guest(site, f"""open(r"{tmp_path}/" + str(os.getpid()), "w")""", head="import os\n")
    played(2)
    pids = [int(file.name) for file in tmp_path.iterdir() if file.name.isdecimal()]
    assert len(pids) == 2
    assert not any(map(alive, pids))


def test_processes_play_the_same(site: Path) -> None:
    guest(site, "pass")
    pool = process_pool(2)
    contest = Contest(Match(STANDARD, ("guest", "greedy8"), "guests"), 2)
    contest.run(pool)
    pool.shut_down()
    assert contest.tally.sums == played(2)[0].sums


def test_the_command_is_told_how_they_play(
    site: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they print does not get into the JSON, and theirs are no words of the command line."""
    guest(site, "print(*sys.argv[1:], 'printed')", head="import sys\n")
    words = ["arena", "--seats", "guest,random", "--hands", "4", "--json", "--seed", "secret"]
    monkeypatch.setattr(sys, "argv", ["tonk", *words])
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    found = []
    for more in ([], ["--in-process"]):
        assert main([*words, *more]) == 0
        out, err = capfd.readouterr()
        line = out.splitlines()[-1]
        found.append({key: json.loads(line)[key] for key in ("endings", "hands")})
        if not more:
            assert out.count("\n") == 1
            assert "printed" in err
            assert "secret" not in err
    assert found[0] == found[1]


def test_one_that_ends_its_process_as_it_is_loaded_is_left_out(site: Path, capsys: Output) -> None:
    code = "import os\nos._exit(1)\n"
    install(site, "tonk-guest", {"guest": "guest_one:Bot"}, guest_one=code)
    assert main(["arena", "--seats", "guest,greedy8", "--hands", "2"]) == 2
    assert capsys.readouterr().err == (
        'tonk-lab arena: no opponent is called "guest"; '
        'the opponent "guest" of tonk-guest is left out: its process ended\n'
    )


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("arena --seats random,greedy8 --hands 2 --seed s", set()),
        ("arena --table random,greedy8,stayer --hands 2 --jobs 2", set()),
        ("arena --seats random,greedy8 --hands 2 --in-process", set()),
        ("ladder {folder}/ladder.json --parts presets --bots random", set()),
        ("arena --seats random,guest --hands 2", {"guest"}),
        ("arena --seats random,guest --hands 2 --in-process", {"guest"}),
    ],
)
def test_nothing_of_a_package_is_loaded_whose_bot_does_not_play(
    site: Path, tmp_path: Path, words: str, asked: set[str]
) -> None:
    mark = "from pathlib import Path\nPath(r'{folder}', '{name}.loaded').touch()\n"
    for name in ("guest", "other", "third"):
        head = mark.format(folder=tmp_path, name=name)
        bot = f"{head}from ai.baselines import UniformRandom as Bot\n"
        install(site, f"tonk-{name}", {name: f"{name}_one:Bot"}, **{f"{name}_one": bot})
    assert main(words.format(folder=tmp_path).split()) == 0
    assert {path.stem for path in tmp_path.glob("*.loaded")} == asked


def test_its_answers_are_numbers_of_legal_actions(site: Path) -> None:
    """Also where a rule set has wild cards, whose spreads name what they stand for."""
    guest(site, "return Random(seed).choice(view.legal)", head="from random import Random\n")
    rules = STANDARD.changed(jokers=4, wild="2X")
    _, records = played(8, rules, ("guest", "guest"))
    _, same = played(8, rules, ("guest", "guest"), in_process=True)
    assert records == same
    assert any("=" in line for line in records)


# Reads what the processes above it were told, takes the usual seed, and deals again with all of it.
PEEKER = """
import os
import sys
from hashlib import sha256
from pathlib import Path

from ai.registry import make_bot
from game.rules.cards import shuffled

def words():
    found = {{"1", *sys.argv, *sys.orig_argv, *os.environ.values()}}
    frame = sys._getframe()
    while frame:
        for each in frame.f_locals.values():
            found.update(each.get("sys_argv", ()) if isinstance(each, dict) else ())
        frame = frame.f_back
    pid = os.getpid()
    for _ in range(4):
        try:
            for name in ("cmdline", "environ"):
                told = Path(f"/proc/{{pid}}/{{name}}").read_text(errors="replace").split(chr(0))
                found.update(told)
                found.update(word.partition("=")[2] for word in told)
            pid = int(Path(f"/proc/{{pid}}/stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            break
    return found

DEALS = {{}}

def deals(pack):
    for word in words() if not DEALS else ():
        for number in range(10):
            deck = shuffled(pack, sha256(f"tonk arena/{{word}}/{{number}}".encode()).hexdigest())
            one, other = deck[0:10:2], deck[1:10:2]
            DEALS[frozenset(one)], DEALS[frozenset(other)] = other, one
    return DEALS

class Peeker:
    def __init__(self):
        self.inner = make_bot("casual")

    def choose(self, view, seed):
        known = deals(view.rules.pack()).get(frozenset(view.dealt)) is not None
        with open(r"{folder}/peeked", "a") as file:
            file.write("known " if known else "unknown ")
        return self.inner.choose(view, seed)
"""


@pytest.mark.parametrize(
    ("words", "given", "is_known"),
    [
        ("--in-process --seed a-seed", "", True),  # it can be done where nothing is kept from it
        ("", "", False),
        *share(
            [
                ("--jobs 2 --seed a-seed", "", False),
                ("--json --seed=a-seed", "", False),
                ("--seed -", "a-seed\n", False),
            ],
            1,
        ),
    ],
)
def test_no_guest_finds_out_which_cards_are_dealt(
    tmp_path: Path, words: str, given: str, is_known: bool
) -> None:
    install(
        tmp_path / "site",
        "tonk-peeker",
        {"peeker": "peeker_one:Peeker"},
        peeker_one=PEEKER.format(folder=tmp_path),
    )
    exported = {"MY_SEED": "a-seed"} if "a-seed" in words else {}  # as by --seed "$MY_SEED"
    command = f"arena --seats peeker,random --hands 10 {words}".split()
    played = subprocess.run(
        [sys.executable, "-m", "ai.lab", *command],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "site")} | exported,
        input=given,
        text=True,
        capture_output=True,
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, "")
    peeked = (tmp_path / "peeked").read_text().split()
    # Of thousands of deals that are tried for, one may be that of a hand by chance.
    known = peeked.count("known") / len(peeked)
    assert known == 1 if is_known else known < 0.2
    seed = json.loads(played.stdout)["seed"] if "--json" in words else seed_told(played.stdout)
    if "a-seed" in words + given:
        assert seed == "a-seed"
    else:
        assert len(seed) == 32


def seed_told(text: str) -> str:
    """The seed by which a run can be repeated."""
    return text.partition("seed ")[2].partition(":")[0]


def test_a_run_by_a_secret_seed_can_be_repeated(site: Path, capsys: Output) -> None:
    guest(site, "pass")
    words = ["arena", "--seats", "guest,random", "--hands", "6", "--json"]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)
    assert main([*words, "--seed", first["seed"]]) == 0
    again = json.loads(capsys.readouterr().out)
    for same in ("seed", "hands", "endings"):
        assert again[same] == first[same]
    assert [seat["mean"] for seat in again["seats"]] == [seat["mean"] for seat in first["seats"]]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["seed"] != first["seed"]


@pytest.mark.parametrize("given", ["", "\n", f"{'x' * 1001}\n", "a\x00b\n"])
def test_what_is_no_seed_on_standard_input_is_refused(
    given: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(given))
    assert main(["arena", "--seats", "random,greedy8", "--hands", "2", "--seed", "-"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("is not a seed; expected 1 to 1000 printable characters")
