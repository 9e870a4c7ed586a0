"""content/belongs-in-hook and belongs-in-permissions: the settings that they quote are valid and do end the finding."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from memlint import Report, Settings, check
from memlint.engine.docs import sections
from memlint.engine.registry import load
from memlint.engine.selection import choose
from memlint.harness.facts import for_version
from tests.conftest import Linter
from tests.rules.test_cases import CASES
from tests.trees import plant
from tests.work import soon

RULES = ["content/belongs-in-hook", "content/belongs-in-permissions"]
FIRING = [
    path
    for rule in RULES
    for path in sorted((CASES / rule).glob("*.txt"))
    if rule in sections(path.read_text("utf-8"))["expect"]
]
SETTINGS = ".claude/settings.json"


def snippets(report: Report) -> list[dict[str, Any]]:
    """Return the settings that the messages quote."""
    return [json.loads(re.search(r"settings\.json (\{.*\}) would", finding.message)[1]) for finding in report.findings]  # type: ignore[index]


def merged(settings: Any, more: Any) -> Any:
    """Return ``settings`` with ``more`` added, as a person would paste it in."""
    if isinstance(settings, dict):
        return settings | {
            key: merged(settings[key], value) if key in settings else value for key, value in more.items()
        }
    return [*settings, *more]


def run(base: Path) -> Report:
    return check([base], root=base, home=os.environ["HOME"], select=RULES)


@pytest.mark.parametrize("case", FIRING, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_quoted_settings_end_the_finding(case: Path, tmp_path: Path) -> None:
    files = sections(case.read_text("utf-8"))
    del files["expect"]
    base = plant(tmp_path / "project", files)
    quoted = snippets(run(base))
    assert quoted
    settings = json.loads(files.get(SETTINGS, "{}"))
    for snippet in quoted:
        settings = merged(settings, snippet)
    plant(base, {SETTINGS: json.dumps(settings)})
    assert run(base).findings == ()


@pytest.mark.parametrize("case", FIRING, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_quoted_settings_are_valid(case: Path, tmp_path: Path) -> None:
    """The shapes of settings: https://json.schemastore.org/claude-code-settings.json, as far as they are used."""
    files = sections(case.read_text("utf-8"))
    del files["expect"]
    for snippet in snippets(run(plant(tmp_path / "project", files))):
        assert set(snippet) in ({"permissions"}, {"hooks"})
        for how, rules in snippet.get("permissions", {}).items():
            assert how in ("deny", "ask")
            assert all(re.fullmatch(r"(?:Bash|Edit|Read)(?:\([^()]+\))?", rule) for rule in rules)
        for event, entries in snippet.get("hooks", {}).items():
            assert event in ("PreToolUse", "PostToolUse", "Stop", "SessionStart")
            for entry in entries:
                assert entry.get("matcher") == {"PreToolUse": "Bash", "PostToolUse": "Edit|Write"}.get(event)
                for handler in entry["hooks"]:
                    assert set(handler) <= {"type", "if", "command"}
                    assert handler["type"] == "command"
                    subprocess.run(["sh", "-n", "-c", handler["command"]], check=True)


def test_a_failing_check_blocks(tmp_path: Path, lint: Linter) -> None:
    """The product blocks on exit code 2 alone, and shows the agent what went to standard error."""
    report = lint({"CLAUDE.md": "You must run `false` or `make cones` before every commit.\n"}, select=RULES)
    (snippet,) = snippets(report)
    command = snippet["hooks"]["PreToolUse"][0]["hooks"][0]["command"].replace("make cones", "{ echo cracked; false; }")
    done = subprocess.run(["sh", "-c", command], check=False, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "cracked\n")


@pytest.mark.parametrize(("branch", "code"), [("main", 2), ("glaze", 0)])
def test_the_hook_for_a_branch(branch: str, code: int, tmp_path: Path, lint: Linter) -> None:
    (snippet,) = snippets(lint({"CLAUDE.md": "Never commit directly to main.\n"}, select=RULES))
    subprocess.run(["git", "init", "-q", "-b", branch, tmp_path / "clone"], check=True)
    command = snippet["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    assert subprocess.call(["sh", "-c", command], cwd=tmp_path / "clone", stderr=subprocess.DEVNULL) == code


def test_the_hook_for_a_staged_file(tmp_path: Path, lint: Linter) -> None:
    (snippet,) = snippets(lint({"CLAUDE.md": "Never commit `.env.kiln`.\n"}, select=RULES))
    command = snippet["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    clone = tmp_path / "clone"
    subprocess.run(["git", "init", "-q", clone], check=True)
    (clone / ".env.kiln").write_text("CONE=6\n")
    codes = [subprocess.call(["sh", "-c", command], cwd=clone, stderr=subprocess.DEVNULL)]
    subprocess.run(["git", "-C", clone, "add", ".env.kiln"], check=True)
    codes.append(subprocess.call(["sh", "-c", command], cwd=clone, stderr=subprocess.DEVNULL))
    assert codes == [0, 2]


def test_what_git_ignores_is_not_committed(tmp_path: Path) -> None:
    base = plant(tmp_path / "project", {"CLAUDE.md": "Never commit `.env.kiln`.\n", ".gitignore": ".env.*\n"})
    subprocess.run(["git", "-C", base, "init", "-q"], check=True)
    assert run(base).findings == ()


@pytest.mark.parametrize(
    ("rule", "is_silent"),
    [
        ("Bash(git push *)", True),
        ("Bash(git push:*)", True),
        ("Bash(git:*)", True),
        ("Bash(git *)", True),
        ("Bash", True),
        ("Bash(*)", True),
        ("Bash(git push --force *)", True),
        ("Bash(git push --force:*)", True),
        ("Bash(git pull *)", False),
        ("Bash(git push --force origin main)", False),
        ("Edit(git push)", False),
    ],
)
def test_what_counts_as_denied(rule: str, is_silent: bool, lint: Linter) -> None:
    files = {"CLAUDE.md": "Never force-push.\n", SETTINGS: json.dumps({"permissions": {"deny": [rule]}})}
    assert (lint(files, select=RULES).findings == ()) == is_silent


@pytest.mark.parametrize(
    ("rule", "is_silent"),
    [
        ("Edit(glazes/fired/**)", True),
        ("Edit(/glazes/fired/**)", True),
        ("Edit(./glazes/**)", True),
        ("Edit(**/fired/**)", True),
        ("Edit(glazes/)", True),
        ("Edit", True),
        ("Read(glazes/**)", False),
        ("Edit(glazes/raw/**)", False),
        ("Edit(glazes/*.py)", False),
    ],
)
def test_which_paths_count_as_denied(rule: str, is_silent: bool, lint: Linter) -> None:
    files = {
        "CLAUDE.md": "Never edit anything in `glazes/fired/`.\n",
        SETTINGS: json.dumps({"permissions": {"deny": [rule]}}),
    }
    assert (lint(files, select=RULES).findings == ()) == is_silent


@pytest.mark.parametrize(
    "text", ["[]", '{"permissions": 3, "hooks": []}', '{"hooks": {"PreToolUse": {"a": [1]}}}', "{"]
)
def test_settings_of_another_shape(text: str, lint: Linter) -> None:
    files = {"CLAUDE.md": "Never edit `cones.lock`. Run `make cones` before every commit.\n", SETTINGS: text}
    assert len(lint(files, select=RULES).findings) == 2


def test_before_hooks_had_conditions() -> None:
    assert for_version("2.1.84").text("hooks.condition") == ""
    assert for_version("2.1.85").text("hooks.condition") == "if"


def test_what_runs_unasked() -> None:
    """Rules that guess are off; naming the family brings them all."""
    names = {
        "vague",
        "shouting",
        "procedure",
        "derivable",
        "override-wording",
        "belongs-in-hook",
        "belongs-in-permissions",
    }
    unasked = {rule.name.partition("/")[2] for rule in choose(load(), Settings())}
    assert names & unasked == {"override-wording", "belongs-in-hook", "belongs-in-permissions"}
    named = {rule.name.partition("/")[2] for rule in choose(load(), Settings(select=("content",)))}
    assert names <= named


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        # forms of forbidding
        ("Never, under any circumstances, run `rm -rf`.", "Bash(rm -rf *)"),
        ("Absolutely never run `sudo rm`.", "Bash(sudo rm *)"),
        ("You are not allowed to run `kubectl delete`.", "Bash(kubectl delete *)"),
        ("Never start the oven with `make fire`.", "Bash(make fire *)"),
        ("Never skip the hooks with --no-verify.", "Bash(git *--no-verify*)"),
        ("No force pushes.", "Bash(git push *--force*)"),
        ("Never execute `DROP TABLE`.", "Bash(*DROP TABLE*)"),
        ("Reading `.env` is not allowed.", "Read(.env)"),
        ("The file `CONES.txt` must never be changed manually.", "Edit(CONES.txt)"),
        ("Never access `~/.ssh/`.", "Read(~/.ssh/**)"),
        ("Never write to `/etc`.", "Edit(//etc/**)"),
        ("绝不允许修改 `ovens/` 目录。", "Edit(/ovens/**)"),
        ("`cones.json` 不允许读取。", "Read(cones.json)"),
        ("`sudo` は使用禁止。", "Bash(sudo *)"),
        ("`cones.yml` を変更してはいけない。", "Edit(cones.yml)"),
        ("`npm publish`는 절대 실행하지 않는다.", "Bash(npm publish *)"),
        ("No se debe modificar `cones.lock`.", "Edit(cones.lock)"),
        ("Führe niemals `rm -rf` aus.", "Bash(rm -rf *)"),
        ("Il est interdit d'exécuter `npm publish`.", "Bash(npm publish *)"),
        ("É proibido executar `rm -rf`.", "Bash(rm -rf *)"),
        ("Нельзя использовать `sudo`.", "Bash(sudo *)"),
        # forms of asking first
        ("`make fire` requires my approval.", "Bash(make fire *)"),
        ("Before running `make fire`, ask me.", "Bash(make fire *)"),
        ("Check with me before running `docker push`.", "Bash(docker push *)"),
        ("Do not commit or push unless I tell you to.", "Bash(git commit *)"),
        ("没有我的批准不要推送。", "Bash(git push *)"),
        ("許可なくコミットしない。", "Bash(git commit *)"),
        ("허락 없이 커밋하지 않는다.", "Bash(git commit *)"),
        ("Nunca hagas push sin permiso.", "Bash(git push *)"),
        ("Niemals ohne Rückfrage committen.", "Bash(git commit *)"),
        ("Ne pousse jamais sans mon accord.", "Bash(git push *)"),
        ("Nunca faça commit sem minha aprovação.", "Bash(git commit *)"),
        ("Никогда не пушь без моего разрешения.", "Bash(git push *)"),
        ("执行任何操作前必须征得我的同意。", "Bash"),
        ("すべての操作の前に許可を得ること。", "Edit"),
        ("모든 작업 전에 반드시 승인을 받는다.", "Bash"),
        ("Pide permiso antes de cualquier acción.", "Bash"),
        ("Vor jeder Aktion um Erlaubnis fragen.", "Edit"),
        ("Demande mon accord avant chaque action.", "Bash"),
        ("Peça permissão antes de qualquer ação.", "Bash"),
        ("Спрашивай разрешения перед каждым действием.", "Edit"),
    ],
)
def test_permissions_in_many_words(words: str, wanted: str, lint: Linter) -> None:
    (snippet,) = snippets(lint({"CLAUDE.md": words + "\n"}, select=RULES))
    (rules,) = snippet["permissions"].values()
    assert wanted in rules


@pytest.mark.parametrize(
    ("words", "event", "command"),
    [
        ("No commit without a green `make cones`.", "PreToolUse", "make cones"),
        ("Commits are only allowed when `pytest` passes.", "PreToolUse", "pytest"),
        ("Do not open a PR unless `make cones` is green.", "PreToolUse", "make cones"),
        ("Upon completing a task, you must run `make cones`.", "Stop", "make cones"),
        ("When you are done, always run `make cones`.", "Stop", "make cones"),
        ("Each time you change a `.proto` file, run `buf generate`.", "PostToolUse", "buf generate"),
        ("Always lint after changes.", "PostToolUse", "hooks/lint.sh"),
        ("Every session must begin with `git fetch`.", "SessionStart", "git fetch"),
        ("测试不通过不得提交。", "PreToolUse", "hooks/test.sh"),
        ("每次编辑文件后自动执行 prettier 格式化。", "PostToolUse", "prettier"),
        ("テストが通るまでコミットしない。", "PreToolUse", "hooks/test.sh"),
        ("コードを変更したら必ず `cargo fmt` を実行すること。", "PostToolUse", "cargo fmt"),
        ("테스트가 통과하기 전에는 커밋하지 마세요.", "PreToolUse", "hooks/test.sh"),
        ("작업을 완료하기 전에 항상 테스트를 실행하세요.", "Stop", "hooks/test.sh"),
        ("Nunca hagas commit sin ejecutar las pruebas.", "PreToolUse", "hooks/test.sh"),
        ("Nach jeder Änderung muss `ruff format` ausgeführt werden.", "PostToolUse", "ruff format"),
        ("Les tests doivent passer avant chaque push.", "PreToolUse", "hooks/test.sh"),
        ("Antes de cada push, rode `make cones`.", "PreToolUse", "make cones"),
        ("Перед каждым пушем тесты должны проходить.", "PreToolUse", "hooks/test.sh"),
    ],
)
def test_hooks_in_many_words(words: str, event: str, command: str, lint: Linter) -> None:
    (snippet,) = snippets(lint({"CLAUDE.md": words + "\n"}, select=RULES))
    ((entry,),) = [snippet["hooks"][event]]
    assert command in entry["hooks"][0]["command"]


@pytest.mark.parametrize(
    "words",
    [
        "`npm test` must be run from the root.",
        "You don't need to run `npm test` yourself.",
        "It is not necessary to run `make cones` before a commit.",
        "Don't run the whole suite; run only the tests of the module you changed.",
        "Confirm the migration is reversible before merging.",
        "Never put glazes into `routes/`.",
        "`--force` is not needed any more.",
        "Prefer `git switch` over `git checkout`.",
        "Don't forget to update `README.md`.",
        "After merging, delete the branch.",
        "修改 `config.py` 前请先确认端口。",
        "不需要运行 `npm test`。",
        "`make cones` を実行する前に設定を確認する。",
        "`src/` にロジックを書かない。",
        "`config.ts` 수정 전에 설정을 확인한다.",
        "`npm test`를 실행하지 않아도 된다.",
        "No es necesario ejecutar `npm test`.",
        "Nicht nötig: `npm test` lokal ausführen.",
        "Il n'est pas nécessaire de lancer `npm test`.",
        "Não é preciso rodar `npm test`.",
        "Не нужно запускать `npm test`.",
    ],
)
def test_other_sentences(words: str, lint: Linter) -> None:
    assert lint({"CLAUDE.md": words + "\n"}, select=RULES).findings == ()


@pytest.mark.parametrize(
    "words",
    [
        "never edit the file or the folder in ",
        "never read or edit or open ",
        "`a/b` contents of any of the file ",
        "不要修改任何文件和目录",
        "run the tests before any commit or ",
        "ask for my explicit permission before ",
        "`make fire`, or it is and since as ",
        "write good, simple and clean code that ",
    ],
)
def test_hostile_text_takes_no_time(words: str, lint: Linter) -> None:
    """Words that all fit and lead nowhere, in sentences of all lengths that are looked at."""
    lines = [f"- {(words * 40)[:length]} zzz" for length in range(20, 420, 4)]
    with soon():
        lint({"CLAUDE.md": "\n".join(lines) + "\n"}, select=["content/vague", "content/override-wording", *RULES])
