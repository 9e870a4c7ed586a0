"""``action.yml``: what its steps do with each input, and that no input is ever more than text."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.shell import CLEAN, ERROR, INFO, WARNING, Shell
from tests.cli.ways import ACTION, INSTALL, ROOT, RUN, act, run_step

COUNTS = ("errors", "warnings", "infos", "files")


def counts(outputs: dict[str, str]) -> list[int]:
    """Return the counts among the outputs of a step."""
    return [int(outputs[name]) for name in COUNTS]


# --- the form


def test_inputs_and_outputs_are_those_of_the_steps() -> None:
    assert list(ACTION["inputs"]) == [
        *("version", "args", "paths", "working-directory", "fail-on", "sarif-file", "annotations")
    ]
    used = re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", yaml.safe_dump(ACTION["runs"]))
    assert sorted(used) == sorted(ACTION["inputs"])
    for name, row in ACTION["outputs"].items():
        assert row["value"] == f"${{{{ steps.run.outputs.{name} }}}}"
        assert row["description"]


@pytest.mark.parametrize("step", [INSTALL, RUN], ids=lambda step: step["id"])
def test_scripts_hold_no_expression(step: dict[str, str]) -> None:
    """An expression in a script is pasted into it before bash reads it: a title of a pull request becomes code."""
    assert "${{" not in step["run"]
    assert step["shell"] == "bash"
    assert subprocess.run(["bash", "-n"], input=step["run"].encode(), check=False).returncode == 0


def test_other_actions_are_pinned() -> None:
    for step in ACTION["runs"]["steps"]:
        assert re.fullmatch(r"\S+@[0-9a-f]{40}", step.get("uses", "a/b@" + "0" * 40))


# --- running


@pytest.mark.parametrize(
    ("tree", "code", "found"),
    [(CLEAN, 0, [0, 0, 0, 2]), (INFO, 0, [0, 0, 1, 2]), (WARNING, 1, [0, 1, 0, 1]), (ERROR, 1, [1, 0, 0, 1])],
)
@pytest.mark.parametrize("annotations", ["true", "false"])
def test_findings_decide(shell: Shell, tree: dict[str, str], code: int, found: list[int], annotations: str) -> None:
    step = act(shell.plant(tree), shell.base, annotations=annotations)
    assert (step.code, step.outputs["exit-code"]) == (code, str(code)), step.out
    assert counts(step.outputs)[:3] == found[:3]
    assert "sarif-file" not in step.outputs
    assert step.summary.startswith("### memlint: ")
    assert step.summary.count("### memlint") == 1


def test_annotations_are_commands_with_the_path_from_the_root(shell: Shell) -> None:
    shell.plant({"web/CLAUDE.md": "See @gone.md\n"})
    step = act(shell.project, shell.base, working_directory="web")
    assert "::error title=imports/missing-target,file=web/CLAUDE.md,line=1," in step.out


def test_without_annotations_nothing_printed_is_a_command(shell: Shell) -> None:
    shell.plant({"::error::x/CLAUDE.md": "See @gone.md\n"})
    step = act(shell.project, shell.base, annotations="false")
    lines = step.out.splitlines()
    token = re.fullmatch(r"::stop-commands::([0-9a-f]{32})", lines[0])
    assert token is not None
    end = lines.index(f"::{token[1]}::")
    assert "imports/missing-target" in "".join(lines[1:end])
    assert not [line for line in lines[end + 1 :] if "::" in line]
    assert "imports/missing-target" in step.summary


@pytest.mark.parametrize(("fail_on", "code"), [("", 1), ("error", 0), ("warning", 1), ("never", 0), ("nothing", 4)])
def test_fail_on(shell: Shell, fail_on: str, code: int) -> None:
    step = act(shell.plant(WARNING), shell.base, fail_on=fail_on)
    assert (step.code, step.outputs["exit-code"]) == (code, str(code))


def test_sarif_is_written_for_the_next_step(shell: Shell) -> None:
    shell.plant({"web/CLAUDE.md": "See @gone.md\n"})
    step = act(shell.project, shell.base, working_directory="web", sarif_file="reports/mem lint.sarif")
    assert (step.code, step.outputs["sarif-file"]) == (1, "reports/mem lint.sarif")
    log = json.loads((shell.project / "reports" / "mem lint.sarif").read_text("utf-8"))
    (result,) = log["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "web/CLAUDE.md"


@pytest.mark.parametrize(("working_directory", "sarif_file"), [(".", "a\nb"), ("gone", "a.sarif")])
def test_what_cannot_be_run_names_no_report(shell: Shell, working_directory: str, sarif_file: str) -> None:
    step = act(shell.plant(CLEAN), shell.base, working_directory=working_directory, sarif_file=sarif_file)
    assert step.code != 0
    assert "sarif-file" not in step.outputs


def test_wrong_usage_names_no_report(shell: Shell) -> None:
    step = act(shell.plant(CLEAN), shell.base, args="--selct links", sarif_file="a.sarif")
    assert (step.code, step.outputs) == (4, {"exit-code": "4"})
    assert 'did you mean "--select"?' in step.out


def test_args_are_words_and_paths_are_lines(shell: Shell) -> None:
    shell.plant({"my notes/CLAUDE.md": "See @gone.md\n", "web/CLAUDE.md": "See @gone.md,\n", "CLAUDE.md": "@gone\n"})
    step = act(shell.project, shell.base, args="--select imports\n  -v", paths="my notes\r\n\nweb\n", fail_on="never")
    assert step.code == 0
    assert [name for name in ("my notes/CLAUDE.md", "web/CLAUDE.md") if f"file={name}" in step.out] != []
    assert "file=CLAUDE.md" not in step.out
    assert step.outputs["files"] == "2"


def test_more_reports_come_with_args(shell: Shell) -> None:
    step = act(
        shell.plant(ERROR), shell.base, args="--output-format junit --output-file junit.xml", sarif_file="a.sarif"
    )
    assert step.code == 1, step.out
    assert "<testsuite" in (shell.project / "junit.xml").read_text()
    assert "::error " in step.out


@pytest.mark.parametrize("name", ["args", "paths", "working-directory", "fail-on", "sarif-file", "annotations"])
@pytest.mark.parametrize("text", ["$(touch hit)`touch hit`; touch hit", '" && touch hit #', "* $HOME"])
def test_inputs_are_only_text(shell: Shell, name: str, text: str) -> None:
    step = act(shell.plant(CLEAN), shell.base, **{name.replace("-", "_"): text})
    assert not list(shell.base.rglob("hit"))
    assert str(shell.home) not in step.out


@pytest.mark.parametrize("text", ["1; touch hit", "$(touch hit)", "0.1 --index-url http://x", "@ file:///tmp/x"])
def test_a_version_is_only_a_version(shell: Shell, text: str) -> None:
    step = run_step(INSTALL, shell.plant({}), shell.base / "runner", {"version": text})
    assert (step.code, step.outputs) == (4, {})
    assert "::error title=memlint::the input version is a version" in step.out
    assert not list(shell.base.rglob("hit"))


@pytest.mark.parametrize(("args", "code"), [("", 0), ("--require-files", 5)])
def test_nothing_to_lint_is_said_loudly(shell: Shell, args: str, code: int) -> None:
    step = act(shell.plant({"README.md": "# Kiln\n"}), shell.base, args=args)
    assert step.code == code
    assert "::warning title=memlint::no memory file was found; nothing was checked" in step.out


# --- installing


def commands(base: Path, *names: str) -> str:
    """Return a PATH with nothing but the shell's usual tools and ``names``, which tell what they were called with."""
    folder = base / "commands"
    folder.mkdir()
    for tool in ("mktemp", "bash", "sh", "mkdir", "cat", "chmod"):
        for place in ("/usr/bin", "/bin"):
            if Path(place, tool).exists() and not (folder / tool).exists():
                (folder / tool).symlink_to(Path(place, tool))
    for name in names:
        # Makes what a virtual environment has where it is asked for one.
        (folder / name).write_text(
            f"""#!/bin/sh
echo "$PWD: {name} $*" >> "{base}/calls"
for last; do :; done
case "$*" in
  *-m\\ venv*|venv*)
    mkdir -p "$last/bin"
    printf '#!/bin/sh\\necho "$PWD: venv-python $*" >> "{base}/calls"\\n' > "$last/bin/python"
    printf '#!/bin/sh\\necho memlint 0\\n' > "$last/bin/memlint"
    chmod +x "$last/bin/python" "$last/bin/memlint"
    ;;
esac
"""
        )
        (folder / name).chmod(0o755)
    return str(folder)


@pytest.mark.parametrize(
    ("version", "wanted"), [("", str(ROOT)), ("0.1.0", "agent-memlint==0.1.0"), ("0.2.0rc1", "agent-memlint==0.2.0rc1")]
)
@pytest.mark.parametrize("tool", ["uv", "python3"])
def test_installs_with_what_there_is(shell: Shell, tool: str, version: str, wanted: str) -> None:
    path = commands(shell.base, tool)
    step = run_step(INSTALL, shell.plant({}), shell.base / "runner", {"version": version}, env={"PATH": path})
    assert step.code == 0, step.out
    assert step.out == "memlint 0\n"
    calls = (shell.base / "calls").read_text().splitlines()
    assert calls[-1].endswith(wanted)
    assert calls[-1].split(": ")[1].startswith("uv pip install" if tool == "uv" else "venv-python -I -m pip install")
    temporary = str(shell.base / "runner" / "temp")
    assert step.outputs["bin"].startswith(temporary)
    for call in calls:  # never where the workspace could configure it
        assert call.startswith(temporary)


def test_without_python_it_says_what_to_set_up(shell: Shell) -> None:
    path = commands(shell.base)
    step = run_step(INSTALL, shell.plant({}), shell.base / "runner", env={"PATH": path})
    assert (step.code, step.outputs) == (3, {})
    assert "::error title=memlint::Python 3.11 or uv is needed" in step.out


def test_modules_of_the_workspace_are_not_run(shell: Shell) -> None:
    """``python -m venv`` would take a venv.py from the folder that it is started in."""
    shell.plant({"venv.py": "raise SystemExit('taken')\n", "pip.py": "raise SystemExit('taken')\n"})
    folder = shell.base / "commands"
    path = commands(shell.base)
    (folder / "python3").symlink_to(sys.executable)
    step = run_step(
        INSTALL, shell.project, shell.base / "runner", {"version": "0"}, env={"PATH": path, "PIP_NO_INDEX": "1"}
    )
    assert "taken" not in step.out
