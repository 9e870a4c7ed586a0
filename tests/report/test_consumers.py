"""What public tools say of our reports; each is fetched by its own package client, or the test is skipped."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from memlint import Report
from memlint.engine.registry import load
from tests.report.reports import at, rendered, report, several

pytestmark = pytest.mark.slow
# Hooks of packages are not run; of the Multitool's only makes the program executable, which it is here.
MULTITOOL = ("@microsoft/sarif-multitool-linux@5.7.0", "node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool")
RDFORMAT = ("@umbrelladocs/rdformat-validator@1.0.1", "node_modules/.bin/rdformat-validator")


def fetched(package: tuple[str, str], folder: Path) -> Path:
    """Install an npm package into ``folder`` and return its program."""
    npm = shutil.which("npm") or pytest.skip("npm is not here")
    words = [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", package[0]]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode:
        pytest.skip(f"{package[0]} cannot be had: {done.stderr.strip()[-200:]}")
    program = folder / package[1]
    program.chmod(0o755)
    return program


def all_rules() -> Report:
    """Return a report with a finding of every rule, at hostile places."""
    text = "a 日本 x\n"
    paths = ("CLAUDE.md", "a b/CLAUDE.md", "100%#?:.md")
    findings = [at(text, "x", "a [link](x) <b> {0}", path=paths[n % 3], rule=name) for n, name in enumerate(load())]
    made = report(findings, dict.fromkeys(paths, text))
    return made._replace(exact=frozenset(paths))


def test_the_sarif_multitool_has_nothing_to_say(tmp_path: Path) -> None:
    program = fetched(MULTITOOL, tmp_path)
    for name, made in (("rules", all_rules()), ("many", several(300)), ("none", report([], {}))):
        log, told = tmp_path / f"{name}.sarif", tmp_path / f"{name}.told.sarif"
        log.write_text(rendered(made, "sarif"), "utf-8")
        words = [str(program), "validate", str(log), "--output", str(told), "--level", "Error;Warning"]
        words += ["--rule-kind", "Sarif;Ghas", "--log", "ForceOverwrite"]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
        assert told.exists(), done.stdout + done.stderr
        (run,) = json.loads(told.read_text("utf-8-sig"))["runs"]
        results = [(each["ruleId"], each["message"]) for each in run.get("results", [])]
        assert results == []


def test_the_rdformat_validator_takes_it(tmp_path: Path) -> None:
    program = fetched(RDFORMAT, tmp_path)
    for name, made in (("rules", all_rules()), ("many", several(300)), ("none", report([], {}))):
        document = tmp_path / f"{name}.json"
        document.write_text(rendered(made, "rdjson"), "utf-8")
        words = [str(program), "--strict", "--no-extra-fields", str(document)]
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
