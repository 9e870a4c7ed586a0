"""Installs what memlint is measured against, in a virtual environment: ``python -m tests.benchmarks.peers DIR``.

It needs PyPI, so neither the tests nor CI run it. The versions are those that the figures of the changelog are about.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import venv
from pathlib import Path

PEERS = {"agnix": "0.59.3", "skillsaw": "0.22.0"}


def executable(folder: Path, name: str) -> Path:
    """Return where the peer ``name`` is, or would be, in the virtual environment ``folder``."""
    return folder / ("Scripts" if sys.platform == "win32" else "bin") / name


def install(folder: Path, *, latest: bool = False) -> None:
    """Make a virtual environment in ``folder`` with the peers. Raises CalledProcessError where PyPI has them not."""
    venv.create(folder, with_pip=True)
    wanted = [name if latest else f"{name}=={version}" for name, version in PEERS.items()]
    subprocess.run([executable(folder, "python"), "-m", "pip", "install", "--quiet", *wanted], check=True)
    # compiled once here: else each run of a peer would be measured with it where bytecode may not be written
    subprocess.run([executable(folder, "python"), "-m", "compileall", "-q", folder / "lib"], check=False)


def main() -> int:
    """Install the peers and print their versions."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.peers", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--latest", action="store_true", help="the newest versions, not the ones compared so far")
    given = parser.parse_args()
    install(given.folder, latest=given.latest)
    for name in PEERS:
        subprocess.run([executable(given.folder, name), "--version"], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
