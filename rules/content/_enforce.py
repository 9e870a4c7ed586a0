"""The sentences of a project that settings could enforce, with those settings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from memlint import Document, Finding, NamedTuple, Place, Project, Sentence, Span, compile_once

from ._targets import PATH, Marked, mark

if TYPE_CHECKING:
    from ._settings import Enforcer, Hook, Permission

_PLACES = 10
_CHARACTERS = 400  # a longer sentence explains
_KINDS = frozenset(("instructions", "rule_file", "topic", "imported"))
# One of these is in each sentence that forbids, asks or ties a check to a moment.
_NEGATIONS = "never|n['’]t\\b|not\\b|cannot|forbidden|prohibited|off[- ]limits|read-only|\\bno\\b|circumstances"
_NEGATIONS += "|ask|confirm|check with|approv|sign-off|go-ahead|permission|approval|consent|only|不|禁|勿|别|问|征|批准|允许|请示|确认|同意|许可|只读|ない|禁止|確認|許可|承認|不可|않|금지|마|말|확인|허락|승인"
_NEGATIONS += "|nunca|jamás|prohibido|permiso|pregunt|pregúnt|nie|nicht|erlaubnis|frag|verboten|tabu|jamais|interdi|demand|\\bne\\b|\\bn['’]|accord|não|proibid|peça|permissão"
_NEGATIONS += "|не|запрещ|нельзя|спрос|разреш|подтвер|только"
_MOMENTS = "commit|push|pull request|\\bprs?\\b|edit|chang|modif|writ|touch|sav|updat|done|finish|complet|turn|task|session|respon"
_MOMENTS += "|before|until|提交|推送|会话|后|前|たび|編集|変更|修正|コミット|プッシュ|後|たら|セッション|커밋|푸시|후|뒤|전|하면|때|세션|antes|después|tras|cada|sesión"
_MOMENTS += "|änder|bearbeit|nach|vor|sitzung|chaque|avant|après|depois|após|alter|коммит|пуш|после|перед|сесси"


@cache
def _told() -> re.Pattern[str]:
    """Sections that tell what was or may be, and sentences that no one is to obey."""
    return compile_once(
        r"\b(?:history|changelog|examples?|anti-?patterns?|don['’]?t use (?:this )?when|when not to|faq|troubleshooting|background"
        r"|lessons?|why|incident|retro\w*|phrases?|prompts?|known issues)\b|示例|历史|例$|예시|пример|ejemplo|beispiel|exemple|exemplo",
        re.IGNORECASE,
    )


class Found(NamedTuple):
    """One sentence and the settings that would enforce it."""

    path: str
    span: Span
    how: Permission | Hook


class _Cue:
    """What one word of each wanted sentence is, told by the texts that are in it before a pattern looks for it."""

    def __init__(self, words: str, short: str) -> None:
        # Alternatives of few letters stand in other words: `short` finds them, among some others.
        parts = [part for part in words.split("|") if "\\" not in part and "[" not in part]
        self._alone = frozenset(parts)  # each of them is a cue wherever it stands
        self._texts = (*parts, "limits") if "limits" in words else tuple(parts)
        self._words, self._short = words, short

    def near(self, text: str) -> tuple[str, ...] | None:
        """Return those of the texts that are in a document, None where no sentence of it can be wanted."""
        lower = text.lower()
        found = tuple(part for part in self._texts if part in lower)
        return found if found or compile_once(self._short).search(lower) else None

    def stands_in(self, words: str, near: tuple[str, ...]) -> bool:
        """Say whether it stands in a sentence of a document with the texts ``near``."""
        lower = words.lower()
        parts = [part for part in near if part in lower]
        if not self._alone.isdisjoint(parts):
            return True
        if not parts and not compile_once(self._short).search(lower):
            return False
        return bool(compile_once(self._words, re.IGNORECASE).search(words))


def permissions(project: Project) -> Iterator[Finding]:
    """Yield a finding for each set of permission rules that sentences of the memory files ask for."""
    return _findings(found for path in project.documents for found in project.part(permissions_in, path))


def hooks(project: Project) -> Iterator[Finding]:
    """Yield a finding for each hook that sentences of the memory files ask for."""
    return _findings(found for path in project.documents for found in project.part(hooks_in, path))


def _findings(everything: Iterator[Found]) -> Iterator[Finding]:
    groups: dict[str, list[Found]] = {}
    for found in everything:
        groups.setdefault(json.dumps(found.how.snippet(), ensure_ascii=False), []).append(found)
    for snippet, (first, *others) in groups.items():
        message = f"only words hold this; in .claude/settings.json {snippet} would enforce it"
        related = tuple(Place(each.path, each.span, "the same is said here") for each in others[:_PLACES])
        yield Finding(first.span, message, first.path, related=related)


def permissions_in(project: Project, path: str) -> tuple[Found, ...]:
    """Return what the file at ``path`` asks permissions for."""
    return tuple(_found(project, path, _negations(), _rules))


def hooks_in(project: Project, path: str) -> tuple[Found, ...]:
    """Return what the file at ``path`` asks hooks for."""
    return tuple(_found(project, path, _moments(), _hooks))


@cache
def _negations() -> _Cue:
    return _Cue(_NEGATIONS, r"n(?:['’]|ot?\b|e\b)")


@cache
def _moments() -> _Cue:
    return _Cue(_MOMENTS, r"prs?\b")


_Reader: TypeAlias = "Callable[[str, str, Enforcer], Iterator[Permission | Hook]]"


def _found(project: Project, path: str, cue: _Cue, reader: _Reader) -> Iterator[Found]:
    document, file = project.documents[path], project.file(path)
    if file is None or file.kind not in _KINDS or _of_one_agent(project, path):
        return
    near = cue.near(document.text)
    if near is None:
        return
    for sentence in project.sentences(path):
        words = _in_full(sentence)
        if cue.stands_in(words, near) and _orders(document, sentence):
            from ._settings import Enforcer

            yield from (Found(path, sentence.span, how) for how in reader(words, path, project.around(Enforcer)))


@cache
def _lead() -> re.Pattern[str]:
    return compile_once(
        r"(?i)\W*(?P<never>never|do not|don['’]t|must not|forbidden|prohibited|禁止|不要)(?P<verb>(?: [a-z]+)?)(?: (?:these|the following)"
        r"(?: \w+)?)?\s*[:：]?\W*"
    )


def _in_full(sentence: Sentence) -> str:
    """Return the words of a sentence with those that its list or heading has for it: "Never:", then "run x"."""
    around = sentence.lead_in or (sentence.headings[-1] if sentence.headings and sentence.list_id >= 0 else "")
    found = _lead().fullmatch(around) if len(around) < 40 else None
    if found is None:
        return sentence.words
    never = found["never"].lower()
    never = "never" if never in ("forbidden", "prohibited") else never
    return f"{never}{found['verb'].lower()} {sentence.words[:1].lower()}{sentence.words[1:]}"


def _of_one_agent(project: Project, path: str) -> bool:
    """Say whether a subagent's own memory is at ``path``: settings of the project would bind all the others too."""
    return any(f"/{place}/" in f"/{path}" for place in project.facts.words("names.agent-memory"))


def _orders(document: Document, sentence: Sentence) -> bool:
    words = sentence.words
    if (
        len(words) > _CHARACTERS
        or words.endswith(("?", "？"))
        or words.startswith(("|", '"', "“", "❌", "✗", "✘", "~~"))
    ):
        return False
    return not _tells(sentence.headings, sentence.lead_in) and not document.in_quotes(sentence.span.start)


@lru_cache(maxsize=4_096)  # all sentences of a section have the same
def _tells(headings: tuple[str, ...], lead_in: str) -> bool:
    """Say whether a section tells what was or may be."""
    if headings and _told().fullmatch(headings[0]):
        return True
    return any(_told().search(text) for text in (*headings[1:], lead_in))


def _rules(words: str, path: str, enforcer: Enforcer) -> Iterator[Permission]:
    """Yield the permissions that would enforce the sentence and are not there yet."""
    from ._moments import check
    from ._permissions import order, to_branch

    marked = mark(words, enforcer.project.exists)
    languages = _languages(marked.text)
    asked = order(marked, languages)
    if asked is None or check(marked, languages) or to_branch(marked, languages)[0]:
        return
    permission = enforcer.missing(enforcer.permission(asked, _base(path)))
    if permission.rules:
        yield permission


def _hooks(words: str, path: str, enforcer: Enforcer) -> Iterator[Hook]:
    """Yield the hooks that would enforce the sentence and are not there yet."""
    from ._moments import check
    from ._permissions import to_branch

    marked = mark(words, enforcer.project.exists)
    languages = _languages(marked.text)
    demanded = check(marked, languages)
    if demanded is not None:
        found = [enforcer.hook(demanded, _base(path))]
    else:
        deeds, branch = to_branch(marked, languages)
        found = [enforcer.branch_hook(deed, branch) for deed in deeds if enforcer.may(deed)]
        found += _staged(marked, languages, enforcer) if not deeds and PATH in marked.text else []
    yield from (hook for hook in found if not enforcer.has(hook))


def _staged(marked: Marked, languages: tuple[str, ...], enforcer: Enforcer) -> list[Hook]:
    from ._permissions import order
    from ._wording import says

    if not any(says(language, name, marked.text) for language in languages for name in ("commit", "banned_commit")):
        return []
    asked = order(marked, languages)
    if asked is None or "commit" not in asked.actions:
        return []
    paths = tuple(
        target.text for target in asked.targets if target.kind == "path" and not enforcer.ignored(target.text)
    )
    return [enforcer.staged_hook(paths)] if paths else []


def _base(path: str) -> str:
    """Return the folder that paths in the file at ``path`` may be relative to."""
    return re.sub(r"(?:^|/)\.claude(?:/.*)?$", "", path.rpartition("/")[0])


@cache
def _scripts() -> tuple[tuple[str, re.Pattern[str]], ...]:
    scripts = {"ja": "[\u3040-\u30ff]", "ko": "[\uac00-\ud7a3]", "ru": "[\u0400-\u04ff]", "zh": "[\u4e00-\u9fff]"}
    return tuple((name, compile_once(letters)) for name, letters in scripts.items())


#: Words that tell languages with Latin letters apart; patterns for a language that a text is not in cost most.
_TELLING = {
    "en": "the never no do not don must before after run every always you your any is are be to of in ask only commit without",
    "es": "el los las una del nunca jamás no antes después siempre cada sin ejecuta archivos permiso deben prohibido hacer",
    "de": "der die das den nie niemals nicht vor nach jedem jeder muss müssen darf immer ohne dateien bevor verboten du",
    "fr": "le les des une du ne jamais pas avant après chaque toujours sans fichiers doivent interdit dans tous est",
    "pt": "o os as um uma do da nunca jamais não antes depois sempre cada sem execute arquivos devem proibido em ao",
}


@cache
def _telling() -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in _TELLING.items()}


@cache
def _far() -> re.Pattern[str]:
    """Letters of any of these scripts: one range, far cheaper to compile than those within it."""
    return compile_once("[\u0400-\ud7a3]")


def _languages(words: str) -> tuple[str, ...]:
    """Return the languages that a sentence may be in, by its letters and its commonest words."""
    for name, letters in _scripts() if _far().search(words) else ():
        if letters.search(words):
            return (name,)
    tokens = set(re.findall(r"[^\W\d_]+", words.lower()))
    counts = {name: len(tokens & telling) for name, telling in _telling().items()}
    most = max(counts.values())
    return tuple(name for name, count in counts.items() if count == most) if most else ("en",)
