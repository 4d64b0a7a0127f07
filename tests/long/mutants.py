"""Mutants of `game/rules`: would the quick tests notice if a line of the rules were wrong?

    python -m tests.long.mutants --number 1500 --seed 1 --keep mutants-1.jsonl
    python -m tests.long.mutants --keep mutants-1.jsonl --again

The operators of cosmic-ray (the extra `mutants`) change one place of one file at a time: another
number, another comparison, another operator, `not`, `and` for `or`, no iteration, no decorator.
Places are drawn evenly from all files, and one operator of those that fit each. A mutant is tried
by the tests of `QUICK` that are named after its file or reach its function, those first that take
little time and have caught many, at most `BUDGET` seconds of them; the first that fails, or takes
five times as long as it should, kills it. FILE keeps each mutant and its fate, and goes on where it
stopped; `--again` tries those that survived once more, `--budget 60` by far more tests: a function
that all of them reach is tried by the quickest. Those that are named are not tried, but count as
survivors. Once the files have changed a seed draws others. The exit status is 1 where one survives
that `mutants.txt`, beside this file, does not name as equivalent: no test could tell it from what
stands there.

Not drawn, since nothing that a player could notice depends on it: `is` for `==` and back, the same
for words of the rules, members of enumerations and small numbers; annotations and aliases of types;
what is remembered so as not to be worked out again (`cache`, `lru_cache`); the keywords of
`dataclass`, which make values smaller and keep them from being changed; `__slots__`, `__all__` and
imports; `hashing.py`, which is imports alone. Texts have no operator.

The tests are collected once. For each mutant the process forks and its child exchanges the code of
the one function (`__code__`), wherever that is held. Where a mutant lies in code that runs at
import, the child forgets all modules of the project, imports them with the mutant in its place, and
collects anew.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import functools
import gc
import importlib
import importlib.util
import json
import os
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from inspect import CO_OPTIMIZED
from itertools import chain, repeat, zip_longest
from pathlib import Path
from random import Random
from select import select
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, TypeAlias

import hypothesis
import pytest

from tests.conftest import WORLDS

ROOT: Final = Path(__file__).resolve().parents[2]
RULES: Final = ROOT / "game" / "rules"
EQUIVALENT: Final = Path(__file__).with_name("mutants.txt")
QUICK: Final = (
    *("tests/scenarios/test_scenarios.py", "tests/rules", "tests/rulesets"),
    *("tests/ai/lab/test_selftest.py", "tests/golden/test_golden.py"),
    "tests/session/test_hand_files.py",
    *("tests/cli/test_verify.py", "tests/cli/test_replay.py", "tests/cli/test_rules.py"),
)
LONG: Final = (
    *("tests/rules/test_invariants.py", "tests/golden/test_golden.py::test_counts"),
    *("tests/rules/test_reference.py::test_presets", "tests/ai/lab/test_selftest.py"),
)
"""Among them, but known to take long."""
LONGEST: Final = 3.0
"""Seconds that a quick test may take."""
BUDGET: Final = 8.0
"""Seconds of tests that a mutant is tried by."""
_REFEREE: Final = "tests/rules/test_reference.py"
_TOLD: Final = "test_what_players_are_told"
_TOLD_OF: Final = ("sentences.py", "warnings.py", "examples.py", "presets.py", "ruleset.py")
_SLACK, _LEAST = 5.0, 2.0
"""A test that takes so many times its time, and so many seconds, will not end."""
_COLLECTING: Final = 15.0
"""Seconds in which the tests are collected, at most."""
_PATIENCE: Final = 1800.0
"""Seconds by the clock after which a child is ended, whatever it waits for."""
_MEMORY: Final = 4 * 1024**3
_LEFT_OUT_FILES: Final = {"__init__.py", "hashing.py"}
_SAME: Final = ("_Eq_Is", "_Is_Eq", "_NotEq_IsNot", "_IsNot_NotEq")
_PROJECT: Final = ("game", "ai", "tests", "assets")
_CACHED: Final = type(functools.cache(len))

Place: TypeAlias = tuple[int, int]
"""Line and column."""
Code: TypeAlias = tuple[str, int, str]
"""A function: its file, the line where it begins, and its name."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of some whole lines of one file; ``line`` is the number of the first."""

    file: str
    line: int
    before: str
    after: str
    operator: str = ""

    def source(self) -> str:
        """The text of its file with the change; ``ValueError`` where those lines are gone."""
        lines = (RULES / self.file).read_text("utf-8").splitlines()
        old = self.before.splitlines()
        starts = _found(old, lines)
        if not starts:
            raise ValueError(f"{self.file}:{self.line}: {self.before.strip()} is gone")
        start = min(starts, key=lambda each: abs(each + 1 - self.line))
        lines[start : start + len(old)] = self.after.splitlines()
        return "\n".join(lines) + "\n"

    def __str__(self) -> str:
        was = "\n".join(f"  - {line.strip()}" for line in self.before.splitlines())
        now = "\n".join(f"  + {line.strip()}" for line in self.after.splitlines())
        return f"game/rules/{self.file}:{self.line} {self.operator}\n{was}\n{now}"

    @property
    def essence(self) -> tuple[str, str, str]:
        """What is alike wherever in the file the lines stand."""
        return self.file, " ".join(self.before.split()), " ".join(self.after.split())


def _found(some: list[str], lines: list[str]) -> list[int]:
    """Where these lines begin among all."""
    spans = range(len(lines) - len(some) + 1)
    return [start for start in spans if lines[start : start + len(some)] == some]


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant, and the test that killed it.

    ``drawn``: nothing yet; ``killed``; ``time``: killed, since a test did not end; ``survived``;
    ``gone``: its lines are no longer there.
    """

    mutant: Mutant
    fate: str
    by: str = ""
    seconds: float = 0.0

    def to_json(self) -> str:
        """On one line, as FILE keeps it."""
        return json.dumps(asdict(self))


# -- Drawing ---------------------------------------------------------------------------------------


def draw(number: int, seed: str) -> list[Mutant]:
    """So many mutants; the same for the same seed and the same files."""
    dice = Random(f"mutants {seed}")
    paths = [path for path in sorted(RULES.glob("*.py")) if path.name not in _LEFT_OUT_FILES]
    places = [(file, ways) for file in map(_Mutable, paths) for ways in file.places.values()]
    dice.shuffle(places)
    found: dict[Mutant, None] = {}
    tries = number // len(places) + 20
    for file, ways in chain.from_iterable(repeat(places, tries)):
        if len(found) >= number:
            break
        if mutant := file.mutant(*dice.choice(ways)):
            found[mutant] = None
    return list(found)


class _Mutable:
    """One file as cosmic-ray sees it."""

    def __init__(self, path: Path) -> None:
        from cosmic_ray.ast import ast_nodes, get_ast
        from cosmic_ray.plugins import get_operator, operator_names

        self.path, self.text = path, path.read_text("utf-8")
        self._left_out = list(_left_out(ast.parse(self.text)))
        self.places: dict[tuple[Place, Place], list[tuple[str, int, int]]] = defaultdict(list)
        self._nodes = list(ast_nodes(get_ast(self.text)))
        self._operators = {}
        for name in operator_names():
            if name.endswith(_SAME):
                continue
            try:
                self._operators[name] = get_operator(name)()
            except TypeError:  # wants arguments: which variables to exchange
                continue
        for number, node in enumerate(self._nodes):
            if node.type in ("name", "newline", "string", "endmarker", "fstring_string"):
                continue
            for name, operator in self._operators.items():
                for index, (start, end) in enumerate(operator.mutation_positions(node)):
                    if not any(first <= start < last for first, last in self._left_out):
                        self.places[start, end].append((name, number, index))

    def mutant(self, name: str, number: int, index: int) -> Mutant | None:
        """That mutant; None where it is no Python, or the same."""
        node = self._nodes[number]
        start, end = _offset(self.text, node.start_pos), _offset(self.text, node.end_pos)
        kept = [
            (each, list(each.children) if hasattr(each, "children") else each.value)
            for each in _below(node)
        ]
        changed = self._operators[name].mutate(node, index)
        new = "" if changed is None else changed.get_code(include_prefix=False).strip()
        for each, state in kept:
            if hasattr(each, "children"):
                each.children = state
            else:
                each.value = state
        new += self.text[start:end][len(self.text[start:end].rstrip()) :]
        text = self.text[:start] + new + self.text[end:]
        try:
            same = ast.dump(ast.parse(text)) == ast.dump(ast.parse(self.text))
            _compiled(text, self.path)
        except SyntaxError:
            return None
        return None if same else _as_lines(self.path.name, self.text, text, name)


def _below(node: Any) -> Iterator[Any]:  # noqa: ANN401 - a node of parso, which has no types
    yield node
    for child in getattr(node, "children", ()):
        yield from _below(child)


def _offset(text: str, place: Place) -> int:
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[: place[0] - 1])) + place[1]


def _as_lines(file: str, old: str, new: str, operator: str) -> Mutant:
    was, now = old.splitlines(), new.splitlines()
    changes = difflib.SequenceMatcher(None, was, now, autojunk=False).get_opcodes()
    spans = [each for each in changes if each[0] != "equal"]
    first, last = spans[0], spans[-1]
    before, after = was[first[1] : last[2]], now[first[3] : last[4]]
    if not after or not before:  # a line was taken out: tell its neighbour, too
        before, after = was[first[1] : last[2] + 1], now[first[3] : last[4] + 1]
    return Mutant(
        file, first[1] + 1, "\n".join(before), "\n".join(after), operator.rpartition("/")[2]
    )


def _left_out(tree: ast.Module) -> Iterator[tuple[Place, Place]]:
    """From where to where nothing is drawn."""
    for node in ast.walk(tree):
        for each in _beside_the_point(node):
            start = (each.lineno, each.col_offset)
            if isinstance(node, ast.FunctionDef) and each in node.decorator_list:
                start = (each.lineno, each.col_offset - 1)  # the @ as well
            yield start, (each.end_lineno or 0, each.end_col_offset or 0)


def _beside_the_point(node: ast.AST) -> Iterator[ast.expr | ast.stmt | ast.keyword]:
    match node:
        case ast.arg(annotation=ast.expr() as annotation):
            yield annotation
        case ast.FunctionDef(returns=returns, decorator_list=decorators):
            yield from (each for each in decorators if "cache" in ast.unparse(each))
            if returns:
                yield returns
        case ast.AnnAssign(annotation=annotation, value=value):
            yield annotation
            if value and ast.unparse(annotation) == "TypeAlias":
                yield value
        case ast.ClassDef(decorator_list=decorators):
            for each in decorators:
                yield from each.keywords if isinstance(each, ast.Call) else ()
        case (
            ast.Assign(targets=[ast.Name(id="__slots__" | "__all__")])
            | ast.Import()
            | ast.ImportFrom()
            | ast.If(test=ast.Name(id="TYPE_CHECKING"))
        ):
            yield node
        case _:
            pass


# -- A mutant in place -----------------------------------------------------------------------------


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _own(code: CodeType) -> tuple[object, ...]:
    """What a piece of code does itself, without the functions in it."""
    consts = [
        ("code", each.co_name) if isinstance(each, CodeType) else (type(each), repr(each))
        for each in code.co_consts
    ]
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_exceptiontable
    return (code.co_code, consts, *names)


def _key(code: CodeType) -> Code:
    return code.co_filename, code.co_firstlineno, code.co_name


def _changed_function(path: Path, source: str) -> tuple[Code, CodeType] | None:
    """The outermost function in which the text of a file differs from ``source``, and its code
    there; None where it differs outside functions.
    """
    return _difference(_compiled(path.read_text("utf-8"), path), _compiled(source, path))


def _compiled(source: str, path: Path | str) -> CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of `is` with a literal, say
        return compile(source, str(path), "exec", dont_inherit=True)


def _difference(was: CodeType, now: CodeType) -> tuple[Code, CodeType] | None:
    if _own(was) != _own(now):
        return None
    for old, new in zip(_inner(was), _inner(now), strict=True):
        if [_own(each) for each in _codes(old)] == [_own(each) for each in _codes(new)]:
            continue
        is_function = old.co_flags & CO_OPTIMIZED and not old.co_name.startswith("<")
        is_lambda = old.co_name == "<lambda>"
        return (_key(old), new) if is_function or is_lambda else _difference(old, new)
    return None


def _inner(code: CodeType) -> list[CodeType]:
    return [each for each in code.co_consts if isinstance(each, CodeType)]


class _Importer:
    """Finds one module of the rules, with a mutant in its place."""

    def __init__(self, mutant: Mutant) -> None:
        self._name = f"game.rules.{mutant.file.removesuffix('.py')}"
        self._path, self._source = str(RULES / mutant.file), mutant.source()

    def find_spec(self, name: str, _path: object, _target: object = None) -> ModuleSpec | None:
        if name != self._name:
            return None
        loader = _Loader(name, self._path)
        loader.text = self._source
        return importlib.util.spec_from_file_location(name, self._path, loader=loader)


class _Loader(SourceFileLoader):
    text = ""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - importlib names it
        return _compiled(self.text, self.path)


# -- Running ---------------------------------------------------------------------------------------

Write: TypeAlias = Callable[[str], None]
"""Tells the parent a line."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A test that holds: its seconds of this process's time, and the functions that it reaches."""

    seconds: float
    reaches: frozenset[tuple[str, str]]
    """File and name of each."""


class Tests:
    """Tests that are collected, as a plug-in of pytest; ``use`` is called once they are."""

    def __init__(self, use: Callable[[Tests], None]) -> None:
        self._use = use
        self._failed = False
        self.items: dict[str, pytest.Item] = {}

    def pytest_configure(self) -> None:
        """Hypothesis need not look for the simplest case, and remembers none."""
        hypothesis.settings.register_profile(
            "mutants",
            deadline=None,
            database=None,
            derandomize=True,
            phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        )
        hypothesis.settings.load_profile("mutants")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            raise ImportError(f"{report.nodeid}: {report.longreprtext}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        wanted = [
            item
            for item in session.items
            if not WORLDS & {each.name for each in item.iter_markers()}
        ]
        self.items = {item.nodeid: item for item in wanted}
        self._use(self)
        return True

    def failures(self, names: Iterable[str]) -> Iterator[bool]:
        """Run these one after the other, each when it is asked for: whether it failed."""
        items = [self.items[name] for name in names]
        for item, after in zip_longest(items, items[1:]):
            self._failed = False
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            yield self._failed


class Trial:
    """Tries mutants one after the other, once the tests are collected.

    ``done`` is told the fate of each. ``files`` are the tests that try them; what they reach and
    how long they take stands in ``known``, and is measured where it does not.
    """

    def __init__(
        self,
        mutants: Sequence[Mutant],
        done: Callable[[Fate], None],
        known: Path,
        folder: Path,
        files: Sequence[str] = QUICK,
        budget: float = BUDGET,
    ) -> None:
        self._mutants, self._done, self._files, self._budget = mutants, done, files, budget
        self._known, self._folder = known, folder
        self._measured: dict[str, Measured] = {}
        self._kills: Counter[str] = Counter()
        self._functions: dict[Code, list[FunctionType]] = defaultdict(list)
        self._caches: list[Any] = []
        self._at_import: set[Code] = set()

    def run(self) -> None:
        """Collect the tests, measure them, try every mutant."""
        reached: set[CodeType] = set()
        sys.settrace(_watch(reached))
        for path in RULES.glob("*.py"):
            importlib.import_module(_module(path.name))
        sys.settrace(None)
        self._at_import = {_key(code) for code in reached}
        pytest.main(
            _words(self._folder / "in place", self._files), plugins=[Tests(self._collected)]
        )

    def _collected(self, tests: Tests) -> None:
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(RULES)):
                self._functions[_key(each.__code__)].append(each)
            elif isinstance(each, _CACHED):
                self._caches.append(each)
        gc.freeze()
        self._measure(tests)
        total = sum(each.seconds for each in self._measured.values())
        _say(f"{len(self._measured)} quick tests, {total:.0f} s")
        for mutant in self._mutants:
            self._done(self._fate(mutant, tests))

    def _measure(self, tests: Tests) -> None:
        """Run every test once in a child; those that fail or take too long are not quick."""
        known = self._known.read_text("utf-8").splitlines() if self._known.exists() else []
        told = {each[0]: each for each in map(json.loads, known)}
        missing = [name for name in tests.items if name not in told]

        def child(write: Write) -> None:
            signal.signal(signal.SIGVTALRM, _too_long)
            failures = tests.failures(missing)
            for name in missing:
                self._forget()
                reached: set[CodeType] = set()
                began = time.process_time()
                signal.setitimer(signal.ITIMER_VIRTUAL, 2 * LONGEST, LONGEST)
                sys.settrace(_watch(reached))
                failed = next(failures)
                sys.settrace(None)
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                codes = [code for code in reached if code.co_filename.startswith(str(RULES))]
                keys = sorted({(Path(code.co_filename).name, code.co_qualname) for code in codes})
                write(json.dumps([name, failed, time.process_time() - began, keys]))

        told |= {each[0]: each for each in map(json.loads, _in_child(child).lines)}
        self._known.write_text("".join(json.dumps(each) + "\n" for each in told.values()), "utf-8")
        for name in tests.items:
            _, failed, seconds, keys = told.get(name, (name, True, 0.0, ()))
            if failed or seconds > LONGEST:
                _say(f"left out: {name}, {'it fails' if failed else 'long'} {seconds:.1f} s")
            else:
                self._measured[name] = Measured(seconds, frozenset(map(tuple, keys)))

    def _forget(self) -> None:
        for each in self._caches:
            each.cache_clear()

    def _fate(self, mutant: Mutant, tests: Tests) -> Fate:
        began = time.monotonic()
        try:
            source = mutant.source()
            path = RULES / mutant.file
            key, code = _changed_function(path, source) or (("", 0, ""), None)
        except (ValueError, SyntaxError) as gone:
            return Fate(mutant, "gone", str(gone))
        if code and key in self._functions and key not in self._at_import:
            names = self._chosen(
                mutant.file, lambda reached: reached == (mutant.file, code.co_qualname)
            )
            ended = _in_child(lambda write: self._in_place(key, code, tests, names, write))
        else:
            names = self._chosen(mutant.file, lambda reached: reached[0] == mutant.file)
            ended = _in_child(lambda write: self._anew(mutant, names, write))
        last = ended.lines[-1] if ended.lines else "import"
        fate = "survived" if last == "survived" else "time" if ended.is_time_up else "killed"
        by = "" if fate == "survived" else last
        self._kills[by] += 1
        return Fate(mutant, fate, by, round(time.monotonic() - began, 2))

    def _chosen(self, file: str, counts: Callable[[tuple[str, str]], bool]) -> list[str]:
        """The tests to try, in order, as many as the budget allows: those named after the file,
        those that reach the function, and for the second half of the time the plain referee's.
        """
        own = (f"test_{file.removesuffix('.py')}", *((_TOLD,) if file in _TOLD_OF else ()))
        reaching = [name for name, each in self._measured.items() if any(map(counts, each.reaches))]
        ranks = {
            name: (not _is_of(name, own), self._measured[name].seconds / (1 + self._kills[name]))
            for name in reaching + [name for name in self._measured if _is_of(name, own)]
        }
        names = sorted(ranks or self._measured, key=lambda name: ranks.get(name, (True, 0.0)))
        first = list(self._within(names, self._budget / 2))
        rest = [name for name in names if name not in first]
        rest.sort(key=lambda name: _REFEREE not in name)
        return first + list(self._within(rest, self._budget / 2))

    def _within(self, names: Sequence[str], seconds: float) -> Iterator[str]:
        """As many of the first of them as last so long."""
        for name in names:
            seconds -= self._measured[name].seconds
            if seconds < 0:
                return
            yield name

    def _in_place(
        self, key: Code, code: CodeType, tests: Tests, names: Sequence[str], write: Write
    ) -> None:
        for each in self._functions[key]:
            each.__code__ = code
        self._forget()
        self._try(tests, names, write)

    def _anew(self, mutant: Mutant, names: Sequence[str], write: Write) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, _COLLECTING)
        for name in [each for each in sys.modules if each.partition(".")[0] in _PROJECT]:
            del sys.modules[name]
        sys.meta_path.insert(0, _Importer(mutant))
        write("import")
        importlib.import_module(_module(mutant.file))
        files = sorted({name.partition("::")[0] for name in names})
        tests = Tests(lambda tests: self._try(tests, names, write))
        pytest.main(_words(self._folder / "anew", files), plugins=[tests])

    def _try(self, tests: Tests, names: Sequence[str], write: Write) -> None:
        if not tests.items.keys() >= set(names):
            return
        failures = tests.failures(names)
        for name in names:
            limit = max(_LEAST, _SLACK * self._measured[name].seconds)
            signal.setitimer(signal.ITIMER_VIRTUAL, limit)
            write(name)
            if next(failures):
                return
        write("survived")


def _is_of(name: str, own: Sequence[str]) -> bool:
    """Whether a test has one of these names, or is in a file of that name."""
    return any(f"{each}." in name or f"::{each}[" in name for each in own)


def _module(file: str) -> str:
    return f"game.rules.{file.removesuffix('.py')}"


def _words(folder: Path, files: Sequence[str]) -> list[str]:
    silent = "-Wignore::pytest.PytestAssertRewriteWarning"  # plug-ins are imported already
    left = [f"--deselect={each}" for each in LONG]
    words = (*left, "-q", "-s", "-n0", "-pno:cacheprovider", silent)
    return [*words, f"--rootdir={ROOT}", f"--basetemp={folder}", *files]


class _TooLongError(BaseException):
    """A test takes too long to be quick; nothing on the way may take it for an error of its own."""


def _too_long(_signal: int, _frame: object) -> None:
    raise _TooLongError


def _watch(reached: set[CodeType]) -> Callable[[FrameType, str, object], None]:
    def call(frame: FrameType, _event: str, _arg: object) -> None:
        reached.add(frame.f_code)

    return call


@dataclass(frozen=True, slots=True)
class _Ended:
    """What a child wrote, and whether its time was up."""

    lines: Sequence[str]
    is_time_up: bool


def _write(pipe: int, line: str) -> None:
    os.write(pipe, f"{line}\n".encode())


def _in_child(work: Callable[[Write], None]) -> _Ended:
    """Do something in a process of its own, with no more memory than it may need."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        try:
            os.close(reader)
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nothing, stream)
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            work(functools.partial(_write, writer))
        finally:
            os.kill(os.getpid(), signal.SIGKILL)  # nothing of the parent's is ended twice
    os.close(writer)
    parts, ends, is_time_up = [], time.monotonic() + _PATIENCE, False
    while select([reader], [], [], max(0.0, ends - time.monotonic()))[0]:
        part = os.read(reader, 1 << 16)
        if not part:
            break
        parts.append(part)
    else:
        is_time_up = True
        os.kill(child, signal.SIGKILL)
    os.close(reader)
    _, status = os.waitpid(child, 0)
    is_time_up |= os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGVTALRM
    return _Ended(b"".join(parts).decode().splitlines(), is_time_up)


# -- The command -----------------------------------------------------------------------------------


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def equivalents() -> dict[Mutant, str]:
    """Why each mutant that ``mutants.txt`` names can make no difference; their ``line`` is 0.

    A blank line stands between two; each is its file, its lines before (``-``) and after (``+``),
    and the reason.
    """
    found = {}
    for block in EQUIVALENT.read_text("utf-8").split("\n\n"):
        file, *lines = [line for line in block.splitlines() if not line.startswith("#")] or [""]
        before = "\n".join(line[2:] for line in lines if line.startswith("- "))
        after = "\n".join(line[2:] for line in lines if line.startswith("+ "))
        why = " ".join(line for line in lines if line[:2] not in ("- ", "+ "))
        if file:
            found[Mutant(file, 0, before, after)] = why
    return found


def read_fates(file: Path) -> list[Fate]:
    """What is kept: of a mutant that was tried more than once, the last."""
    fates: dict[Mutant, Fate] = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else []:
        told = json.loads(line)
        mutant = Mutant(**told.pop("mutant"))
        fates[mutant] = Fate(mutant, **told)
    return list(fates.values())


def _summary(fates: Sequence[Fate]) -> int:
    counted = Counter(fate.fate for fate in fates)
    known = {mutant.essence for mutant in equivalents()}
    named = [fate for fate in fates if fate.fate == "drawn" and fate.mutant.essence in known]
    left = [fate.mutant for fate in fates if fate.fate == "survived" or fate in named]
    unknown = [mutant for mutant in left if mutant.essence not in known]
    for mutant in unknown:
        print(mutant)
    tried = len(fates) - counted["gone"] - counted["drawn"] + len(named)
    share = 100 * len(left) / max(1, tried)
    print(
        f"{tried} mutants: {counted['killed'] + counted['time']} killed, {counted['time']} of them "
        f"since a test did not end, {len(left)} survived ({share:.1f} %), "
        f"{len(left) - len(unknown)} of them named as equivalent"
    )
    if counted["gone"]:
        print(f"{counted['gone']} gone: their lines have changed since")
    for mutant in equivalents():
        try:
            mutant.source()
        except ValueError as gone:
            print(f"{EQUIVALENT.name} names what is gone: {gone}")
    return 1 if unknown else 0


def _beside(file: Path) -> Path:
    """Where that file's times of tests are kept."""
    return file.with_suffix(".times.jsonl")


def main() -> int:
    """Draw or go on; 1 where a mutant survives that is not known to be equivalent."""
    parser = argparse.ArgumentParser(description="Would the quick tests notice?")
    parser.add_argument("--number", type=int, default=1500)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", type=Path, required=True, metavar="FILE")
    parser.add_argument("--again", action="store_true", help="try those that survived once more")
    parser.add_argument("--budget", type=float, default=BUDGET, metavar="SECONDS", help="of tests")
    parser.add_argument("--tests", nargs="+", default=QUICK, metavar="FILE", help="try by these")
    options = parser.parse_args()
    fates = read_fates(options.keep)
    with options.keep.open("a", encoding="utf-8") as kept:

        def keep(fate: Fate) -> None:
            kept.write(fate.to_json() + "\n")
            kept.flush()

        if not fates:
            fates = [Fate(mutant, "drawn") for mutant in draw(options.number, options.seed)]
            for fate in fates:
                keep(fate)
        wanted = ("drawn", "survived") if options.again else ("drawn",)
        known = {mutant.essence for mutant in equivalents()}
        mutants = [fate.mutant for fate in fates if fate.fate in wanted]
        mutants = [mutant for mutant in mutants if mutant.essence not in known]
        number = iter(range(1, len(mutants) + 1))

        def done(fate: Fate) -> None:
            keep(fate)
            _say(f"{next(number)}/{len(mutants)} {fate.fate} {fate.seconds:.1f} s {fate.by}")

        if mutants:
            with tempfile.TemporaryDirectory(prefix="tonk-mutants-") as folder:
                times, tests = _beside(options.keep), options.tests
                Trial(mutants, done, times, Path(folder), tests, options.budget).run()
    return _summary(read_fates(options.keep))


if __name__ == "__main__":
    raise SystemExit(main())
