"""A repository whose configuration, hooks and attributes name programs: no question that memlint asks git runs one."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from memlint import check
from memlint.project.git import Git
from memlint.project.listing import listing, main_repository, run_git
from tests.project.repositories import git, kinds, repository, within

HOOKS = ("post-index-change", "query-watchman", "fsmonitor-watchman", "reference-transaction", "post-checkout")
CONFIG = """
    [core]
        fsmonitor = {0}
        pager = {0}
        editor = {0}
        askPass = {0}
        sshCommand = {0}
        gitProxy = {0}
        alternateRefsCommand = {0}
        hooksPath = {1}
    [pager]
        log = {0}
        blame = {0}
        ls-files = {0}
    [diff]
        external = {0}
    [diff "canary"]
        command = {0}
        textconv = {0}
    [filter "canary"]
        clean = {0}
        smudge = {0}
        process = {0}
        required = true
    [log]
        showSignature = true
    [gpg]
        program = {0}
    [gpg "ssh"]
        program = {0}
    [gpg "x509"]
        program = {0}
    [alias]
        ls-files = !{0}
        log = !{0}
        blame = !{0}
    [credential]
        helper = !{0}
    [protocol]
        allow = always
    [protocol "ext"]
        allow = always
    [protocol "file"]
        allow = always
    [uploadpack]
        packObjectsHook = {0}
    [trace2]
        normalTarget = {2}
        eventTarget = {2}
"""
SIGNED = b"""tree %s
author dana <dana@kiln.invalid> 1767225600 +0000
committer dana <dana@kiln.invalid> 1767225600 +0000
gpgsig -----BEGIN PGP SIGNATURE-----
 
 aGVsbG8=
 -----END PGP SIGNATURE-----

signed
"""


class Trap:
    """A repository full of canaries: ``ran`` says which of them was run, and by what."""

    def __init__(self, base: Path, where: Path) -> None:
        self.base, self.log = base, where / "ran"
        script = where / "canary.sh"
        script.write_text(f'#!/bin/sh\necho "$0 $*" >> {self.log}\nexit 1\n')
        script.chmod(0o755)
        self.script = str(script)
        hooks = where / "hooks"
        hooks.mkdir()
        for folder in (hooks, base / ".git" / "hooks"):
            for name in HOOKS:
                (folder / name).write_bytes(script.read_bytes())
                (folder / name).chmod(0o755)
        with open(base / ".git" / "config", "a") as stream:
            stream.write(textwrap.dedent(CONFIG).format(script, hooks, self.log))
        (base / ".git" / "info").mkdir(exist_ok=True)
        (base / ".git" / "info" / "attributes").write_text("* diff=canary filter=canary\n")

    def promise(self) -> None:
        """Make it a partial clone that can fetch what it lacks from a command only, or from a program of its own."""
        for key, value in (
            ("core.repositoryFormatVersion", "1"),
            ("extensions.partialClone", "origin"),
            ("remote.origin.url", f"ext::{self.script} %S"),
            ("remote.origin.uploadpack", self.script),
            ("remote.origin.promisor", "true"),
            ("remote.origin.partialclonefilter", "blob:none"),
        ):
            git(self.base, "config", key, value)

    @property
    def ran(self) -> str:
        return self.log.read_text() if self.log.exists() else ""


@pytest.fixture
def trap(tmp_path: Path) -> Trap:
    base = repository(tmp_path / "p", {"CLAUDE.md": "# A\n\nSee @docs/a.md\n", "docs/a.md": "# B\n"})
    git(base, "add", ".")
    git(base, "commit", "-q", "-m", "one")
    (base / "docs" / "a.md").write_text("# B\n\nMore.\n")
    git(base, "commit", "-q", "-am", "two")
    tree = subprocess.check_output(["git", "-C", base, "rev-parse", "HEAD^{tree}"]).strip()
    words = ["git", "-C", str(base), "hash-object", "-t", "commit", "-w", "--stdin"]
    commit = subprocess.run(words, input=SIGNED % tree, capture_output=True, check=True).stdout.decode().strip()
    git(base, "update-ref", "HEAD", commit)
    (base / "docs" / "a.md").write_text("# B\n\nChanged.\n")
    (base / "CLAUDE.md").touch()  # what is newer than the index is looked at again
    return Trap(base, tmp_path)


def ask_everything(base: Path) -> None:
    """Ask git all that memlint ever asks it."""
    listing(str(base))
    asked = Git(str(base))
    asked.ignored(["docs/a.md", "CLAUDE.md"])
    asked.tracked(["docs/a.md"])
    asked.committed(["docs/a.md", "CLAUDE.md"])
    asked.written("docs/a.md")
    created = asked.history.creation("CLAUDE.md") or asked.history.creation("docs/a.md")
    if created is not None:
        asked.history.since(created.commit, "docs")
    check([base], select=["all"], user=True)


def test_nothing_runs(trap: Trap) -> None:
    ask_everything(trap.base)
    assert trap.ran == ""
    # The traps are real: a plain git falls into them.
    for words in (["status"], ["log", "-p", "--show-signature"], ["diff"], ["blame", "docs/a.md"]):
        subprocess.run(["git", "-C", trap.base, *words], capture_output=True, check=False, timeout=60)
    assert trap.ran.count("canary") > 3


def test_nothing_is_fetched_for_a_partial_clone(trap: Trap) -> None:
    trap.promise()
    objects = [path for path in (trap.base / ".git" / "objects").glob("??/*") if path.is_file()]
    kinds_of = {
        path: subprocess.check_output(
            ["git", "-C", trap.base, "cat-file", "-t", path.parent.name + path.name], text=True, timeout=60
        ).strip()
        for path in objects
    }
    for path, kind in kinds_of.items():
        if kind == "blob":
            path.chmod(0o644)
            path.unlink()
    ask_everything(trap.base)
    run_git(str(trap.base), "cat-file", "blob", "HEAD:docs/a.md")
    assert trap.ran == ""
    subprocess.run(
        ["git", "-C", trap.base, "cat-file", "blob", "HEAD:docs/a.md"], capture_output=True, check=False, timeout=60
    )
    assert trap.ran != ""


def test_the_configuration_of_an_enclosed_bare_repository(tmp_path: Path) -> None:
    """A folder can look like a bare repository by files that are committed as any other."""
    base = repository(tmp_path / "p", {"CLAUDE.md": "# A\n", "inner/CLAUDE.md": "# B\n"})
    inner = base / "inner"
    subprocess.run(["git", "init", "-q", "--bare", inner], check=True)
    canary = tmp_path / "canary.sh"
    canary.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    canary.chmod(0o755)
    with open(inner / "config", "a") as stream:
        stream.write(f"[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = {canary}\n")
    check([inner], select=["all"])
    check([inner], root=inner, select=["all"])
    check([base], select=["all"])
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_a_pipe_where_a_worktree_points_to_its_repository(tmp_path: Path) -> None:
    base = tmp_path / "p"
    base.mkdir()
    (base / "CLAUDE.md").write_text("# A\n")
    os.mkfifo(base / ".git")
    assert main_repository(str(base)) == str(base)
    report = within(20, lambda: check([base], user=True, home=tmp_path))
    assert kinds(report) == {"CLAUDE.md": "instructions"}
    (base / ".git").unlink()
    (base / ".git").write_text(f"gitdir: {tmp_path}/record\n")
    (tmp_path / "record").mkdir()
    os.mkfifo(tmp_path / "record" / "commondir")
    assert main_repository(str(base)) == str(base)
