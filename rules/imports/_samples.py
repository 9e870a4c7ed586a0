"""Where the words of a document say that a path in code is a sample, or is to be read at some other time."""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from functools import cache

from memlint import Document, Span, compile_once


@cache
def _sample_words() -> re.Pattern[str]:
    # Words of a sample, of the syntax, and of a file that is to be read at some other time.
    return compile_once(
        r"\b(?:examples?|samples?|syntax|like|e\.g|i\.e|for instance|such as|formats?|usage|used|using|shows?|shown"
        r"|demonstrat\w*|illustrat\w*|templates?|snippets?|placeholders?|imports?|imported|importing|includes?|write"
        r"|writes|written|writing|looks?|mentions?|mentioned|types?|typing|paste|prompts?|chat|literal\w*|instead|never"
        r"|not|don't|creat(?:e|es|ed|ing)|generat\w*|contents?|replac\w*|becomes?|outputs?|renam\w*"
        r"|only|when|whenever|if|before|after|demand|needed|contains?|containing|adds?|put|refer\w*|understand\w*"
        r"|cursor|copilot|beispiel\w*|ejemplos?|exemples?|exemplos?|esempi\w*|syntaxe|sintaxis|sintaxe"
        r"|formato|entender)\b"
        r"|пример|示例|例|예|样例|語法|语法|格式|構文|写法|引用|参照|参考|对话|チャット|需要|必要|阅读|读取",
        re.IGNORECASE,
    )


class Samples:
    """Where words of a sample stand in a document."""

    def __init__(self, document: Document) -> None:
        self.headings = document.headings
        self.found = [match.start() for match in _sample_words().finditer(document.text)]

    def near(self, span: Span) -> bool:
        """Say whether one stands in the section around ``span`` or in a heading above it."""
        after = bisect_left(self.headings, span.start, key=lambda heading: heading.span.start)
        end = self.headings[after].span.start if after < len(self.headings) else sys.maxsize
        level, start = 7, 0
        for heading in reversed(self.headings[:after]):
            if heading.level < level:
                if level == 7:
                    start = heading.span.start
                elif self._between(*heading.span):
                    return True
                level = heading.level
                if level == 1:
                    break
        return self._between(start, span.start) or self._between(span.end, end)

    def _between(self, start: int, end: int) -> bool:
        at = bisect_left(self.found, start)
        return at < len(self.found) and self.found[at] < end
