"""What counts as the same instruction, and what looking for it costs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from memlint import check
from tests.trees import plant
from tests.work import soon

RULE = "content/duplicate-directive"

SAME = """
Always run the tests before you commit. | Run the tests before every commit.
Run the linter before pushing. | Lint before you push.
After each change, run `make curves`. | Run `make curves` after every change.
Do not add glazes without asking. | Ask before adding glazes.
Never fire without my approval. | Get approval before firing.
Only fire when I ask. | Never fire unless asked.
Use celadon, not tenmoku. | Use celadon.
Prefer celadon over tenmoku. | Use celadon instead of tenmoku.
Use the kiln log, not `print`. | Don't use `print`; use the kiln log.
Never push to `main`. | Pushing to main is not allowed.
Lines must not exceed 90 characters. | Max line length: 90
Keep recipes to at most 50 lines. | Recipes must be no longer than 50 lines.
Keep recipes short because nobody reads them. | Keep recipes short.
All recipes must have a cone. | Every recipe needs a cone.
`.recipe` files must never be edited. | Never edit `.recipe` files.
Indent with two spaces. | 2-space indentation, always
Answer in Danish. | Always respond in Danish.
提交前运行测试。 | 每次提交前必须运行测试。
不要使用 any 类型。 | 禁止使用 any。
釉薬の名前は英語で書く。 | 釉薬の名前は英語で記述する。
コミットしないこと。 | コミットは禁止。
테스트 없이 커밋하지 않는다. | 테스트 없이 커밋 금지.
주석은 한국어로 작성한다. | 코드 주석은 한국어로 작성하세요.
Niemals Rezepte kopieren. | Rezepte dürfen niemals kopiert werden.
Responde siempre en español. | Responde en español.
Use glazectl. | 使用 glazectl。
"""

OTHER = """
Run the tests before committing. | Run the tests before pushing.
Run the tests before committing. | Run the tests after committing.
Run the tests before committing. | Write the tests before committing.
Run lint before tests. | Run tests before lint.
Use celadon, not tenmoku. | Use tenmoku, not celadon.
Use celadon. | Do not use celadon.
Never fire twice. | Never glaze twice.
Ask before firing. | Never ask before firing.
Keep recipes below 50 lines. | Keep recipes below 60 lines.
Keep recipes short. | Keep shelves short.
Read `kiln/a.md` first. | Read `kiln/b.md` first.
Move from cone 5 to cone 6. | Move from cone 6 to cone 5.
Show the curve when the glaze changes. | Show the curve when the clay changes.
Never open it without gloves. | Never open it without asking.
Is this one line? | Make it one line.
提交后运行测试。 | 测试后运行提交。
使用单引号。 | 使用双引号。
コミット前にテストを実行する。 | コミット後にテストを実行する。
커밋 전에 테스트를 실행한다. | 푸시 전에 테스트를 실행한다.
Nunca hagas commit en main. | Nunca hagas push a main.
"""


def pairs(table: str) -> list[list[str]]:
    """Return the rows of a table."""
    return [line.split(" | ") for line in table.strip().splitlines()]


def found(tmp_path: Path, files: dict[str, str]) -> list[str]:
    base = plant(tmp_path, files)
    return [finding.path for finding in check([base], root=base, home=tmp_path / "none", select=[RULE]).findings]


@pytest.mark.parametrize(("one", "other"), pairs(SAME))
def test_the_same_in_other_words(one: str, other: str, tmp_path: Path) -> None:
    assert found(tmp_path, {"CLAUDE.md": f"- {one}\n", ".claude/rules/more.md": f"- {other}\n"})


@pytest.mark.parametrize(("one", "other"), pairs(OTHER))
def test_almost_the_same_words(one: str, other: str, tmp_path: Path) -> None:
    assert not found(tmp_path, {"CLAUDE.md": f"- {one}\n", ".claude/rules/more.md": f"- {other}\n"})


LONG = "Always write the name of the potter, the clay, the glaze, the shelf, the day and the cone of every pot into the book of the workshop"


@pytest.mark.parametrize(
    ("more", "same"),
    [
        (".", True),
        (" upstairs.", True),
        (" 2.", False),
        (" unless told.", False),
        (" without fail, ever.", False),
        (" upstairs before lunch and tea.", False),
    ],
)
def test_a_long_sentence_with_some_more_words(more: str, same: bool, tmp_path: Path) -> None:
    """One word in ten is no difference, but for a number, a name or a condition."""
    files = {"CLAUDE.md": f"{LONG}.\n", ".claude/rules/more.md": f"{LONG}{more}\n\nGloves.\n"}
    assert bool(found(tmp_path, files)) is same


def test_result_does_not_depend_on_what_was_asked_for(tmp_path: Path) -> None:
    files = {
        "CLAUDE.md": f"{LONG}.\n",
        ".claude/rules/more.md": f"{LONG}.\n\nGloves.\n",
        "api/CLAUDE.md": "Wear gloves.\n",
    }
    base = plant(tmp_path, files)
    whole, *parts = (
        check([base / name], root=base, home=tmp_path / "none", select=[RULE]).findings for name in ("", *files)
    )
    assert parts == [whole, whole, ()]


@pytest.mark.parametrize("files", [1, 10, 500])
def test_five_thousand_sentences_that_are_nearly_equal(files: int, tmp_path: Path) -> None:
    """No pair is looked at twice: the bound is generous for slow machines, a loop over pairs would take minutes."""
    chooser = random.Random(7)
    words = [*LONG.replace(",", "").split(), "kiln", "shelf", "fire"]
    lines = [f"- Always {' '.join(chooser.sample(words, 18))}.\n" for _ in range(5_000)]
    step = 5_000 // files
    names = {f".claude/rules/r{n}.md": "".join(lines[n * step : (n + 1) * step]) for n in range(files)}
    base = plant(tmp_path, names)
    with soon():
        check([base], root=base, home=tmp_path / "none", select=[RULE])
