"""Claude Code's places and its rules for imports (SPEC 2.3, 4.2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memlint.harness import claude
from memlint.harness.facts import for_version

FACTS = for_version()


@pytest.mark.parametrize(
    ("path", "slug"),
    [
        ("/home/dana/kiln", "-home-dana-kiln"),
        ("/home/dana/my.kiln_v2 final", "-home-dana-my-kiln-v2-final"),
        ("/home/dana/-a--b", "-home-dana--a--b"),
        ("/home/dana/窯と釉薬", "-home-dana-----"),
        ("/home/dana/café", "-home-dana-caf-"),
        ("C:\\Users\\Dana\\kiln", "C--Users-Dana-kiln"),
        ("/", "-"),
        ("/a/b-c", "-a-b-c"),
        ("/a-b/c", "-a-b-c"),  # two repositories, one slug: the rule loses that
        ("/" + "x" * 199, "-" + "x" * 199),
        ("/" + "x" * 200, "-" + "x" * 199),
    ],
)
def test_slug(path: str, slug: str) -> None:
    assert claude.slug(path, FACTS) == slug


@pytest.mark.parametrize(
    ("agent", "store"),
    [
        ("painter", "painter"),
        ("Glaze_painter-2", "Glaze_painter-2"),
        ("glaze painter", "glaze-painter"),
        ("kiln:painter", "kiln-painter"),  # an agent of a plug-in
        ("../painter.v2", "---painter-v2"),
        ("maître", "ma-tre"),
        ("釉薬", "--"),
        ("", "unknown"),
    ],
)
def test_store_of_a_subagent(agent: str, store: str) -> None:
    assert claude.store_name(agent, FACTS) == store


def test_configuration_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    assert claude.config_directory("/home/dana") == "/home/dana/.claude"
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "/etc/agent")
    assert claude.config_directory("/home/dana") == "/etc/agent"
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", "")
    assert claude.config_directory("/home/dana") == "/home/dana/.claude"


def test_auto_memory(tmp_path: Path) -> None:
    assert claude.auto_memory("/home/dana/kiln", "/c", FACTS) == "/c/projects/-home-dana-kiln/memory"
    assert claude.auto_memory("/home/dana/kiln", "/c", for_version("2.1.58")) == ""
    long = "/" + "x" * 300
    slug = claude.slug(long, FACTS)
    assert claude.auto_memory(long, str(tmp_path), FACTS) == f"{tmp_path}/projects/{slug}/memory"
    for name in (f"{slug}-b", f"{slug}-a", f"{slug}c", "other"):
        (tmp_path / "projects" / name).mkdir(parents=True)
    assert claude.auto_memory(long, str(tmp_path), FACTS) == f"{tmp_path}/projects/{slug}-a/memory"


@pytest.mark.parametrize(
    ("token", "place"),
    [
        ("a.md", "/p/docs/a.md"),
        ("./a.md", "/p/docs/a.md"),
        ("../a.md", "/p/a.md"),
        ("../../../../a.md", "/a.md"),
        ("x/../a.md", "/p/docs/a.md"),
        ("/etc/a.md", "/etc/a.md"),
        ("~/a.md", "/home/dana/a.md"),
        ("~/../a.md", "/home/a.md"),
        ("x/~/a.md", "/p/docs/x/~/a.md"),
    ],
)
def test_resolve(token: str, place: str) -> None:
    assert claude.resolve(token, "/p/docs", "/home/dana") == place


@pytest.mark.parametrize(
    ("path", "extension"),
    [
        ("a.md", "md"),
        ("a.b.MD", "md"),
        ("docs.d/README", ""),
        (".env", ""),
        ("x/.env", ""),
        (".env.local", "local"),
        ("a.", ""),
        ("Makefile", ""),
        ("", ""),
    ],
)
def test_extension(path: str, extension: str) -> None:
    assert claude.extension(path) == extension


@pytest.mark.parametrize("path", ["a.md", "A.MD", "LICENSE", ".env", "x.py", "x.tsx", "x.graphql", "x.f90", "x.lock"])
def test_extensions_that_are_let_through(path: str) -> None:
    assert claude.may_import(path, FACTS)


@pytest.mark.parametrize(
    "ending", ["mdx", "mdc", "markdown", "ipynb", "jsonc", "json5", "tf", "nix", "zig", "pdf", "png"]
)
def test_extensions_that_are_not(ending: str) -> None:
    assert not claude.may_import(f"docs/a.{ending}", FACTS)
    assert claude.may_import(f"docs/a.{ending}", for_version("2.1.1"))
