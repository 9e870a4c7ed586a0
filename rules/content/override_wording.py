"""content/override-wording."""

from __future__ import annotations

import re
from functools import cache

from memlint import Document, Finding, Findings, Project, Sentence, compile_once, rule

_KINDS = ("instructions", "rule_file", "topic", "imported")


@rule("warning")
def override_wording(document: Document, project: Project) -> Findings:
    """A sentence that tells the agent to put all its other instructions aside.

    Memory files are added to one another; nothing in one switches the others off. A line such as "disregard all other
    instructions", often copied from a tool where it was meant for one case, makes the agent drop what the other files
    say, and which part is chance. In a file that loads at launch it is there in every session; in one that loads later
    the finding is an info. Quotes, examples, and sentences that tell the agent not to obey such words are let pass.

    What to do: name the one rule that does not hold here, and where it stands.

    Bad:

        ==> CLAUDE.md
        If the ticket is marked "no glaze", disregard all other instructions.

    Good:

        ==> CLAUDE.md
        If the ticket is marked "no glaze", the naming rules in `.claude/rules/glazes.md` do not apply.
    """
    file = project.file(document.path)
    if file is None or file.kind not in _KINDS or not _has_cue(document.text):
        return
    at_launch = any(load.moment == "launch" for load in project.loads(document.path))
    for sentence in project.sentences(document.path):
        found = _told(document, sentence)
        if found:
            when = "in every session" if at_launch else "wherever this file loads"
            message = f'"{found}" sets the other memory files aside {when}; they load all the same'
            yield Finding(sentence.span, message, severity=None if at_launch else "info")


#: What each of the forms below has a part of: far cheaper to find than they are.
_CUES = (
    *("ignor", "disregard", "overrid", "supersed", "forget", "precedence", "missacht", "olvida", "descarta"),
    *("oublie", "desconsider", "忽略", "无视", "無視", "무시", "игнорир"),
)


def _has_cue(text: str) -> bool:
    lower = text.lower()
    return any(cue in lower for cue in _CUES)


@cache
def _form() -> re.Pattern[str]:
    """A verb of putting aside, "all" or "other", and what is put aside."""
    what = (
        r"(?:instructions?|rules?|guidelines?|directives?|guidance|prompts?|memory files?|memories|CLAUDE\.md files?)"
    )
    rest = r"(?:all|any|every|everything|the)"
    which = r"(?:other|else|existing|remaining|default|conflicting)"  # earlier ones: security/injected-override
    return compile_once(
        rf"(?i:\b(?:ignore|disregard|forget)\s+(?:(?:{rest}\s+)?(?:of\s+)?(?:the\s+|your\s+)?{which}\s+(?:\w+\s+){{0,2}}{what}"
        rf"|all\s+(?:of\s+)?(?:the\s+)?{what}|everything\s+else|anything\s+else\s+you\b)"
        rf"|\b(?:override|supersede|take\s+(?:absolute\s+)?precedence\s+over|overrides|supersedes|takes\s+(?:absolute\s+)?precedence"
        rf"\s+over)\s+(?:(?:all|any|every)\s+(?:of\s+)?(?:the\s+)?(?:{which}\s+)?(?:\w+\s+)?{what}|everything(?:\s+else\b|(?=\s*(?:[.,;!*]|$))))"
        r"|\b(?:ignoriere|missachte)\s+(?:alle\s+)?(?:anderen|übrigen|sonstigen)\s+(?:anweisungen|regeln)"
        r"|\b(?:ignora|olvida|descarta)\s+(?:todas\s+)?(?:las\s+)?(?:demás|otras)\s+(?:instrucciones|reglas)"
        r"|\b(?:ignore|ignorez|oublie)\s+(?:toutes\s+)?les\s+autres\s+(?:instructions|règles|consignes)"
        r"|\b(?:ignore|desconsidere)\s+(?:todas\s+)?as\s+(?:outras|demais)\s+(?:instruções|regras)"
        r"|игнорируй(?:те)?\s+(?:все\s+)?(?:остальные|другие)\s+(?:инструкции|правила))"
        r"|(?:忽略|无视|無視)(?:掉)?(?:所有|全部|其他|其它)(?:的)?(?:所有|其他|其它)?(?:的)?(?:指令|规则|指示|说明)"
        r"|(?<!の)(?:他|すべて|全て)の(?:すべての)?(?:指示|ルール|命令)(?:は|を)(?:すべて)?無視(?:する|して|せよ|すること)"
        r"|(?<!의 )(?<!전 )(?<!선 )(?:다른|모든)\s?(?:모든\s)?(?:지시|규칙|지침)(?:사항)?(?:은|는|을|를)\s?(?:모두\s)?무시(?:한다|하세요|하라|할 것)"
    )


@cache
def _against() -> re.Pattern[str]:
    """Words of a sentence that speaks of such texts instead of being one."""
    return compile_once(
        r"(?i)\b(?:never|not|n['’]t|cannot|refuse|resist|reject|attempts?|injections?|injected|asks?|asking|says?|saying|telling|tells"
        r"|tries|like|such as|e\.g|phrases?|malicious|untrusted|linters?|eslint|prettier|default values?|settings? files?|niemals|nunca"
        r"|jamais|никогда)\b|不要|しない|않는다"
    )


def _told(document: Document, sentence: Sentence) -> str:
    if not _has_cue(sentence.words):
        return ""
    found = _form().search(document.text, *sentence.span) or None
    if found is None or document.in_code(found.start()) or document.in_quotes(found.start()):
        return ""
    before = document.text[sentence.span.start : found.start()]
    return "" if _against().search(before) else " ".join(found[0].split())
