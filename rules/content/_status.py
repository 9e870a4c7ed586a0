"""The words with which memories tell that work is finished, or going on."""

from __future__ import annotations

import re
from functools import cache

from memlint import compile_once

# Every mark and every sentence below has one of these.
WORDS = (
    *("resolved", "done", "shipped", "merged", "complete", "fixed", "closed", "finished", "currently", "erledigt"),
    *("behoben", "resuelto", "résolu", "resolvido", "concluído", "решено", "готово"),
    *("已", "解決", "対応", "完了", "완료"),
    *("해결됨", "正在", "現在", "현재", "arbeite", "actualmente", "atualmente", "actuellement", "сейчас"),
)


@cache
def marker() -> re.Pattern[str]:
    """A mark at the start of a text: in capitals, or a bold label, or what ``status:`` says."""
    capitals = "RESOLVED|DONE|SHIPPED|MERGED|COMPLETED|FIXED|ERLEDIGT|BEHOBEN|RESUELTO|RÉSOLU|RESOLVIDO|CONCLUÍDO|РЕШЕНО|ГОТОВО"
    words = "resolved|done|shipped|merged|completed?|fixed|closed|erledigt|resuelto|résolu|resolvido|решено|готово"
    far = "已完成|已解决|已解決|已修复|已合并|已上线|解決済み?|対応済み?|完了|완료|해결됨"
    before = r"(?:\[[xX]\]\s+)?(?:✅\s*)?"
    end = r"(?=\s*(?:$|[\])*_:.!]|[—–,(]|-\s|\n|(?:on|in|by|via|with|since)\s|\d|[#v]\d))"
    return compile_once(
        rf"{before}(?:[*_]{{2}}|\[|\()?(?:{capitals})\b{end}"
        rf"|{before}[*_]{{2}}(?i:{words})(?=\s*(?:[*_]{{2}}|[:.!]|[—–]|(?:on\s|in\s|by\s)?\(?(?:#?\d|v\d)))"
        rf"|[*_]{{0,2}}(?i:status|estado|statut|статус)[*_]{{0,2}}\s*:\s*[*_]{{0,2}}\s*(?:✅\s*)?(?i:{words})\b"
        rf"(?!\s*(?:[|/→]|->|or\b)){end}"
        rf"|[*_]{{0,2}}(?:状态|狀態|状態|ステータス|상태)[*_]{{0,2}}\s*[:：]\s*(?:✅\s*)?(?:{far})"
        rf"|[【\[](?:{far})[】\]]"
    )


@cache
def marked_heading() -> re.Pattern[str]:
    return compile_once(
        r"(?:[—–]\s*|\s-\s*|\(|\[)(?:✅\s*)?(?:RESOLVED|DONE|SHIPPED|MERGED|COMPLETED|FIXED)[)\]]?\s*#*$"
    )


@cache
def at_work() -> re.Pattern[str]:
    """A sentence, without marks before it, that says what somebody is doing at present."""
    doing = "working on|implementing|building|migrating|refactoring|porting|rewriting"
    not_subject = r"(?!(?i:if|when|whenever|while|what|whatever|which|whether|who|whoever|unless|ask|any|how|where)\b)"
    return compile_once(
        rf"{not_subject}(?:(?:\w[\w'’]*\s){{1,3}}(?:is|are|am)\s|(?:I|We|They|we|they)['’](?:m|re)\s)?"
        rf"(?i:currently)\s(?:{doing})\s\w"
        r"|(?:我们?|用户|團隊|团队)?(?:目前|当前|當前|现在)正在(?:开发|開發|处理|处理|实现|重构|迁移)"
        r"|現在、?[^。\n]{1,30}(?:作業|開発|対応|実装)中(?:です|である|。|$)"
        r"|현재\s[^.\n]{1,30}(?:작업|개발|구현|진행)\s?중"
        r"|(?i:(?:\w+\s){0,3}arbeite[tn]?\s(?:derzeit|gerade|aktuell|momentan)\san\s)"
        r"|(?i:(?:\w+\s){0,3}(?:actualmente|atualmente)\s(?:(?:estoy|estamos|está|están|estou|estão)\s)?"
        r"(?:trabajando en|trabalhando (?:em|no|na))\s)"
        r"|(?i:(?:\w+\s){0,3}travaill(?:e|ons|ent)\sactuellement\ssur\s)"
        r"|(?i:(?:\w+\s){0,3}сейчас\sработа(?:ю|ем|ет|ют)\sнад\s)"
    )


@cache
def lead() -> re.Pattern[str]:
    return compile_once(r"\s*(?:[*_]{2}[^*\n]{1,40}[*_]{2}:?\s*|[A-Z]\w{2,12}:\s+)?")


@cache
def dated() -> re.Pattern[str]:
    return compile_once(r"\b(?:19|20)\d\d[-/.年]\s?\d")
