"""The runner compares only what can be compared. Programs stand in for the peers, which no test installs."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.benchmarks import run
from tests.benchmarks.measuring import Usage, measured
from tests.benchmarks.peers import executable
from tests.benchmarks.results import Measured, growth, ratios
from tests.benchmarks.tools import COLD, FLOOR, WARM
from tests.trees import plant

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="wait4 is of POSIX")


def stand_in(folder: Path, name: str, printed: str, code: int = 1) -> None:
    """Write a program into the virtual environment ``folder`` that prints and ends with ``code``."""
    place = executable(folder, name)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!{sys.executable}\nimport sys\nprint({printed!r})\nsys.exit({code})\n", encoding="utf-8")
    place.chmod(0o755)


def bench(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """Run the runner over a tree with one file."""
    tree = plant(folder / "tree", {"CLAUDE.md": "See @docs/gone.md\n"})
    words = ("--tree", str(tree), "--peers", str(folder / "peers"), "--repeat", "1", *words)
    monkeypatch.setattr(sys, "argv", ["run", *words])
    return run.main()


def test_medians_and_ratios_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stand_in(tmp_path / "peers", "agnix", json.dumps({"diagnostics": [1, 2]}))
    out = tmp_path / "out.json"
    assert bench(tmp_path, monkeypatch, "--tool", "memlint", "--tool", "agnix", "--json", str(out)) == 0
    printed = capsys.readouterr().out
    assert "memlint cold / agnix: wall" in printed
    told = {row["tool"]: row for row in json.loads(out.read_text(encoding="utf-8"))}
    assert told["agnix"]["findings"] == 2
    assert told[COLD]["findings"] == 1
    assert [len(row["runs"]) for row in told.values()] == [1] * len(told)
    assert (tmp_path / "tree" / "CLAUDE.md").read_text(encoding="utf-8") == "See @docs/gone.md\n"


@pytest.mark.parametrize(
    ("printed", "code", "why"),
    [
        ('{"diagnostics": []}', 0, "agnix found nothing"),
        ("", 0, "agnix printed no report"),
        ("{}", 1, "agnix printed no report"),
        ('{"diagnostics": [1]}', 3, "agnix ended with 3"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    printed: str,
    code: int,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stand_in(tmp_path / "peers", "agnix", printed, code)
    assert bench(tmp_path, monkeypatch, "--tool", "agnix") == 2
    assert why in capsys.readouterr().err


def test_a_peer_that_is_not_installed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench(tmp_path, monkeypatch, "--tool", "skillsaw") == 2
    assert "python -m tests.benchmarks.peers" in capsys.readouterr().err


def test_children_count(tmp_path: Path) -> None:
    spin = "import time\nwhile time.process_time() < 0.2: pass"
    both = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {spin!r}]); exec({spin!r})"
    command = [sys.executable, "-c", both]
    usage = measured(command, folder=tmp_path, environment=dict(os.environ), out=tmp_path / "out", limit=60)
    assert usage.code == 0
    assert usage.cpu >= 0.4
    assert usage.wall >= 0.4
    assert usage.peak > 2**20


def test_a_run_that_takes_too_long_is_ended(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    with pytest.raises(TimeoutError, match="more than 0 s"):
        measured(command, folder=tmp_path, environment={}, out=tmp_path / "out", limit=0.1)


def test_goals_and_exponents_are_judged() -> None:
    def row(tool: str, files: int, seconds: float) -> Measured:
        return Measured(tool, files, 1, (Usage(seconds, seconds, 1, 0),))

    rows = [row(WARM, 5000, 1.0), row("agnix", 5000, 1.0), row(FLOOR, 5000, 0.1)]
    assert [*ratios(rows)] == [
        "memlint warm / agnix: wall 1.00 (OVER the goal 0.5), cpu 1.00",
        "memlint warm / python -c pass: wall 10.00, cpu 10.00",
    ]
    grown = [row(COLD, 1000, 1.0), row(COLD, 4000, 16.0), row("agnix", 1000, 1.0), row("agnix", 4000, 4.0)]
    assert [*growth(grown)] == [
        "memlint cold: wall 2.00, cpu 2.00, peak 0.00 (OVER the goal 1.1)",
        "agnix: wall 1.00, cpu 1.00, peak 0.00",
    ]
