"""What a naming convention is for: "File names use kebab-case" is about files."""

from __future__ import annotations

import re
from functools import cache

from memlint.source.patterns import compile_once

_PARTS = {
    "variable": "var", "variables": "var", "var": "var", "vars": "var", "变量": "var", "变量名": "var", "变量命名": "var", "変数": "var", "変数名": "var",
    "변수": "var", "변수명": "var", "files": "file", "file": "file", "filenames": "file", "filename": "file", "文件名": "file", "文件": "file",
    "ファイル名": "file", "파일명": "file", "functions": "func", "function": "func", "methods": "func", "method": "func", "函数名": "func", "函数": "func",
    "関数名": "func", "columns": "db", "column": "db", "database": "", "components": "component", "component": "component", "classes": "cls",
    "class": "cls", "类名": "cls", "クラス名": "cls", "constants": "const", "constant": "const", "常量": "const", "types": "type", "fields": "field", "field": "field",
    "tables": "table", "表名": "table", "テーブル名": "table", "列名": "db", "字段名": "field", "字段": "field", "组件": "component", "组件名": "component", "方法": "func",
    "方法名": "func", "関数": "func", "함수명": "func", "함수": "func", "クラス": "cls", "클래스명": "cls", "클래스": "cls", "类": "cls", "常量名": "const", "定数": "const",
    "定数名": "const", "상수": "const", "상수명": "const", "ファイル": "file", "파일": "file", "コンポーネント": "component", "コンポーネント名": "component", "컴포넌트": "component", "identifiers": "identifier",
}  # fmt: skip
_FILLERS = frozenset(
    (
        "all",
        "the",
        "for",
        "in",
        "names",
        "name",
        "naming",
        "use",
        "and",
        "should",
        "must",
        "be",
        "are",
        "is",
        "always",
        "new",
        "our",
        "every",
        "each",
        "any",
        "named",
        "written",
        "of",
        "convention",
    )
)


@cache
def _verb_first() -> re.Pattern[str]:
    return compile_once(
        r"^\W*(?:use|name|prefer|write)\s+(?:all\s+)?(.*?)\s*(?:in\s+|with\s+)?`?(?:camel|snake|kebab|pascal|screaming|upper)[ _-]?(?:snake)?(?:[ _-]?case)?`?"
        r"(?:\s+(?:for|as)\s+(?:all\s+|the\s+)?([\w ]+))?",
        re.IGNORECASE,
    )


@cache
def _subject_first() -> re.Pattern[str]:
    return compile_once(
        r"^\W*+([\w /]{2,40}?)\s*(?::|：|\b(?:are|is|use|uses|should|must)\b|统一|使用|采用|は|는|은)", re.IGNORECASE
    )


def _part(token: str) -> str:
    """Without particles and the word "name" of Chinese and Japanese, and in the singular."""
    bare = re.sub(r"(?:に|の|命名|名称)+$", "", token)
    return _PARTS.get(token) or _PARTS.get(bare, bare.removesuffix("s"))


def named_part(words: str) -> str | None:
    """Return what names are spoken of, as a key; "" where only "names" are told, None where nothing is."""
    found = _verb_first().match(words)
    if found:
        text = f"{found[1] or ''} {found[2] or ''}"
    else:
        found = _subject_first().match(words)
        if found is None:
            return None
        text = found[1]
    tokens = re.findall(r"[a-z]+|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]+", text.lower())
    parts = {_part(token) for token in tokens if token not in _FILLERS}
    return "+".join(sorted(part for part in parts if part))
