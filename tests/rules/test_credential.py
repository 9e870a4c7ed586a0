"""security/credential with secrets that are made here, since none may stand in the repository; and no output leaks one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from memlint import Edit, Finding, Fix, Place, Project, Report, Settings, Span, check
from memlint.config import FORMATS
from memlint.engine.mask import Mask
from memlint.harness.facts import asked_for
from memlint.report import render
from tests.cli.shell import Shell
from tests.conftest import Linter, told
from tests.rules.leaks import leaked, quoting
from tests.secrets_made import KINDS, PLACES, SHOWN, TOKENS, made
from tests.trees import plant

ONLY = ["security/credential"]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


# One of each way by which credentials are told; the outputs of commands are looked through for these.
WAYS = (
    "GitHub token",
    "password in a URL",
    "pass=",
    "bearer token",
    "OpenSSH private key",
    "JSON Web Token",
    "Slack webhook",
)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_reported(kind: str, lint: Linter) -> None:
    before, secret, after = made(kind, 3)
    report = lint(
        {"memory/MEMORY.md": "- [a](a.md) — one\n", "memory/a.md": f"Noted: {before}{secret}{after}\n"}, select=ONLY
    )
    (finding,) = report.findings
    assert finding.path == "memory/a.md"
    assert finding.severity == ("warning" if kind in ("Google API key", "Stripe or Clerk test key") else "error")
    assert f"({finding.span.end - finding.span.start} characters" in finding.message
    for output_format in FORMATS:
        assert leaked(the_secret(kind, 3)[1], printed(report, output_format), shown=shown(kind)) == "", output_format


def test_what_is_said(lint: Linter) -> None:
    secret = made("GitHub token")[1]
    (finding,) = lint({"CLAUDE.md": f"Use {secret}.\n"}, select=ONLY).findings
    assert finding.message == (
        "GitHub token (40 characters, ghp_…): every session that loads this file carries it into the model's context, "
        "transcripts and logs"
    )
    assert finding.span == Span(4, 44)


def test_a_web_token_ends(lint: Linter) -> None:
    from base64 import urlsafe_b64encode

    parts = [{"alg": "HS256"}, {"sub": "glazer", "exp": 1_790_000_000}]  # in September 2026
    coded = [urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in parts]
    text = f"token {'.'.join((*coded, made('GitHub token')[1][4:]))}\n"
    assert not lint({"CLAUDE.md": text}, select=ONLY, settings=Settings(today="2026-11-30")).findings
    assert len(lint({"CLAUDE.md": text}, select=ONLY, settings=Settings(today="2026-01-30")).findings) == 1


def test_the_former_name_selects_the_rule_about_imports(lint: Linter) -> None:
    report = lint({"CLAUDE.md": "See @.env\n", ".env": "A=b\n"}, select=["security/imported-credential-file"])
    assert told(report) == ["CLAUDE.md:1:5 error imports/credential-file"]


# --- nothing leaks


def shown(kind: str) -> int:
    return SHOWN.get(kind, 4)


def the_secret(kind: str, seed: int = 7) -> tuple[str, str, str]:
    """Return the credential; of a webhook's address, which is no secret up to it, the last part."""
    before, secret, after = made(kind, seed)
    address, slash, last = secret.rpartition("/" if "Teams" not in kind else "IncomingWebhook/")
    return (before + address + slash, last, after) if "webhook" in kind and slash else (before, secret, after)


def texts(finding: Finding) -> str:
    fix = (finding.fix.title, *(edit.text for edit in finding.fix.edits)) if finding.fix else ()
    return "\n".join((finding.message, *(place.message for place in finding.related), *fix))


def printed(report: Report, output_format: str) -> str:
    return "\n".join(render(report, output_format, colour=True))


def everything(base: Path) -> Report:
    return check([base], root=base, home=base.parent / "home", select=["all"], settings=Settings(today="2026-11-30"))


@pytest.mark.parametrize("kind", [*list(TOKENS)[::8], *PLACES])
def test_no_rule_and_no_format_leaks(kind: str, tmp_path: Path) -> None:
    before, secret, after = the_secret(kind)
    report = everything(plant(tmp_path / "project", quoting(before, secret, after)))
    assert len({finding.rule for finding in report.findings}) > 10  # rules that quote lines, paths, names, values
    for finding in report.findings:
        assert leaked(secret, texts(finding), shown=shown(kind)) == "", finding.rule
    for output_format in FORMATS:
        assert leaked(secret, printed(report, output_format), shown=shown(kind)) == "", output_format


@pytest.mark.parametrize(
    "words",
    [
        *(("check", "--output-format", each, "--select", "all", "-v", "--statistics") for each in FORMATS),
        ("show",),
        ("show", "--json"),
        ("show", "--graph", "dot"),
        ("--collect-only",),
    ],
    ids=" ".join,
)
def test_no_command_leaks(words: tuple[str, ...], shell: Shell) -> None:
    for number, kind in enumerate(WAYS):
        tree = quoting(*the_secret(kind))
        if "show" in words:  # names of files are exact there: nothing is masked that a program opens
            for name in ("@docs/", "@https", "paths: "):
                tree = {path: text.replace(name, f"{name[1:]} ") for path, text in tree.items()}
        shell.plant({f"{number}/{path}" if number else path: text for path, text in tree.items()})
    run = shell.run(*words)
    assert run.code in (0, 1), run.err
    for kind in WAYS:
        assert leaked(the_secret(kind)[1], run.out + run.err, shown=shown(kind)) == "", kind


def test_a_crash_does_not_leak(shell: Shell) -> None:
    """Neither that of a rule, whose error has the text in it, nor that of the run."""
    secret = made("GitHub token")[1]
    shell.plant({"CLAUDE.md": f"{secret}\n", "memlint.toml": 'plugins = ["extra"]\n'})
    body = "@rule('error')\ndef crashes(project: Project) -> object:\n    raise ValueError(project.text('CLAUDE.md'))\n"
    environment = shell.plug_in("family/crashes", body)
    run = shell.run("--allow-plugins", "--select", "all", env=environment)
    assert "internal/rule-crash" in run.out
    assert secret[4:] not in run.out + run.err


def test_a_fix_that_copies_a_credential_is_not_carried(tmp_path: Path) -> None:
    password = made("named password")[1]
    base = plant(tmp_path / "project", {"CLAUDE.md": f"DB_PASSWORD={password}\n"})
    mask = Mask(Project(str(base), home="/home", config="/home/.claude", facts=asked_for("")))
    fix = Fix(f"write {password}", (Edit(Span(0, 0), f"again {password}"),))
    place = Place("CLAUDE.md", Span(0, 1), f"first {password[:9]}…")
    masked = mask(Finding(Span(0, 1), f"it is {password} here", "CLAUDE.md", related=(place,), fix=fix))
    assert (masked.message, masked.related[0].message, masked.fix) == ("it is … here", "first ……", None)
    harmless = mask(Finding(Span(0, 1), "message", fix=Fix(f"take {password}", (Edit(Span(0, 1), "x"),))))
    assert harmless.fix == Fix("take …", (Edit(Span(0, 1), "x"),))


def test_no_secret_stands_in_the_repository() -> None:
    """What this rule finds in our own files is invented and of no issuer's shape."""
    root = Path(__file__).parent.parent.parent
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=root, capture_output=True, text=True, check=False
    )
    from memlint.source.secrets import credentials

    for name in listed.stdout.splitlines():
        if (root / name).is_file():
            text = (root / name).read_bytes().decode("utf-8", "replace")
            kinds = {found.kind.partition(" of ")[0] for found in credentials(text)}
            assert kinds <= {"value", "password in a URL", "password on a command line"}, name
