"""Configuration: each option right and wrong, where complaints point, which file counts, and the shipped schema."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from memlint import Settings, UsageError, check
from memlint.cli.schema import schema, text
from memlint.config import FILES, OPTIONS, find_file, load, schemas
from memlint.engine.registry import load as load_rules
from memlint.toml import Mark, marks
from tests.conftest import Linter, told
from tests.trees import plant

ROOT = Path(__file__).parent.parent
BROKEN = {"CLAUDE.md": "See @docs/gone.md\n"}


def written(folder: Path, body: str, name: str = "memlint.toml") -> str:
    """Write a configuration file and return its path."""
    path = folder / name
    path.write_text(body, "utf-8")
    return str(path)


def refused(path: str) -> str:
    """Return the complaint about a configuration, checked against the rules too, without the file's path."""
    with pytest.raises(UsageError) as caught:
        check([os.path.dirname(path)], root=os.path.dirname(path), settings=load(path))
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(f"{path}:")
    return message.removeprefix(f"{path}:")


# --- what every option takes

RIGHT: list[tuple[str, str, Any]] = [
    ("", "select", ()),
    ('select = ["imports", "index/orphan-topic", "all"]', "select", ("imports", "index/orphan-topic", "all")),
    ('extend-select = ["imports"]', "extend_select", ("imports",)),
    ("ignore = []", "ignore", ()),
    ('preset = "strict"', "preset", "strict"),
    (
        '[severity]\nimports = "off"\n"imports/cycle" = "error"',
        "severity",
        {"imports": "off", "imports/cycle": "error"},
    ),
    ('severity = {imports = "info"}', "severity", {"imports": "info"}),
    (
        '[rules."budget/instructions-too-long"]\nmax-lines = 7',
        "rules",
        {"budget/instructions-too-long": {"max-lines": 7}},
    ),
    ('[per-file-ignores]\n"docs/**" = ["imports"]', "per_file_ignores", {"docs/**": ("imports",)}),
    ('exclude = ["old/", "!old/CLAUDE.md"]', "exclude", ("old/", "!old/CLAUDE.md")),
    ('fail-on = "never"', "fail_on", "never"),
    ('output-format = "sarif"', "output_format", "sarif"),
    ('target-version = "2.1.280"', "target_version", "2.1.280"),
    ('target-version = ""', "target_version", ""),
    ('plugins = ["ours.rules"]', "plugins", ("ours.rules",)),
]


@pytest.mark.parametrize(("body", "field", "value"), RIGHT, ids=[body or "nothing" for body, _, _ in RIGHT])
def test_right(tmp_path: Path, body: str, field: str, value: Any) -> None:
    path = written(tmp_path, body)
    assert load(path) == Settings()._replace(**{field: value}, file=path)


def test_schemas_are_found_from_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "shared.json").write_text('{"type": "object"}')
    settings = load(written(tmp_path / "pkg", '[schemas]\ntopic = "../shared.json"'))
    assert settings.schemas == {"topic": str(tmp_path / "shared.json")}
    assert schemas(settings) == {"topic": {"type": "object"}}
    assert schemas(Settings()) == {}


@pytest.mark.parametrize(
    ("data", "complaint"),
    [(None, "No such file or directory"), ("{", "no JSON Schema (Expecting"), ("\udc80", "no JSON Schema ('utf-8'")],
)
def test_schemas_that_cannot_be_read(data: str | None, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    if data is not None:
        path.write_bytes(data.encode("utf-8", "surrogateescape"))
    with pytest.raises(UsageError) as caught:
        check([tmp_path], root=tmp_path, settings=load(written(tmp_path, '[schemas]\ntopic = "own.json"')))
    assert str(caught.value).startswith(f"{path}: {complaint}")


def test_every_option_is_a_setting() -> None:
    defaults = Settings()
    assert {option.name.replace("-", "_") for option in OPTIONS} <= set(defaults._fields)
    assert all(getattr(defaults, option.name.replace("-", "_")) == option.default for option in OPTIONS)


WRONG = [
    # unknown keys
    ('\nselct = ["imports"]', '2: unknown key "selct"; did you mean "select"?'),
    ("extend_select = []", '1: unknown key "extend_select"; did you mean "extend-select"?'),
    ("zzz = 1", '1: unknown key "zzz"'),
    ('[tool.memlint]\nselect = ["imports"]', '1: unknown key "tool"; in this file the keys stand at the top'),
    ("# zzz\n[zzz]", '2: unknown key "zzz"'),
    ("zzz.deep.key = 1", '1: unknown key "zzz"'),
    # wrong types
    ('select = "imports"', '1: "select" is a list of texts, not a text'),
    ("select = [\n1]", '1: "select" is a list of texts, and a number is in it'),
    ("ignore = true", '1: "ignore" is a list of texts, not true or false'),
    ("plugins = {}", '1: "plugins" is a list of texts, not a table'),
    ('schemas = "a.json"', '1: "schemas" is a table, not a text'),
    ("[schemas]\ntopic = 7", '2: "topic" is the path of a JSON Schema, not a number'),
    ('[schemas]\ntopics = "a.json"', '2: "topics" is no kind of file with a header; did you mean "topic"?'),
    ("exclude = 1979-05-27", '1: "exclude" is a list of texts, not a date'),
    ('exclude = ["!"]', '1: "!" is no glob as in .gitignore'),
    ('[per-file-ignores]\n"[z-a]" = ["all"]', '2: "[z-a]" is no glob as in .gitignore'),
    ('preset = "strickt"', '1: "preset" is one of default, strict, not "strickt"; did you mean "strict"?'),
    ("fail-on = true", '1: "fail-on" is one of error, warning, info, never, not true or false'),
    ('fail-on = ["error"]', '1: "fail-on" is one of error, warning, info, never, not a list'),
    ('output-format = "xml"', '1: "output-format" is one of text, concise, markdown, json, json-lines, '),
    ("target-version = 2.1", '1: "target-version" is a text, not a number'),
    ('target-version = "v2"', '1: "target-version" is a version such as "2.1.200", not "v2"'),
    ('target-version = "2.²"', '1: "target-version" is a version'),
    ('severity = "error"', '1: "severity" is a table, not a text'),
    (
        '[severity]\nimports = "eror"',
        '2: "imports" is one of error, warning, info, off, not "eror"; did you mean "error"?',
    ),
    ("[severity]\nimports = 1", '2: "imports" is one of error, warning, info, off, not a number'),
    ("rules = []", '1: "rules" is a table, not a list'),
    ('[rules]\n"imports/cycle" = 1', '2: "rules.imports/cycle" is a table of options, not a number'),
    ('[rules."imports/cycle"]\nx = {}', '2: "x" is a text, a number, true or false, or a list of texts'),
    ('[rules."imports/cycle"]\nx = [1]', '2: "x" is a list of texts, and a number is in it'),
    ("per-file-ignores = 1", '1: "per-file-ignores" is a table, not a number'),
    ('[per-file-ignores]\n"a" = "all"', '2: "a" is a list of texts, not a text'),
    # names that nobody has
    ('select = [\n  "imports",\n  "idnex",\n]', '3: no rule or family is named "idnex"; did you mean "index"?'),
    ('extend-select = ["cycle"]', '1: no rule or family is named "cycle"; did you mean "imports/cycle"?'),
    ('ignore = ["zzz"]', '1: no rule or family is named "zzz"'),
    ('exclude = ["zzz"]\nignore = ["zzz"]', '2: no rule or family is named "zzz"'),
    ('[severity]\n"imports/cycel" = "off"', '2: no rule or family is named "imports/cycel"; did you mean'),
    ('[per-file-ignores]\n"zzz" = []\n"b" = ["zzz"]', '3: no rule or family is named "zzz"'),
    ('[rules."imports/cycel"]\n', '1: no rule or family is named "imports/cycel"; did you mean "imports/cycle"?'),
    ("[rules.imports]\n", '1: "imports" is a family; options belong to one rule'),
    (
        '[rules."budget/instructions-too-long"]\nmax-line = 3',
        '2: budget/instructions-too-long has no option "max-line"; did you mean "max-lines"?',
    ),
    ('[rules."imports/cycle"]\nx = 1', '2: imports/cycle has no option "x" (it has: none)'),
    ('[rules."budget/instructions-too-long"]\nmax-lines = "3"', '2: budget/instructions-too-long: "max-lines" is '),
    ('[rules."budget/instructions-too-long"]\nmax-lines = true', '2: budget/instructions-too-long: "max-lines" is '),
    ('[rules."content/stale"]\nat-least = -1', '2: content/stale: "at-least" is a number from 0 on, not -1'),
    (
        '[rules."scope/about-new-files"]\nshare = nan',
        '2: scope/about-new-files: "share" is a number from 0 on, not nan',
    ),
    ('[rules."scope/about-new-files"]\nshare = -0.5', '2: scope/about-new-files: "share" is a number from 0 on'),
    ('[overrides."*".rules."content/stale"]\ndays = -1', '2: content/stale: "days" is a number from 0 on'),
    # paths
    ("baseline = false", '1: "baseline" is the path of a file, not true or false'),
    ("baseline = 0", '1: "baseline" is the path of a file, not a number'),
    ("baseline = []", '1: "baseline" is the path of a file, not a list'),
    (r'baseline = "a\u0000b"', '1: "baseline" is the path of a file, and no path has a NUL'),
    (r'extend = "a\u0000b"', '1: "extend" is the path of a file, and no path has a NUL'),
    (r'schemas.topic = "a\u0000b"', '1: "topic" is the path of a file, and no path has a NUL'),
    # slots
    *(
        (f"slots.kiln = {{about = 'kilns', kind = 'choice', values = {{one = ['{pattern}']}}}}", f"1: slot kiln: {why}")
        for pattern, why in (
            ("aa{99999999999999999999}", "the repetition number is too large"),
            ("(" * 3000 + "aa" + ")" * 3000, "a pattern is nested too deeply"),
            ("(?<=a+)bb", "look-behind requires fixed-width pattern"),
            ("{zzz}aa", "there is no macro zzz"),
            ("(x+x+)+yy", "the pattern (x+x+)+yy can take exponentially long"),
        )
    ),
    (
        "[slots.kiln]\nkind = 'choice'\nid = 'k'\nabout = 'kilns'\nvalues = {one = ['gas kiln']}",
        '3: a slot has no key "id": the name of its table is its name',
    ),
]


@pytest.mark.parametrize(("body", "said"), WRONG, ids=[body[:150] for body, _ in WRONG])
def test_wrong(tmp_path: Path, body: str, said: str) -> None:
    assert refused(written(tmp_path, body)).startswith(said)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('[tool.ruff]\nselct = ["E"]\n[tool.memlint]\nselct = []', '4: unknown key "selct"'),
        ('[project]\nfail-on = "x"\n[tool.memlint]\n# fail-on\nfail-on = "y"', '5: "fail-on" is one of'),
        ('[tool.ruff]\nselect = ["zzz"]\n[tool.memlint]\nselect = [ # "zzz"\n"zzz"]', "5: no rule or family"),
        ('x = """\n[tool.memlint]\npreset = 1\n"""\n[tool.memlint]\npreset = 1', '6: "preset" is one of'),
        ("[tool]\nmemlint.preset = 1", '2: "preset" is one of'),
        ("[tool]\nmemlint = {ignore = [], preset = 1}", '2: "preset" is one of'),
        ('\n["tool"."memlint".severity]\nimports = 1', '3: "imports" is one of'),
        ("[tool]\nmemlint = 3", '2: "tool.memlint" is a table, not a number'),
        ("\n[[tool.memlint]]\n", '2: "tool.memlint" is a table, not a list'),
    ],
)
def test_the_line_is_that_of_our_table(tmp_path: Path, body: str, said: str) -> None:
    assert refused(written(tmp_path, body, "pyproject.toml")).startswith(said)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"select = [\n", ":1: "),
        (b"\na = = 2", ":2:5: "),
        (b"a = 1\na = 2\n\n", ":2:"),
        (b"\xff", ": not UTF-8 (byte 0)"),
        (b"x = " + b"[" * 5000, ": nested too deeply"),
        (b"x = " + b"9" * 5000, ": "),
    ],
    ids=lambda value: value[:20] if isinstance(value, bytes) else "",
)
def test_unreadable(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "memlint.toml"
    path.write_bytes(data)
    with pytest.raises(UsageError) as caught:
        load(str(path))
    assert str(caught.value).startswith(f"{path}{said}")


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    assert load(written(tmp_path, '\ufeffpreset = "strict"')).preset == "strict"


def test_a_name_from_the_command_line_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    path = written(plant(tmp_path, BROKEN), 'plugins = ["zzz"]\nselect = ["imports"]')
    with pytest.raises(UsageError, match=r'^no rule or family is named "zzz"; .*\(zzz\), and --allow-plugins loads'):
        check([tmp_path], settings=load(path)._replace(cli_select=("zzz",)))


@pytest.mark.parametrize(
    "body",
    [
        '[severity]\n"glazes/drip" = "off"',
        '[per-file-ignores]\n"*" = ["glazes"]',
        'ignore = ["glazes/drip"]\nextend-select = ["glazes"]',
        'select = ["imports", "glazes"]',
        '[rules."glazes/drip"]\nmost = 3',
        '[overrides."*".rules."glazes/drip"]\nmost = 3',
    ],
)
def test_names_may_be_those_of_a_plugin_that_is_not_loaded(tmp_path: Path, body: str) -> None:
    path = written(plant(tmp_path, BROKEN), f'plugins = ["kiln_rules"]\n{body}')
    assert len(check([tmp_path], home=tmp_path, settings=load(path)).findings) == 1
    (tmp_path / "without").mkdir()
    assert "no rule or family is named" in refused(written(tmp_path / "without", body))


def test_a_selection_of_rules_that_are_not_loaded_is_no_green_run(tmp_path: Path) -> None:
    path = written(plant(tmp_path, BROKEN), 'plugins = ["kiln_rules"]\nselect = ["glazes"]')
    assert "2: no rule or family is named" in (told := refused(path))
    assert told.endswith("(kiln_rules), and --allow-plugins loads these")


def test_where_keys_and_texts_stand() -> None:
    body = """a.b = 1 # x = "no"
['quoted key'."x.y"]
list = [
  "one", 'two', # "three"
  {in = "four"},
]
long = '''
x = "no"
''' # [no]
after = {p = {q = "five"}, r = ["six"]}
[[many]]
date = 1979-05-27T07:32:00.5Z
"""
    base = ("quoted key", "x.y")
    assert list(marks(body)) == [
        Mark(("a", "b"), None, 1),
        Mark(base, None, 2),
        Mark((*base, "list"), None, 3),
        Mark((*base, "list"), "one", 4),
        Mark((*base, "list"), "two", 4),
        Mark((*base, "list", "in"), None, 5),
        Mark((*base, "list", "in"), "four", 5),
        Mark((*base, "long"), None, 7),
        Mark((*base, "long"), 'x = "no"\n', 7),
        Mark((*base, "after"), None, 10),
        Mark((*base, "after", "p"), None, 10),
        Mark((*base, "after", "p", "q"), None, 10),
        Mark((*base, "after", "p", "q"), "five", 10),
        Mark((*base, "after", "r"), None, 10),
        Mark((*base, "after", "r"), "six", 10),
        Mark(("many",), None, 11),
        Mark(("many", "date"), None, 12),
    ]


# --- which file counts


def test_precedence_in_one_folder(tmp_path: Path) -> None:
    assert find_file(str(tmp_path), str(tmp_path)) is None
    for name in reversed(FILES):
        path = written(tmp_path, "[tool.memlint]\n" if name == "pyproject.toml" else "", name)
        assert find_file(str(tmp_path), str(tmp_path)) == path


def test_the_nearest_folder_wins(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    top = written(tmp_path, "")
    assert find_file(str(inner), str(tmp_path)) == top
    near = written(inner.parent, "[tool.memlint]", "pyproject.toml")
    assert find_file(str(inner), str(tmp_path)) == near


def test_the_search_stops_at_the_root(tmp_path: Path) -> None:
    """Case 137: a file in a shared folder above the repository has no say, and can name no plug-in."""
    written(tmp_path, 'plugins = ["evil"]\nignore = ["all"]')
    root = plant(tmp_path / "repository", BROKEN)
    (root / "app").mkdir()
    assert find_file(str(root / "app"), str(root)) is None
    assert told(check([root], home=tmp_path / "home")) == ["CLAUDE.md:1:5 error imports/missing-target"]


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        ("[tool.memlint]\n", True),
        ("[tool.memlint.severity]\n", True),
        ("[tool]\nmemlint.preset = 'strict'\n", True),
        ("[ tool . memlint ]\n", True),
        ('[project]\ndependencies = ["agent-memlint"]\n', False),
        ("# [tool.memlint]\n[tool.ruff]\n", False),
        ('[tool.uv.sources]\nmemlint = { path = "../memlint" }\n', False),
        ("[tool.memlint-plus]\n", False),
        ("tool = 1 # memlint\n", False),
        ("[project]\n", False),
        ("[broken\nmemlint", False),
        ("[tool.memlint]\n[broken\n", True),
    ],
)
def test_a_pyproject_counts_when_it_has_our_table(tmp_path: Path, body: str, counts: bool) -> None:
    path = written(tmp_path, body, "pyproject.toml")
    assert find_file(str(tmp_path), str(tmp_path)) == (path if counts else None)


@pytest.mark.parametrize("name", ["memlint.toml", ".memlint.toml"])
@pytest.mark.parametrize(("made", "what"), [("folder", "a folder"), ("link", "a link to nothing"), ("pipe", "no file")])
def test_a_configuration_that_is_no_file_is_not_lost(tmp_path: Path, name: str, made: str, what: str) -> None:
    path = tmp_path / name
    if made == "folder":
        path.mkdir()
    elif made == "link":
        path.symlink_to("gone.toml")
    else:
        os.mkfifo(path)
    with pytest.raises(UsageError, match=f"{name}: a configuration is a file, and this is {what}$"):
        find_file(str(tmp_path), str(tmp_path))


def test_a_pyproject_that_cannot_be_read_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "[tool.memlint]\n", "pyproject.toml")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("builtins.open", refuse)
    found = find_file(str(tmp_path), str(tmp_path))
    assert found == path
    with pytest.raises(UsageError, match="Permission denied"):
        load(found)


def test_a_pyproject_that_is_named_must_have_our_table(tmp_path: Path) -> None:
    path = written(tmp_path, "[tool.ruff]\n", "pyproject.toml")
    for named in (path, written(tmp_path, 'extend = "pyproject.toml"')):
        with pytest.raises(UsageError, match=r"pyproject\.toml: there is no table \[tool\.memlint\] in it$"):
            load(named)


def test_plugins_are_not_imported_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "evil_rules.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    root = plant(tmp_path / "project", {**BROKEN, "memlint.toml": 'plugins = ["evil_rules"]\n'})
    assert len(check([root], home=tmp_path).findings) == 1
    with pytest.raises(UsageError, match="imported"):
        check([root], home=tmp_path, allow_plugins=True)


# --- what options do


@pytest.mark.parametrize(
    ("glob", "left"),
    [
        ("docs/CLAUDE.md", ["", "docs/deep/"]),
        (r"docs\CLAUDE.md", ["", "docs/deep/"]),
        ("docs/", [""]),
        ("docs\\", [""]),
        (r"docs\deep", ["", "docs/"]),
        ("/CLAUDE.md", ["docs/", "docs/deep/"]),
        ("CLAUDE.md", []),
        ("docs/**", [""]),
        ("**/deep/*", ["", "docs/"]),
        ("other/", ["", "docs/", "docs/deep/"]),
    ],
)
def test_per_file_ignores(lint: Linter, glob: str, left: list[str]) -> None:
    files = {f"{folder}CLAUDE.md": "@gone.md\n" for folder in ("", "docs/", "docs/deep/")}
    report = lint({**files, "memlint.toml": f"[per-file-ignores]\n'{glob}' = ['imports/missing-target']\n"})
    assert [finding.path.removesuffix("CLAUDE.md") for finding in report.findings] == left


@pytest.mark.parametrize("words", [["imports"], ["imports/missing-target"], ["all"]])
def test_per_file_ignores_take_rules_families_and_all(lint: Linter, words: list[str]) -> None:
    body = f"[per-file-ignores]\n'*' = {json.dumps(words)}\n"
    assert lint({**BROKEN, "memlint.toml": body}).findings == ()


@pytest.mark.parametrize(
    ("body", "severities"),
    [
        ("", ["error"]),
        ('severity = {imports = "warning"}', ["warning"]),
        ('severity = {"imports/missing-target" = "info"}', ["info"]),
        ('severity = {"imports/missing-target" = "info", imports = "off"}', ["info"]),
        ('severity = {imports = "info", "imports/missing-target" = "off"}', []),
        ('severity = {imports = "off"}', []),
        ('severity = {index = "off"}', ["error"]),
    ],
)
def test_severity(lint: Linter, body: str, severities: list[str]) -> None:
    report = lint({**BROKEN, "memlint.toml": body})
    assert [finding.severity for finding in report.findings] == severities


@pytest.mark.parametrize(
    ("globs", "read"),
    [
        ([], ["CLAUDE.md", "old/CLAUDE.md"]),
        (["old/"], ["CLAUDE.md"]),
        (["old"], ["CLAUDE.md"]),
        (["/CLAUDE.md"], ["old/CLAUDE.md"]),
        (["*", "!old/CLAUDE.md"], ["old/CLAUDE.md"]),
        (["new/"], ["CLAUDE.md", "old/CLAUDE.md"]),
    ],
)
def test_exclude(lint: Linter, globs: list[str], read: list[str]) -> None:
    files = {"CLAUDE.md": "@gone.md\n", "old/CLAUDE.md": "@gone.md\n"}
    report = lint({**files, "memlint.toml": f"exclude = {json.dumps(globs)}\n"})
    assert [file.path for file in report.files] == read
    assert [finding.path for finding in report.findings] == read


def test_options_reach_their_rule(lint: Linter) -> None:
    files = {"CLAUDE.md": "".join(f"- line {number}\n" for number in range(40))}
    body = '[rules."budget/instructions-too-long"]\nmax-lines = 30\n'
    assert lint(files).findings == ()
    assert told(lint({**files, "memlint.toml": body})) == ["CLAUDE.md:1:1 info budget/instructions-too-long"]


# --- the schema


def test_the_shipped_schema_is_current() -> None:
    assert (ROOT / "memlint" / "schema.json").read_text("utf-8") == text() + "\n"


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(schema())


# Unknown names are let pass by the schema, since plug-ins have names of their own.
SAMPLES: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"select": ["imports"], "ignore": []}, True),
    ({"select": "imports"}, False),
    ({"select": [1]}, False),
    ({"selct": []}, False),
    ({"extend-select": ["all"]}, True),
    ({"extend_select": ["all"]}, False),
    ({"preset": "strict"}, True),
    ({"preset": "Strict"}, False),
    ({"preset": 1}, False),
    ({"severity": {"imports": "off"}}, True),
    ({"severity": {"imports": "none"}}, False),
    ({"severity": ["imports"]}, False),
    ({"rules": {"budget/instructions-too-long": {"max-lines": 10}}}, True),
    ({"rules": {"budget/instructions-too-long": {"max-lines": "10"}}}, False),
    ({"rules": {"budget/instructions-too-long": {"max-lines": True}}}, False),
    ({"rules": {"budget/instructions-too-long": {"max-line": 10}}}, False),
    ({"rules": {"budget/instructions-too-long": {"max-lines": 0}}}, True),
    ({"rules": {"budget/instructions-too-long": {"max-lines": -1}}}, False),
    ({"rules": {"scope/about-new-files": {"share": 1}}}, True),
    ({"rules": {"scope/about-new-files": {"share": 0.5}}}, True),
    ({"rules": {"scope/about-new-files": {"share": -0.5}}}, False),
    ({"baseline": False}, False),
    ({"baseline": 0}, False),
    ({"baseline": []}, False),
    ({"slots": {"kiln": {"kind": "choice", "about": "kilns", "values": {"gas": ["gas kiln"]}}}}, True),
    ({"slots": {"kiln": {"id": "k", "kind": "choice", "about": "kilns", "values": {"gas": ["gas kiln"]}}}}, False),
    ({"rules": {"frontmatter/unknown-type": {"extra-types": ["a"]}}}, True),
    ({"rules": {"frontmatter/unknown-type": {"extra-types": [1]}}}, False),
    ({"rules": {"frontmatter/unknown-type": {"extra-types": "a"}}}, False),
    ({"rules": {"imports/cycle": 1}}, False),
    ({"rules": {"imports/cycle": {}}}, True),
    ({"per-file-ignores": {"docs/**": ["imports"]}}, True),
    ({"per-file-ignores": {"docs/**": "imports"}}, False),
    ({"exclude": ["a/", "!b"]}, True),
    ({"exclude": {}}, False),
    ({"max-warnings": 0}, True),
    ({"max-warnings": -1}, False),
    ({"max-warnings": "1"}, False),
    ({"extend": []}, True),
    ({"extend": 1}, False),
    ({"extend": [1]}, False),
    ({"overrides": {}}, True),
    ({"overrides": {"*": {}}}, True),
    ({"overrides": {"*": {"ignore": ["imports"], "severity": {"imports": "info"}}}}, True),
    ({"overrides": {"*": {"rules": {"budget/instructions-too-long": {"max-lines": 10}}}}}, True),
    ({"overrides": {"*": {"rules": {"budget/instructions-too-long": {"max-lines": "10"}}}}}, False),
    ({"overrides": {"*": {"ignore": "imports"}}}, False),
    ({"overrides": {"*": {"severity": {"imports": "none"}}}}, False),
    ({"overrides": {"*": {"select": ["imports"]}}}, False),
    ({"overrides": {"*": []}}, False),
    ({"overrides": []}, False),
    ({"fail-on": "never"}, True),
    ({"fail-on": "off"}, False),
    ({"output-format": "concise"}, True),
    ({"output-format": "xml"}, False),
    ({"target-version": "2.1.280"}, True),
    ({"target-version": ""}, True),
    ({"target-version": "newest"}, False),
    ({"target-version": 2}, False),
    ({"plugins": ["a.b"]}, True),
    ({"schemas": {"topic": "a.json"}}, True),
    ({"schemas": {"topics": "a.json"}}, False),
    ({"schemas": {"topic": 7}}, False),
    ({"plugins": "a.b"}, False),
]


@pytest.mark.parametrize(("sample", "good"), SAMPLES, ids=[json.dumps(sample) for sample, _ in SAMPLES])
def test_schema_and_check_agree(tmp_path: Path, sample: dict[str, Any], good: bool) -> None:
    assert jsonschema.Draft7Validator(schema()).is_valid(sample) is good
    path = written(plant(tmp_path, {"a.json": "{}"}), as_toml(sample))
    try:
        check([tmp_path], home=tmp_path, settings=load(path)._replace(target_version=""))
        accepted = True
    except UsageError:
        accepted = False
    assert accepted is good


def as_toml(value: Any) -> str:
    """Write ``value`` in TOML; JSON's texts, numbers and lists are TOML's too."""

    def inline(value: Any) -> str:
        if isinstance(value, dict):
            return "{" + ", ".join(f"{json.dumps(key)} = {inline(item)}" for key, item in value.items()) + "}"
        return json.dumps(value)

    return "\n".join(f"{json.dumps(key)} = {inline(item)}" for key, item in value.items())


def test_every_rule_with_options_is_in_the_schema() -> None:
    listed = schema()["properties"]["rules"]["properties"]
    assert set(listed) == {name for name, rule in load_rules().items() if rule.options}
