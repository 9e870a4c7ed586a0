"""Fixes of whole projects: they end, they lose nothing, and a second run has nothing to do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from memlint import Edit, Finding, Fix, Report, Span
from memlint.engine import fixing
from memlint.project.project import Project
from memlint.source.document import parse
from tests.repairs import linter, repair
from tests.trees import plant

HEADERS = st.sampled_from(
    [
        "",
        "---\nname: NAME\ndescription: Kilns: when and who\nmetadata:\n  type: project\n---\n",
        "---\ndescription: What NAME is about\nmetadata:\n  type: project\n---\n",
        "\n---\nname: NAME\ndescription: What NAME is about\ntype: project\n---\n",
        "---\nname: NAME\ndescription: What NAME is about\nmetadata:\n\ttype: project\n---\n",
        "---\r\nname: NAME\r\ndescription: What NAME is about\r\ntype: project\r\n---\r\n",
        "---\nname: NAME\ndescription: Why ticket #12 moved NAME\nmetadata:\n  type: project\n---\n",
    ]
)
LINES = st.sampled_from(
    [
        "See @docs/firing.md.",
        "See @docs/Firing.md for more",
        "@import docs/firing.md",
        "@docs\\firing.md",
        "@Kiln Docs/glaze.md",
        "@firing.md",
        "@docs/firing.md",
        "@Kiln%20Docs/glaze.md",
        "请阅读@docs/firing.md",
        "- [Clay](clay.md) — which one",
        "2. [Cones](cones.md): which for what",
        "<!-- memlint-disable-next-line imports/missing-target -- the kiln writes it -->",
        "Glazes are named in [[glaze-name]].",
        "We moved the kiln last week.",
        "- [A](glaze-names.md) — how glazes are named",
        "- [A](glaze-names.md) — how glazes are named",
        "Say `@docs/firing.md.` and “@docs/firing.md.” to nobody.",
        "",
    ]
)
BODIES = st.tuples(st.lists(LINES, max_size=6), st.sampled_from(["\n", "\r\n"]), st.booleans()).map(
    lambda drawn: drawn[1].join(drawn[0]) + drawn[1] * drawn[2]
)
RULES = st.sampled_from(
    [
        "---\npaths: **/*.md\n---\n",
        '---\nglobs: "docs/**"\n---\n',
        "---\npaths: './docs/**'\n---\n",
        "\n---\npaths: x\n---\n",
    ]
)
CLAY = "---\nname: clay\ndescription: Which clay we buy\ntype: project\n---\nThe red one.\n"
TREES = st.fixed_dictionaries(
    {
        "CLAUDE.md": st.tuples(st.sampled_from(["", "\\xef\\xbb\\xbf"]), BODIES).map("".join),
        ".claude/rules/kiln.md": st.tuples(RULES, BODIES).map("".join),
        "memory/MEMORY.md": BODIES,
        "memory/glaze-names.md": st.tuples(HEADERS, BODIES).map(lambda t: t[0].replace("NAME", "glaze-names") + t[1]),
        "memory/archive/clay.md": st.sampled_from([CLAY, CLAY.replace("\n", "\r\n"), "The red one.\n"]),
        "memory/cones.md": st.just(
            "---\nname: cones\ndescription: Which for what\nmetadata:\n  x: 1\ntype: user\n---\n"
        ),
        "docs/firing.md": st.just("# Firing\n"),
        "Kiln Docs/glaze.md": st.just("# Glaze\n"),
    }
)


def seen(base: Path) -> tuple[Counter[tuple[str, str]], set[tuple[str, str]], list[object]]:
    """Return the findings, where imports and entries lead, and the load plan."""
    found: list[Project] = []
    report = linter(base)(observe=lambda project, findings: found.append(project))
    plan = [(load.path, load.moment, load.reason, load.globs, load.why_not) for load in found[0].plan.loads]
    ways = {(edge.source, edge.target) for edge in found[0].import_edges() if edge.state == "file"}
    ways |= {(i.document.path, e.target) for i in found[0].memories.indexes for e in i.entries if e.exists}
    return Counter((finding.path, finding.rule) for finding in report.findings), ways, list(plan)


@given(tree=TREES, unsafe=st.booleans())
@settings(max_examples=15, phases=(Phase.generate,))
def test_any_project(tree: dict[str, str], unsafe: bool, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Fixing converges, is idempotent, adds no finding and keeps every way; what loads stays without --unsafe-fixes."""
    base = plant(tmp_path_factory.mktemp("any"), tree)
    before, ways, plan = seen(base)
    marks = {name: (base / name).read_bytes().startswith(b"\xef\xbb\xbf") for name in tree}
    fixed = repair(base, unsafe=unsafe)
    after, kept, planned = seen(base)
    assert not after - before
    assert sum(after.values()) <= sum(before.values()) - len(fixed.applied)  # one repair may answer two findings
    assert ways <= kept
    assert unsafe or planned == plan
    assert {name: (base / name).read_bytes().startswith(b"\xef\xbb\xbf") for name in tree} == marks
    assert repair(base, unsafe=unsafe).changed == ()


def test_what_was_refused_is_tried_again_after_others(tmp_path: Path) -> None:
    """An import in a scoped rule would load twice over until another file imports the same: then it may be mended."""
    base = plant(
        tmp_path,
        {
            "CLAUDE.md": "# Kiln\n\n@import docs/firing.md\n",
            ".claude/rules/kiln.md": '---\npaths: "./docs/**"\n---\n@docs/firing.md\n',
            "docs/firing.md": "# Firing\n",
        },
    )
    fixed = repair(base, unsafe=True)
    assert "imports/missing-target" in {finding.rule for finding in fixed.applied}
    assert fixed.refused == ()
    assert repair(base, unsafe=True).changed == ()


HEADER = "---\nname: NAME\ndescription: TEXT\nmetadata:\n  type: project\n---\n"
INDEX = "- [Clay](clay.md) — which one\n"


def test_no_file_and_no_entry_goes_away(tmp_path: Path) -> None:
    """Case 172: a note without a line gets one, a line without a note stays."""
    tree = {
        "memory/MEMORY.md": f"{INDEX}- [Gone](gone.md) — a memory of the kiln\n",
        "memory/clay.md": "The red one.\n",
        "memory/cones.md": HEADER.replace("NAME", "cones").replace("TEXT", "Which for what") + "Five.\n",
    }
    base = plant(tmp_path, tree)
    repair(base, unsafe=True)
    assert (base / "memory/MEMORY.md").read_text() == tree[
        "memory/MEMORY.md"
    ] + "- [cones](cones.md) — Which for what\n"
    assert {path.name for path in (base / "memory").iterdir()} == {"MEMORY.md", "clay.md", "cones.md"}


def test_patterns_of_other_tools_are_left_alone(tmp_path: Path) -> None:
    """Case 175: for Cursor the quotes would be a part of the glob."""
    text = "---\nglobs: **/*.md\nalwaysApply: false\n---\nName glazes after their recipe.\n"
    base = plant(tmp_path, {".cursor/rules/x.mdc": text, ".claude/rules/x.md": text, "CLAUDE.md": "# Kiln\n"})
    fixed = repair(base, unsafe=True)
    assert [each.file.path for each in fixed.changed] == [".claude/rules/x.md"]
    assert (base / ".cursor/rules/x.mdc").read_text() == text


def test_a_key_is_never_written_twice(tmp_path: Path) -> None:
    """Case 176: ``globs`` becomes ``paths`` only where there is none."""
    text = "---\npaths: docs/**\nglobs: docs/**\n---\nName glazes.\n"
    base = plant(tmp_path, {".claude/rules/x.md": text, "docs/a.md": "# A\n"})
    assert repair(base, unsafe=True).changed == ()


@pytest.mark.parametrize("fence", ["---\n", "--- \n", "---\r\n"])
def test_a_key_is_written_below_the_delimiter(tmp_path: Path, fence: str) -> None:
    """Case 177: the header afterwards has the old keys with their values, and the new one."""
    text = f"{fence}description: Which for what\nmetadata:\n  type: project\n---\nFive.\n"
    tree = {"memory/MEMORY.md": "- [Cones](cones.md) — which\n", "memory/cones.md": text}
    base = plant(tmp_path, tree)
    repair(base, unsafe=True)
    old, new = (parse(data, "").frontmatter for data in (text.encode(), (base / "memory/cones.md").read_bytes()))  # type: ignore[union-attr]
    assert old is not None
    assert new is not None
    values = {field.path: field.text for field in old.fields if field.kind != "mapping"}
    assert {field.path: field.text for field in new.fields if field.kind != "mapping"} == {**values, ("name",): "cones"}
    assert new.status == "valid"


def test_a_new_line_says_all_that_the_header_says(tmp_path: Path) -> None:
    """Case 184: nothing is shortened on its way; what is too long for a line gets none."""
    for number, words in ((1, 12), (2, 60)):
        hook = " ".join(["Cone", *["six"] * words])
        text = HEADER.replace("NAME", "cones").replace("TEXT", hook)
        tree = {"memory/MEMORY.md": INDEX, "memory/clay.md": "The red one.\n", "memory/cones.md": text}
        base = plant(tmp_path / str(number), tree)
        repair(base, unsafe=True)
        wanted = INDEX + (f"- [cones](cones.md) — {hook}\n" if number == 1 else "")
        assert (base / "memory/MEMORY.md").read_text() == wanted


def test_a_fix_for_display_is_never_applied(tmp_path: Path) -> None:
    base = plant(tmp_path, {"CLAUDE.md": "See @docs/gone.md\n"})
    lint = linter(base, select=["imports/missing-target"])

    def shown(**options: object) -> Report:
        report = lint(**options)
        fix = Fix("write it", (Edit(Span(4, 16), "nothing"),), "display")
        return report._replace(findings=tuple(finding._replace(fix=fix) for finding in report.findings))

    assert fixing.fix(shown, {}, unsafe=True).changed == ()


def test_a_fix_that_harms_does_not_stop_another(tmp_path: Path) -> None:
    base = plant(tmp_path, {"CLAUDE.md": "See @docs/gone.md\n\n\nword\n"})
    bad = Fix("lose it", (Edit(Span(4, 5), ""),))
    good = Fix("one blank line", (Edit(Span(18, 19), ""),))

    def lint(**options: object) -> Report:
        def findings(report: Report) -> tuple[Finding, ...]:
            text = report.texts["CLAUDE.md"]
            made = [Finding(Span(4, 5), "bad", "CLAUDE.md", "info", fix=bad, rule="x/bad")] * ("@" in text)
            return (
                *made,
                *[Finding(Span(18, 19), "two", "CLAUDE.md", "info", fix=good, rule="x/two")] * ("\n\n\n" in text),
            )

        observe = options.pop("observe")
        kept: list[Project] = []
        report = linter(base, select=["imports"])(observe=lambda project, found: kept.append(project), **options)
        report = report._replace(findings=findings(report))
        observe(kept[0], list(report.findings))  # type: ignore[operator]
        return report

    fixed = fixing.fix(lint, {})
    assert [each.new for each in fixed.changed] == [b"See @docs/gone.md\n\nword\n"]
    assert [(finding.rule, why) for finding, why in fixed.refused] == [("x/bad", "an import would be lost")]
