"""The README's ways in, as they stand there: what is copied out of it works, and what it lists is what there is.

That the tools accept these snippets too is seen in test_ways_real.py.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest
import yaml

from memlint import __version__
from memlint.cli.templates import HOOKS, WORKFLOW
from memlint.config import load
from memlint.engine import docs
from memlint.engine.registry import load as load_rules
from tests.cli.shell import ERROR, Shell
from tests.cli.ways import ACTION, ROOT, act, snippets

README = (ROOT / "README.md").read_text("utf-8")


def section(title: str) -> str:
    """Return the text below a heading of the README."""
    return README.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def test_the_snippets_are_what_init_writes() -> None:
    assert snippets("yaml") == [HOOKS, WORKFLOW]


def test_snippets_name_the_version_that_this_is() -> None:
    """A tag that is not there is a hook and an action that nobody can use: the release makes the tag."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "agent-memlint"
    assert {*re.findall(r"^ +rev: v(.*)$", README, re.MULTILINE)} == {__version__}
    assert {*re.findall(r"uses: memlint/memlint@v(\S+)", README)} == {__version__}


def test_the_hook_of_the_snippet_exists_and_fails_on_an_error(shell: Shell) -> None:
    (repo,) = yaml.safe_load(HOOKS)["repos"]
    hooks = {row["id"]: row for row in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}
    (hook,) = repo["hooks"]
    shell.plant(ERROR)
    assert shell.run(*hooks[hook["id"]]["entry"].split()[1:]).code == 1
    assert {*re.findall(r"^\| `([\w-]+)` \|", section("pre-commit"), re.MULTILINE)} == set(hooks)


def test_the_workflow_runs_this_action_with_inputs_that_it_has(shell: Shell) -> None:
    (job,) = yaml.safe_load(WORKFLOW)["jobs"].values()
    (step,) = (step for step in job["steps"] if step["uses"].startswith("memlint/memlint@"))
    assert set(step["with"]) <= set(ACTION["inputs"])
    run = act(shell.plant(ERROR), shell.base, **{name.replace("-", "_"): text for name, text in step["with"].items()})
    assert run.code == 1
    assert (shell.project / run.outputs["sarif-file"]).is_file()
    upload = job["steps"][-1]
    used = re.findall(rf"steps\.{step['id']}\.outputs\.([\w-]+)", f"{upload['if']} {upload['with']}")
    assert set(used) == {"sarif-file"} <= set(ACTION["outputs"])


def test_the_workflow_lets_in_no_more_than_it_needs() -> None:
    workflow = yaml.safe_load(WORKFLOW)
    assert workflow["permissions"] == {}
    (job,) = workflow["jobs"].values()
    assert job["permissions"] == {"contents": "read", "security-events": "write"}
    for step in job["steps"]:
        if not step["uses"].startswith("memlint/"):
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", step["uses"])


def test_inputs_and_outputs_are_those_of_the_action() -> None:
    text = section("GitHub Actions")
    rows = re.findall(r"^\| (`.*?`) \|", text, re.MULTILINE)
    assert sorted(re.findall(r"`([\w-]+)`", " ".join(rows))) == sorted(ACTION["inputs"])
    outputs = text.partition("\nOutputs are ")[2].partition(", which")[0]
    assert sorted(re.findall(r"`([\w-]+)`", outputs)) == sorted(ACTION["outputs"])


def test_the_configuration_is_one(shell: Shell) -> None:
    (text,) = snippets("toml")
    shell.plant({"pyproject.toml": text, "schemas/memory.json": "{}"})
    assert load(str(shell.project / "pyproject.toml")).ignore == ("imports/cycle",)


def test_the_python_snippet_runs(shell: Shell) -> None:
    (text,) = snippets("python")
    shell.plant(ERROR)
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=shell.project, env=shell.environment(), capture_output=True, check=True
    )
    assert done.stdout.startswith(b"CLAUDE.md imports/missing-target error")


# --- the rule reference


@pytest.mark.parametrize(
    "words", [("--all",), ("--all", "--output-format", "markdown"), ("--output-format", "markdown")]
)
def test_the_rule_reference_has_several_spellings(shell: Shell, words: tuple[str, ...]) -> None:
    shell.plant({})
    assert shell.run("rule", *words).out == shell.run("rule", "--all").out


def test_one_rule_as_markdown(shell: Shell) -> None:
    shell.plant({})
    run = shell.run("rule", "imports/missing-target", "--output-format", "markdown")
    assert run.out.startswith("## imports/missing-target\n")
    assert run.out == shell.run("rule", "imports/missing-target").out


def test_every_address_of_a_rule_leads_to_its_heading() -> None:
    """GitHub makes a heading's anchor of its letters, digits and hyphens."""
    text = (ROOT / "rules" / "README.md").read_text("utf-8")
    headings = re.findall(
        r"^## (.+)$", re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )
    anchors = [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]
    assert len(anchors) == len(set(anchors))
    for name in load_rules():
        address, _, anchor = docs.url(name).partition("#")
        assert address.endswith("/rules/README.md")
        assert anchor in anchors
