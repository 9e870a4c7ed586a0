"""The words that make no difference between two ways to say one directive, and those that do: plain tables."""

from __future__ import annotations


def _words(text: str) -> list[str]:
    return text.split()


# What says that something must not be. A phrase stands for what comes after it in its table.
NOT = "¬"
# What is rejected for the sake of something else: `X over Y`, `X instead of Y`.
OVER = "⊖"

#: Phrases of scripts that set words apart → what they are read as; "" is nothing.
PHRASES = {
    "": (
        "make sure (?:that |to )?|be sure to|please|it is (?:required|important|mandatory) (?:that|to)|remember to"
        "|(?:is|are) (?:to be|required(?: to)?|mandatory)|(?:has|have|needs?) to(?: be)?|(?:straight|directly) (?:to|on|in|into)"
        "|direct(?= (?:commit|push|merge))|(?:to|in|into|of|from) (?:the|this|our) (?:repo(?:sitory)?|codebase|project)"
        "|(?:add|creat|introduc|install)(?:e|ing)? (?:an? |any )?new"
        "|work on|bitte|por favor|s'il (?:vous|te) plaît|пожалуйста"
    ),
    NOT: (
        "(?:(?:is|are) )?(?:strictly )?(?:forbidden|prohibited|banned|disallowed|not (?:allowed|permitted))"
        "|(?:must|should|shall|may|can|could|will) (?:not|never)(?: ever)?|(?:do|does|is|are)(?: not|n['’]?t)(?: ever)?"
        "|(?:must|should|can)n['’]?t|cannot|never(?: ever)?|don['’]t(?: ever)?|not|no|avoid|omit|refrain from|prevent"
        "|nie|niemals|nicht|keine?[nmrs]?|vermeide[nt]?|verboten|nunca|jamás|evita[r]?|prohibido|proibido|evite[r]?|não"
        "|jamais|ne pas|ne|pas|interdite?|никогда|не|нельзя|избегай(?:те)?|запрещено"
    ),
    OVER: "instead of|rather than|over|in favou?r of|statt|anstatt|anstelle von|en lugar de|en vez de|au lieu d[e']",
    " max ": (
        "(?:must|should|may|do|can) (?:not|never) (?:exceed|be (?:longer|more|larger|greater) than|go over)"
        "|(?:don['’]t|doesn['’]t|never) exceed|not (?:more|longer|larger) than|no (?:more|longer|larger) than|at most"
        "|(?:up to|under|below|within)(?= \\d)|maximum(?: of)?|maximal|höchstens|máximo|como máximo|au maximum|limit(?:ed)?(?= .* to \\d|s?:? ?\\d)"
    ),
    " min ": "(?:or|and) (?:higher|more|above)|at least|minimum(?: of)?|no less than|not less than|mindestens|al menos|au moins|pelo menos|не менее",
    " update ": "up[ -]to[ -]date|in sync",
    " ask ": (
        "ask(?:ing)? first|ask (?:for|me for|the user for) (?:confirmation|permission|approval)"
        "|(?:get|obtain|request|seek|require)s? (?:explicit |user |my )*(?:confirmation|permission|approval|consent)"
        "|confirm with (?:me|the user)|check with (?:me|the user)|ask(?:ing)? (?:me|the user)"
        "|(?:the user|i)(?: has| have)?(?: explicitly)? (?:asks?|asked|requests?|requested|says? so|tells? you to)"
        "|(?:you (?:are|were) |explicitly |being )*(?:asked|told|requested|instructed)(?: to(?: do so)?)?(?: by the user)?"
    ),
    " test ": "test suites?|tests?|testing",
    " commit ": "commit messages?",
    " lint ": "run (?:the )?lint(?:er|ing)?",
    " format ": "run (?:the )?formatter",
    " hardcode ": "hard-?code|hard-?coded|hard-?codes|hard-?coding|hardcode|hardcoded|hardcodes|hardcoding",
    " pull-request ": "pull requests?|prs?|pr|merge requests?|mrs?|mr",
}

#: Where the reason of an instruction begins, which another wording may leave out.
REASONS = (
    "because|so that|in order to|to (?:prevent|avoid|ensure|reduce|improve|protect|guarantee|minimi[sz]e)|damit|weil"
    "|porque|parce que|потому что"
)

#: Pieces of scripts that do not set words apart → what they are read as, the longest first.
PIECES = {
    " ": (
        "请 请你 務必 务必 始终 总是 一律 统一 必须 必須 应该 应当 应 需要 须 要 都 均 使用 采用 用 进行 来 的 了 和 或 与 及 以及"
        " 在 时 每次 任何 所有 只 仅 只能 优先 每个 每一个 启用 类型 用户 上 到 中 里 对 于 代码 分支 编写 书写 写 文件 项目 ください お願いします お願い して下さい してください すること する こと します しろ せよ された される している である です ます"
        " は が を に へ の と も で や から まで として ように とする 使用 使う 使い 必ず 常に 行う 行い いつも すべて 全て べき 書く 書き 書いて 記述 ブランチ コード"
    ),
    NOT: (
        "不要 禁止 不得 切勿 不准 不可 不能 不应 不许 避免 严禁 勿 别 してはいけない してはならない ではいけない しないこと しないでください"
        " しない ないこと ない 禁じる 避ける"
    ),
    " max ": "不超过 不得超过 不要超过 最多 最大 至多 以内 以下 超えない 超えないこと",
    " min ": "至少 不低于 最少 以上",
    " before ": "之前 以前",
    " 改 ": "修改 变更 更改 编辑",
}

#: Endings of Korean words that carry their place in the sentence.
KOREAN_ENDINGS = _words(
    "은 는 이 가 을 를 에 에서 에게 로 으로 와 과 도 의 만 한다 합니다 하세요 하십시오 하라 하기 할 하여 해야 된다 되어야 것 하지"
)
KOREAN_NOT = _words("않는다 않습니다 말 말것 마세요 마십시오 말라 금지 금지한다 안 없다")
KOREAN_NOTHING = _words("절대 쓴다 쓰기 쓰고 쓸 브랜치 코드 항상 반드시 모든 사용 작성 수행 언제나 꼭 대해 때 시 후에")

_ENGLISH_NOTHING = _words(
    "a an the all any every each this that these those to of in on for with and or is are be been being as at by it its"
    " your you we our us i me my they their there must should shall always will would can could may need needs needed have"
    " has had require requires required ensure ensures also just only so then do does done use uses used using prefer"
    " prefers preferred preferably favor favour utilize via strictly explicitly explicit please write writes writing"
    " written add adds adding added open opens opening create creates creating created introduce introduces introducing"
    " provide provides include includes keep keeps keeping kept follow follows contain contains happen happens go goes"
    " live lives belong belongs put place per make makes leave leaves leaving everywhere throughout code coding like such"
    " very really important importantly note mandatory here into up out own existing straight"
)
#: Words of other languages that say nothing, and are no English words.
NOTHING_ELSEWHERE = frozenset(
    _words(
        "der das den dem ein eine einen einem einer und oder ist sind wird werden worden müssen muss soll sollen dürfen"
        " darf immer für mit von zu zum zur auf alle jede jeden jeder jedem verwende verwenden nutze nutzen schreibe"
        " schreiben el la los las una unos unas es son del en para con por siempre todo todos toda todas debe deben deberá"
        " usa usar utiliza utilizar escribe escriben escribir se le les des du et ou est sont dans pour avec toujours tout"
        " tous toute toutes doit doivent utilise utilisez utiliser être écris écrivez écrire os um uma são dos das na nos nas"
        " sempre deve devem em escreva escrever и или в на с для все всегда должны должен используй используйте"
        " использовать"
    )
)
#: Words that say nothing on their own; some are filler in one language and rare as a word of another.
NOTHING = NOTHING_ELSEWHERE.union(_ENGLISH_NOTHING, _words("die des un y o de am im e do da no"))

#: Words before something that it depends on: `before a commit` and `after a commit` are two things.
HINGES = {
    **dict.fromkeys(("before", "prior", "bevor", "vor", "antes", "avant", "перед", "until"), "before"),
    **dict.fromkeys(("after", "once", "nach", "después", "despues", "après", "após", "depois", "после"), "after"),
    **dict.fromkeys(("when", "whenever", "while", "if", "wenn", "falls", "si", "cuando", "quando", "если"), "when"),
    **dict.fromkeys(("unless", "except", "sauf", "salvo", "außer", "кроме"), "unless"),
    **dict.fromkeys(("without", "ohne", "sin", "sans", "sem", "без"), "without"),
    **dict.fromkeys(("from", "aus", "desde", "depuis", "из"), "from"),
}

#: Different words for one thing; all else is told by its stem.
SAME = {
    **dict.fromkeys(("respond", "reply", "responses", "replies", "response"), "answer"),
    **dict.fromkeys(("straight", "direct", "directly"), "direct"),
    **dict.fromkeys(("confirm", "confirmation", "approval", "permission", "consent"), "ask"),
    **dict.fromkeys(("modify", "change", "touch", "alter"), "edit"),
    **dict.fromkeys(("remove", "erase"), "delete"),
    "present": "show",
    **dict.fromkeys(("indentation", "indents", "indented", "indenting"), "indent"),
    **dict.fromkeys(("formatted", "formatting", "formatter"), "format"),
    **dict.fromkeys(("dependencies", "deps"), "dependency"),
    **dict.fromkeys(("characters", "chars", "columns", "cols", "char"), "character"),
    **dict.fromkeys(("repo", "repository", "codebase"), "repository"),
    **dict.fromkeys(("documentation", "docs"), "doc"),
    **dict.fromkeys(("databases", "db"), "database"),
    **dict.fromkeys(("env", "environments"), "environment"),
    **dict.fromkeys(("config", "configs", "configurations"), "configuration"),
    **dict.fromkeys(("parameterised", "parametrized", "parametrised"), "parameterized"),
    **dict.fromkeys(("short", "concise", "small", "brief"), "short"),
    **dict.fromkeys(("log", "logging", "logs", "logger", "loggers"), "log"),
    **dict.fromkeys(("linter", "linters", "linting"), "lint"),
    **dict.fromkeys(("deployment", "deployments"), "deploy"),
    **dict.fromkeys(("management", "manager"), "manage"),
    **{word: str(at) for at, word in enumerate(_words("two three four five six seven eight nine ten"), 2)},
    **dict.fromkeys(("zwei", "dos", "deux", "dois", "два"), "2"),
    **dict.fromkeys(("vier", "cuatro", "quatre", "четыре"), "4"),
}

#: Nouns that only say what a name before or after them is: `.env files`, the `main` branch.
KINDS = frozenset(
    _words("file files branch branches directory folder folders command library package tool framework type")
)
BRANCHES = frozenset(_words("main master develop trunk"))
#: What goes without saying: a line of at most 100 is one of 100 characters, quotes are those of strings.
IMPLIED = {
    **dict.fromkeys(("max", "min"), frozenset(_words("length long character wide width limit"))),
    "quote": frozenset(("string",)),
    "semicolon": frozenset(("statement", "end")),
}

#: Words of which one says another thing than the next: two directives may not differ in them.
CONTRASTS = tuple(
    frozenset(_words(words))
    for words in (
        "commit push merge deploy release rebase squash publish",
        "lint test format build typecheck check",
        "unit integration e2e snapshot smoke",
        "yaml json toml xml csv",
        "component hook service model controller view",
        "password secret token key credential",
        "file table branch directory folder column",
        "doc test readme changelog comment",
        "web admin api mobile frontend backend client server",
        "function class variable constant type method",
        "create delete edit read rename move",
        "log store throw return show",
        "single double triple",
        "tab space",
        "minimum maximum",
        "production staging development local",
        "提交 推送",
        "コミット プッシュ マージ",
        "커밋 푸시 병합",
    )
)

#: What a heading can limit a directive to.
AREAS = frozenset(
    _words(
        "python javascript typescript java kotlin swift go golang rust ruby php c cpp csharp scala sql bash shell css html"
        " react vue angular svelte django rails spring node frontend backend server client web mobile ios android api"
        " cli desktop infra infrastructure terraform docker kubernetes ci database db migration migrations windows linux"
        " macos staging production local development release hotfix unit integration e2e test tests testing docs"
        " documentation admin worker 前端 后端 测试 文档 フロントエンド バックエンド 프론트엔드 백엔드"
    )
)

#: What makes a sentence an instruction wherever it stands.
CUES = (
    "^\\W*(?:all|every|each|one|new)|must|should|shall|always|never|do not|don['’]t|required?|mandatory|forbidden|prohibited|not allowed|only|at least"
    "|at most|no|avoid|prefer|ensure|make sure|immer|niemals|nie|keine?|muss|müssen|dürfen|soll|sollen|siempre|nunca"
    "|debe|deben|evita|toujours|jamais|doit|doivent|sempre|deve|devem|não|всегда|никогда|должн\\w+|нужно|нельзя"
)
FAR_CUES = (
    "请|務必|务必|必须|必須|不要|禁止|不得|严禁|避免|始终|一律|统一|应该|应当|使用|すること|ください|しない|必ず|べき|使う|使用する"
    "|한다|하세요|해야|금지|마세요|말 것|않는다|항상|반드시"
)
#: Verbs that an instruction begins with; those of NOTHING count too.
VERBS = frozenset(
    _words(
        "add adopt annotate apply ask assign avoid batch begin branch break build bump call catch change check choose"
        " clean close comment commit communicate confirm consider convert cover create debug declare default define"
        " delete deploy describe design document don't edit enable end enforce escape explain export extract fail fetch"
        " fix flag follow force format generate give go group handle import include indent inject install investigate"
        " isolate keep label leave let limit lint list load log look maintain make mark match measure merge mock move"
        " name note open order pass pin place plan prefix present propose provide publish pull push put quote raise read"
        " rebase refactor reject remember remove rename reply report reproduce request require respond return reuse"
        " review revert rewrite rotate run sanitize search separate set ship show sign skip sort specify split squash"
        " stage start state stay stick stop store stub style switch tag target test throw track treat try type update"
        " use validate verify wait wrap write"
    )
)
#: Text that tools and licences bring with them.
BOILERPLATE = (
    "provides guidance to|licensed under|copyright|spdx-license|all rights reserved|auto-?generated|do not edit this"
    "|this file is (?:generated|managed)"
)
