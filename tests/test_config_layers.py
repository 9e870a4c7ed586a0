"""Configuration for teams: files that extend others, overrides by glob, and names that rules had before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memlint import Settings, UsageError
from memlint.config import Override, load
from memlint.engine.selection import former_names, renamed
from tests.conftest import Linter, told
from tests.test_config import refused, written
from tests.trees import plant
from tests.work import counted

OLD, NEW = "security/imported-credential-file", "imports/credential-file"
BROKEN = {f"{folder}CLAUDE.md": "See @gone.md\n" for folder in ("", "docs/", "docs/deep/")}
LONG = {f"{folder}CLAUDE.md": "".join(f"- line {number}\n" for number in range(40)) for folder in ("", "docs/")}
TOO_LONG = "budget/instructions-too-long"


def planted(folder: Path, files: dict[str, str]) -> str:
    """Write configuration files and return the path of the first."""
    for name, body in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        written((folder / name).parent, body, Path(name).name)
    return str(folder / next(iter(files)))


# --- extend


def test_a_key_replaces_and_tables_come_together(tmp_path: Path) -> None:
    path = planted(
        tmp_path,
        {
            "a/memlint.toml": """extend = "../base.toml"
ignore = ["links"]
extend-select = ["index"]
severity = {imports = "info"}
rules."budget/instructions-too-long".max-lines = 30
overrides."docs/**".ignore = ["index"]
""",
            "base.toml": """preset = "strict"
ignore = ["imports"]
extend-select = ["content"]
severity = {imports = "off", index = "off"}
rules."budget/instructions-too-long" = {max-lines = 10, max-units = 5}
overrides."docs/**".ignore = ["links"]
overrides."*".severity = {imports = "off"}
""",
        },
    )
    settings = load(path)
    assert settings.file == path
    assert settings.extend == (str(tmp_path / "base.toml"),)
    assert settings.preset == "strict"
    assert settings.ignore == ("links",)
    assert settings.extend_select == ("content", "index")
    assert settings.severity == {"imports": "info", "index": "off"}
    assert settings.rules == {TOO_LONG: {"max-lines": 30, "max-units": 5}}
    assert list(settings.overrides) == ["*", "docs/**"]
    assert settings.overrides["docs/**"] == Override(("index",))


def test_several_and_nested_and_a_pyproject(tmp_path: Path) -> None:
    files = {
        "memlint.toml": 'extend = ["one.toml", "sub/pyproject.toml"]',
        "one.toml": 'fail-on = "info"\npreset = "strict"\nextend = "common.toml"',
        "sub/pyproject.toml": '[tool.memlint]\nfail-on = "error"\nextend = "../common.toml"\nbaseline = "known.json"',
        "common.toml": 'target-version = "2.1.280"\npreset = "default"',
    }
    settings = load(planted(tmp_path, files))
    assert (settings.fail_on, settings.preset, settings.target_version) == ("error", "default", "2.1.280")
    assert settings.baseline == str(tmp_path / "sub" / "known.json")
    assert [os.path.relpath(path, tmp_path) for path in settings.extend] == [
        *("one.toml", "common.toml", "sub/pyproject.toml")
    ]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"memlint.toml": '\nextend = "memlint.toml"'}, 'memlint.toml:2: "extend" leads back to '),
        ({"memlint.toml": 'extend = "a"', "a": 'extend = "./memlint.toml"'}, 'a:1: "extend" leads back to '),
        ({"memlint.toml": 'extend = "gone.toml"'}, "memlint.toml:1: no such file: "),
        ({"memlint.toml": 'extend = "."'}, "memlint.toml:1: no such file: "),
        ({"memlint.toml": 'extend = "https://kiln.example/a.toml"'}, 'memlint.toml:1: "extend" names files of this'),
        ({"memlint.toml": "extend = 1"}, 'memlint.toml:1: "extend" is a list of texts, not a number'),
        ({"memlint.toml": 'extend = "a"', "a": "\nzzz = 1"}, 'a:2: unknown key "zzz"'),
        ({"memlint.toml": 'extend = "a"', "a": "= 1"}, "a:1:1: "),
    ],
)
def test_what_cannot_be_extended(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        load(planted(tmp_path, files))
    assert str(caught.value).removeprefix(f"{tmp_path}/").startswith(said)


def test_each_file_is_read_once_however_many_ways_lead_to_it(tmp_path: Path) -> None:
    files = {f"c{level}.toml": f'extend = ["c{level + 1}.toml", "./c{level + 1}.toml"]' for level in range(40)}
    files["c40.toml"] = 'extend-select = ["imports", "links"]'
    plant(tmp_path, {**files, "memlint.toml": 'extend = ["c0.toml", "c0.toml"]\nextend-select = ["index"]'})
    counts, settings = counted(lambda: load(str(tmp_path / "memlint.toml")))
    assert settings.extend_select == ("imports", "links", "index")
    assert len(settings.extend) == 41
    assert sum(times for name, times in counts.items() if name.endswith(" _parsed")) == 42


def test_an_endless_row_of_files_is_refused(tmp_path: Path) -> None:
    plant(tmp_path, {f"c{level}.toml": f'extend = "c{level + 1}.toml"' for level in range(60)})
    with pytest.raises(UsageError, match='more than 50 files "extend" one another'):
        load(str(tmp_path / "c0.toml"))


def test_a_wrong_name_is_found_in_the_file_that_has_it(tmp_path: Path, lint: Linter) -> None:
    path = planted(tmp_path, {"memlint.toml": 'extend = "a.toml"', "a.toml": '\nignore = ["imprts"]'})
    with pytest.raises(UsageError, match=r'a\.toml:2: no rule or family is named "imprts"'):
        lint(BROKEN, settings=load(path))


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(UsageError, match="no such file"):
        load(written(tmp_path, 'extend = "pipe.toml"'))


# --- overrides


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("[overrides.'docs/**']\nignore = ['imports']", ["CLAUDE.md error"]),
        (r"[overrides.'docs\deep']" + "\nignore = ['imports/missing-target']", ["CLAUDE.md error", "docs/ error"]),
        ("[overrides.'docs/']\nseverity = {imports = 'info'}", ["CLAUDE.md error", "docs/ info", "docs/deep/ info"]),
        ("[overrides.'docs/']\nseverity = {all = 'off'}", ["CLAUDE.md error"]),
        (
            "severity = {imports = 'off'}\n[overrides.'docs/deep/']\nseverity = {'imports/missing-target' = 'warning'}",
            ["docs/deep/ warning"],
        ),
        (
            "[overrides.'docs/']\nseverity = {imports = 'off'}\n[overrides.'docs/deep/']\nseverity = {imports = 'info'}",
            ["CLAUDE.md error", "docs/deep/ info"],
        ),
        (
            "overrides.'*'.severity = {imports = 'info', 'imports/missing-target' = 'warning'}",
            ["CLAUDE.md warning", "docs/ warning", "docs/deep/ warning"],
        ),
    ],
)
def test_overrides(lint: Linter, body: str, left: list[str]) -> None:
    report = lint({**BROKEN, "memlint.toml": body})
    found = [
        f"{finding.path.removesuffix('CLAUDE.md') or finding.path} {finding.severity}" for finding in report.findings
    ]
    assert found == left


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("", []),
        (f"overrides.'docs/'.rules.'{TOO_LONG}'.max-lines = 30", ["docs/CLAUDE.md"]),
        (f"rules.'{TOO_LONG}'.max-lines = 30\noverrides.'docs/'.rules.'{TOO_LONG}'.max-lines = 50", ["CLAUDE.md"]),
        (f"overrides.'*'.rules.'{TOO_LONG}'.max-lines = 30", ["CLAUDE.md", "docs/CLAUDE.md"]),
        (
            f"overrides.'*'.rules.'{TOO_LONG}'.max-lines = 30\noverrides.'/CLAUDE.md'.rules.'{TOO_LONG}'.max-lines = 99",
            ["docs/CLAUDE.md"],
        ),
    ],
)
def test_options_by_glob(lint: Linter, body: str, left: list[str]) -> None:
    report = lint({**LONG, "memlint.toml": body}, select=[TOO_LONG])
    assert [finding.path for finding in report.findings] == left


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("overrides = []", '1: "overrides" is a table, not a list'),
        ("overrides.'*' = 1", '1: "overrides.*" is a table, not a number'),
        ("[overrides.'[z-a]']", '1: "[z-a]" is no glob'),
        ("[overrides.'*']\nignores = []", '2: an override has no key "ignores"; did you mean "ignore"?'),
        ("[overrides.'*']\nignore = 'imports'", '2: "ignore" is a list of texts, not a text'),
        ("[overrides.'*']\nseverity = 'off'", '2: "severity" is a table, not a text'),
        ("[overrides.'*'.severity]\nimports = 'of'", '2: "imports" is one of error, warning, info, off, not "of"'),
        ("[overrides.'*']\nignore = ['zzz']", '2: no rule or family is named "zzz"'),
        ("[overrides.'*'.severity]\nzzz = 'off'", '2: no rule or family is named "zzz"'),
        ("[overrides.'*'.rules.imports]", '1: "imports" is a family; options belong to one rule'),
        (f"[overrides.'*'.rules.'{TOO_LONG}']\nmax-line = 3", f'2: {TOO_LONG} has no option "max-line"'),
        ("max-warnings = -1", '1: "max-warnings" is a number from 0 on, not -1'),
        ("max-warnings = true", '1: "max-warnings" is a number from 0 on, not true or false'),
    ],
)
def test_wrong_overrides(tmp_path: Path, body: str, said: str) -> None:
    assert refused(written(tmp_path, body)).startswith(said)


# --- former names


@pytest.mark.parametrize(
    "body",
    [
        f'select = ["{OLD}"]',
        f'extend-select = ["{OLD}"]',
        f'ignore = ["{OLD}"]',
        f'severity = {{"{OLD}" = "info"}}',
        f'per-file-ignores = {{"*" = ["{OLD}"]}}',
        f'overrides."*".ignore = ["{OLD}"]',
        f'overrides."*".severity = {{"{OLD}" = "info"}}',
    ],
)
def test_former_names_do_what_those_of_today_do(lint: Linter, tmp_path: Path, body: str) -> None:
    from memlint.engine.registry import load as load_rules

    tree = {"CLAUDE.md": "See @.env and @gone.md\n", ".env": "KILN=1\n"}
    old, new = load(written(tmp_path, body, "old.toml")), load(written(tmp_path, body.replace(OLD, NEW), "new.toml"))
    assert told(lint(tree, settings=old)) == told(lint(tree, settings=new))
    assert told(lint(tree, settings=new)) != told(lint(tree, settings=Settings())) or "extend-select" in body
    assert former_names(load_rules())[OLD] == NEW
    assert renamed(old, load_rules()) == {OLD: NEW}
    assert renamed(new, load_rules()) == {}
