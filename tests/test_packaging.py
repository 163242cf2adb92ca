"""The folders of this repository in, a wheel out: nothing forgotten, and it runs alone."""

import json
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("dsl", "games", "interpreter", "schemas")
SHIPPED = {".py", ".yaml", ".json", ".lark"}

# Runs inside the unpacked wheel.  The environment's packages are added as a plain path, so the
# import hook of the editable install, which would quietly fill any hole, is not there.
PROBE = """
import sys
wheel, packages = sys.argv[1:]
sys.path[:0] = [wheel, packages]

import importlib, json, pkgutil
from importlib.resources import files
import rulewright

names = [module.name for module in pkgutil.walk_packages(rulewright.__path__, "rulewright.")]
modules = [importlib.import_module(n) for n in names if not n.endswith("__main__")]
games = [folder.name for folder in files("rulewright.games").iterdir()
         if folder.joinpath("game.yaml").is_file()]
print(json.dumps({
    "files": [rulewright.__file__] + [m.__file__ for m in modules],
    "games": sorted(games),
}))
"""

# What a new user types, one call after the other, with what each of them printed.
CALLS = """
import sys
wheel, packages = sys.argv[1:3]
sys.path[:0] = [wheel, packages]

import contextlib, io, json
from rulewright.interpreter.cli import main

told = []
for call in json.loads(sys.argv[3]):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(call)
    told.append([status, out.getvalue(), err.getvalue()])
print(json.dumps(told))
"""

FIVE_LINES = """\
variant: golden-mill
of: tiny
change:
  goods.gold.start: 5
  spaces.mill.do: trade 1 grain for 4 gold
"""


def installed_name(path: Path) -> str:
    """Where a file, relative to the repository, lies in the wheel."""
    parts = path.parts[2:] if path.parts[:2] == ("interpreter", "api") else path.parts
    return "/".join(("rulewright", *parts))


def is_shipped(path: Path) -> bool:
    """Whether a file, relative to the repository, belongs in the wheel."""
    if path.suffix == ".md":
        return path.parts[0] == "games"
    return path.suffix in SHIPPED or path.name == "py.typed"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a build needs, with one more game, since a build here would leave `build/`."""
    copy = tmp_path_factory.mktemp("source")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    deep = copy / "games" / "a-sample" / "rulings" / "deeper"
    deep.mkdir(parents=True)
    (copy / "games" / "a-sample" / "game.yaml").write_text("game: a-sample\n")
    (copy / "games" / "a-sample" / "NOTES.md").write_text("Notes.\n")
    (deep / "one.yaml").write_text("[]\n")
    return copy


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel built from the copy, without the network."""
    place = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-index", "--no-deps"]
    command += ["--no-build-isolation", "--quiet", "--wheel-dir", str(place), str(source)]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (built,) = place.glob("rulewright-*.whl")
    return built


@pytest.mark.slow
def test_the_wheel_holds_what_the_folders_hold(source: Path, wheel: Path) -> None:
    """Every module, rule file, schema and grammar is in the wheel, and nothing else is."""
    files = (
        path.relative_to(source) for folder in FOLDERS for path in (source / folder).rglob("*")
    )
    expected = {installed_name(path) for path in files if is_shipped(path)}
    with zipfile.ZipFile(wheel) as archive:
        found = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert {"missing": expected - found, "extra": found - expected} == {
        "missing": set(),
        "extra": set(),
    }


@pytest.mark.slow
def test_the_wheel_names_its_command_and_licence(wheel: Path) -> None:
    """The wheel installs the `rulewright` command and carries the licence text."""
    with zipfile.ZipFile(wheel) as archive:
        info = {name.split("/", 1)[1]: name for name in archive.namelist() if ".dist-info/" in name}
        commands = archive.read(info["entry_points.txt"]).decode()
    assert "rulewright = rulewright.interpreter.cli:main" in commands
    assert "licenses/LICENSE" in info


@pytest.mark.slow
def test_the_wheel_runs_outside_the_repository(source: Path, wheel: Path, tmp_path: Path) -> None:
    """From the unpacked wheel alone every module imports and every game is found."""
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=False, symlinks=True)
    python = environment / "bin" / "python"
    command = [str(python), "-I", "-c", PROBE, str(unpacked), sysconfig.get_path("purelib")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [name for name in told["files"] if not Path(name).is_relative_to(unpacked)] == []
    assert told["games"] == sorted(path.parent.name for path in source.glob("games/*/game.yaml"))


@pytest.mark.slow
def test_a_new_user_varies_a_game_in_five_lines(wheel: Path, tmp_path: Path) -> None:
    """A file of five lines beside nothing else changes a game of the installed package."""
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=False, symlinks=True)
    home = tmp_path / "home"
    home.mkdir()
    (home / "golden-mill.yaml").write_text(FIVE_LINES, encoding="utf-8")
    before = {path: path.read_bytes() for path in unpacked.rglob("*.yaml")}
    calls = [
        ["check", "golden-mill.yaml"],
        ["diff", "tiny", "golden-mill.yaml"],
        ["play", "tiny", "--variant", "golden-mill.yaml", "--seed", "1", "--save", "game.json"],
        ["describe", "golden-mill.yaml", "gold"],
        ["games", "--json"],
    ]
    python = str(environment / "bin" / "python")
    packages = sysconfig.get_path("purelib")
    done = subprocess.run(
        [python, "-I", "-c", CALLS, str(unpacked), packages, json.dumps(calls)],
        cwd=home,
        env={"RULEWRIGHT_CACHE": str(tmp_path / "cache"), "PATH": ""},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)

    assert [(status, err) for status, _, err in told] == [(0, "")] * len(calls)
    checked, compared, played, described, listed = (out for _, out, _ in told)
    assert checked == "No problems.\n"
    assert "goods.gold" in compared and "start is new: 5." in compared
    assert "golden-mill.yaml" in played and "4 gold" in played
    assert json.loads((home / "game.json").read_text())["variants"] == ["golden-mill.yaml"]
    assert "changed in the variant golden-mill" in described
    shipped = list(unpacked.glob("rulewright/games/*/variants/*.yaml"))
    assert sum(len(game["variants"]) for game in json.loads(listed)) == len(shipped) >= 6
    assert before == {path: path.read_bytes() for path in unpacked.rglob("*.yaml")}
