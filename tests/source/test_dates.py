"""memlint/source/dates.py: which words are relative dates, and what they meant on the day they were written."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlint.source.calendar import resolved
from memlint.source.date_hints import HINTS, mentions_time
from memlint.source.dates import _table, relative_dates
from tests.work import soon

WEDNESDAY = date(2026, 3, 18)
LANGUAGES = sorted(HINTS)

# Sentence, the words that are found, and what they meant on that Wednesday.
TOLD = {
    "en": [
        ("The elements burnt out the day before yesterday.", "the day before yesterday", "2026-03-16"),
        ("The courier came yesterday afternoon.", "yesterday afternoon", "2026-03-17"),
        ("The kiln overheated last night.", "last night", "2026-03-17"),
        ("This morning the sensor failed.", "This morning", "2026-03-18"),
        ("Earlier today the shelf collapsed.", "Earlier today", "2026-03-18"),
        ("The shelf was rebuilt today.", "today", "2026-03-18"),
        ("The power will be cut tonight.", "tonight", "2026-03-18"),
        ("The fair opens tomorrow.", "tomorrow", "2026-03-19"),
        ("The fair opens the day after tomorrow.", "the day after tomorrow", "2026-03-20"),
        ("Four days ago we sold the wheel.", "Four days ago", "2026-03-14"),
        ("We sold the wheel about 3 weeks ago.", "about 3 weeks ago", "2026-02-25"),
        ("We sold the wheel a month ago.", "a month ago", "2026-02"),
        ("We sold the wheel two years ago.", "two years ago", "2024-03"),
        ("We sold the wheel five years ago.", "five years ago", "2021"),
        ("The lease ended last Wednesday.", "last Wednesday", "2026-03-11"),
        ("The lease ended last Thursday.", "last Thursday", "2026-03-12"),
        ("The studio moves next Wednesday.", "next Wednesday", "2026-03-25"),
        ("The recipe was approved this Friday.", "this Friday", "2026-03-20"),
        ("The recipe was approved on Monday.", "on Monday", "2026-03-16"),
        ("The auction is on Monday, we will bid.", "on Monday", "2026-03-23"),
        ("The meter has been off since Friday.", "Friday", "2026-03-13"),
        ("Firings are paused until Friday.", "Friday", "2026-03-20"),
        ("We bought a new wheel last week.", "last week", "2026-W11"),
        ("We are glazing the big order this week.", "this week", "2026-W12"),
        ("The kiln was rewired earlier this week.", "earlier this week", "2026-W12"),
        ("The studio moves next week.", "next week", "2026-W13"),
        ("We bought a new wheel last month.", "last month", "2026-02"),
        ("We are testing ash glazes this month.", "this month", "2026-03"),
        ("The studio will move next month.", "next month", "2026-04"),
        ("We changed the clay last quarter.", "last quarter", "2025-Q4"),
        ("We are testing clays this quarter.", "this quarter", "2026-Q1"),
        ("We will test clays next quarter.", "next quarter", "2026-Q2"),
        ("We changed the clay last year.", "last year", "2025"),
        ("The clay got dearer earlier this year.", "earlier this year", "2026"),
        ("We will change the clay next year.", "next year", "2027"),
        ("The gas contract ends in two weeks.", "in two weeks", "2026-04-01"),
        ("We will sell the wheel in 5 days.", "in 5 days", "2026-03-23"),
        ("We recently sold the wheel.", "recently", ""),
        ("We've lately been short of clay.", "lately", ""),
        ("We just sold the wheel.", "just", ""),
        ("A while ago, the wheel was sold.", "A while ago", ""),
        ("The wheel was sold the other day.", "the other day", ""),
        ("The wheel will be sold soon.", "soon", ""),
        ("We sold the wheel last sprint.", "last sprint", ""),
        ("Added this session: the glaze index.", "this session", ""),
    ],
    "zh": [
        ("大前天窑炉换了电热丝。", "大前天", "2026-03-15"),
        ("前天窑炉坏了。", "前天", "2026-03-16"),
        ("昨晚断电了。", "昨晚", "2026-03-17"),
        ("今天把釉料表移走了。", "今天", "2026-03-18"),
        ("后天会停电。", "后天", "2026-03-20"),
        ("上周三换了供应商。", "上周三", "2026-03-11"),
        ("下周日开始停窑。", "下周日", "2026-03-29"),
        ("上个星期换了供应商。", "上个星期", "2026-W11"),
        ("这周正在测试新釉。", "这周", "2026-W12"),
        ("下个月将搬到新工作室。", "下个月", "2026-04"),
        ("两个月前换了黏土。", "两个月前", "2026-01"),
        ("三年前换了黏土。", "三年前", "2023"),
        ("上季度换了黏土。", "上季度", "2025-Q4"),
        ("明年会换黏土。", "明年", "2027"),
        ("近日换了黏土。", "近日", ""),
    ],
    "ja": [
        ("おととい窯が壊れた。", "おととい", "2026-03-16"),
        ("昨晩、停電した。", "昨晩", "2026-03-17"),
        ("今朝、釉薬の表を移した。", "今朝", "2026-03-18"),
        ("明後日から停止する予定。", "明後日", "2026-03-20"),
        ("先週の火曜に業者を変えた。", "先週の火曜", "2026-03-10"),
        ("先々週、業者を変えた。", "先々週", "2026-W10"),
        ("2週間前に業者を変えた。", "2週間前", "2026-03-04"),
        ("3か月前に土を変えた。", "3か月前", "2025-12"),
        ("来月、新しい工房へ移る予定。", "来月", "2026-04"),
        ("昨年、土を変えました。", "昨年", "2025"),
        ("先ほど土を変えた。", "先ほど", ""),
    ],
    "ko": [
        ("그저께 가마가 고장 났다.", "그저께", "2026-03-16"),
        ("오늘 유약 표를 옮겼다.", "오늘", "2026-03-18"),
        ("모레부터 가마를 멈출 예정이다.", "모레", "2026-03-20"),
        ("지난주 화요일에 업체를 바꿨다.", "지난주 화요일", "2026-03-10"),
        ("이틀 전 업체를 바꿨다.", "이틀 전", "2026-03-16"),
        ("2주 전에 업체를 바꿨다.", "2주 전", "2026-03-04"),
        ("3개월 전에 흙을 바꿨다.", "3개월 전", "2025-12"),
        ("지난 분기에 흙을 바꿨다.", "지난 분기", "2025-Q4"),
        ("내년에 흙을 바꿀 예정이다.", "내년", "2027"),
        ("얼마 전 흙을 바꿨다.", "얼마 전", ""),
    ],
    "es": [
        ("Anteayer se rompió el horno.", "Anteayer", "2026-03-16"),
        ("El horno falló anoche.", "anoche", "2026-03-17"),
        ("Hoy movimos la tabla de esmaltes.", "Hoy", "2026-03-18"),
        ("Pasado mañana empieza la feria.", "Pasado mañana", "2026-03-20"),
        ("El lunes pasado cambiamos de arcilla.", "El lunes pasado", "2026-03-16"),
        ("Cambiamos de arcilla hace dos semanas.", "hace dos semanas", "2026-03-04"),
        ("Esta semana estamos probando esmaltes.", "Esta semana", "2026-W12"),
        ("El año que viene cambiaremos de horno.", "El año que viene", "2027"),
        ("Últimamente el horno ha fallado mucho.", "Últimamente", ""),
    ],
    "fr": [
        ("Avant-hier le four est tombé en panne.", "Avant-hier", "2026-03-16"),
        ("Le four a lâché hier soir.", "hier soir", "2026-03-17"),
        ("Ce matin nous avons déplacé les recettes.", "Ce matin", "2026-03-18"),
        ("La foire commence demain.", "demain", "2026-03-19"),
        ("Lundi dernier nous avons changé d'argile.", "Lundi dernier", "2026-03-16"),
        ("Nous avons changé d'argile il y a deux mois.", "il y a deux mois", "2026-01"),
        ("La semaine prochaine nous changerons de four.", "La semaine prochaine", "2026-W13"),
        ("Le four sera vendu l'année prochaine.", "l'année prochaine", "2027"),
        ("Le four sera bientôt vendu.", "bientôt", ""),
    ],
    "de": [
        ("Vorgestern ist der Ofen ausgefallen.", "Vorgestern", "2026-03-16"),
        ("Gestern Abend ist der Ofen ausgefallen.", "Gestern Abend", "2026-03-17"),
        ("Heute haben wir die Rezepte verschoben.", "Heute", "2026-03-18"),
        ("Übermorgen beginnt die Messe.", "Übermorgen", "2026-03-20"),
        ("Letzten Montag haben wir den Ton gewechselt.", "Letzten Montag", "2026-03-16"),
        ("Wir haben den Ton vor zwei Wochen gewechselt.", "vor zwei Wochen", "2026-03-04"),
        ("Im letzten Quartal haben wir den Ton gewechselt.", "Im letzten Quartal", "2025-Q4"),
        ("Nächstes Jahr ziehen wir um, der Ofen wird verkauft.", "Nächstes Jahr", "2027"),
        ("Der Ofen wurde kürzlich verkauft.", "kürzlich", ""),
    ],
    "pt": [
        ("Anteontem o forno quebrou.", "Anteontem", "2026-03-16"),
        ("Hoje mudamos as receitas de lugar.", "Hoje", "2026-03-18"),
        ("A feira começa amanhã.", "amanhã", "2026-03-19"),
        ("Trocamos de argila há duas semanas.", "há duas semanas", "2026-03-04"),
        ("No mês passado trocamos de argila.", "No mês passado", "2026-02"),
        ("O forno será vendido no próximo ano.", "no próximo ano", "2027"),
        ("O forno será vendido em breve.", "em breve", ""),
    ],
    "ru": [
        ("Позавчера печь сломалась.", "Позавчера", "2026-03-16"),
        ("Сегодня мы перенесли рецепты.", "Сегодня", "2026-03-18"),
        ("Завтра начинается ярмарка.", "Завтра", "2026-03-19"),
        ("Две недели назад мы сменили глину.", "Две недели назад", "2026-03-04"),
        ("В прошлом квартале мы сменили глину.", "В прошлом квартале", "2025-Q4"),
        ("В следующем году печь будет продана.", "В следующем году", "2027"),
        ("На днях мы сменили глину.", "На днях", ""),
    ],
}


@pytest.mark.parametrize(
    ("sentence", "words", "value"),
    [row for language in LANGUAGES for row in TOLD[language]],
    ids=lambda text: text[:40],
)
def test_what_words_meant(sentence: str, words: str, value: str) -> None:
    assert mentions_time(sentence)
    (found,) = relative_dates(sentence)
    assert (found.words, sentence[slice(*found.span)], found.on(WEDNESDAY)) == (words, words, value)


QUIET = (
    "The clay of last week's order is on the shelf.",
    "Each firing lists what was glazed yesterday.",
    "Tiles older than two weeks are thrown out.",
    "A firing that started yesterday is shown in red.",
    "The slot you booked last week is listed first.",
    "Restore the shelf that was saved last month.",
    "Was the wheel sold last week?",
    "The parcel arrives in 3 days.",
    "We sell on Tuesday and Friday.",
    "The most recently fired tiles come first.",
    "The studio was built for one potter; today it houses five.",
    "Si le four a lâché hier, appelle Mira.",
    "Der Ofen, der gestern repariert wurde, steht links.",
    "Hier liegt der Ton, und dort ist das Wasser.",
    "如果昨天停电了，检查窑炉。",
    "昨日の温度をデフォルトにする。",
    "어제 온도를 기본값으로 쓴다.",
    "Если вчера печь остыла, включи её.",
)


@pytest.mark.parametrize("sentence", QUIET)
def test_what_tells_no_event(sentence: str) -> None:
    assert list(relative_dates(sentence)) == []


def test_lines_and_blanks_do_not_matter() -> None:
    text = "We sold the wheel last\n    week."
    (found,) = relative_dates(text)
    assert (text[slice(*found.span)], found.words) == ("last\n    week", "last week")


def test_parts_of_a_sentence_stand_alone() -> None:
    (found,) = relative_dates("Never fire at night; the wheel was sold yesterday.")
    assert found.words == "yesterday"


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_are_whole(language: str) -> None:
    """Each kind of words has its evidence, each meaning is known, all patterns compile, numbers have forms."""
    table = _table(language)
    assert {row["time"] for row in table.words} - {"just", "soon"} <= set(table.data["times"])
    for row in table.words:
        assert re.fullmatch(
            r"|(?:day|week|month|quarter|year) -?\d+(?: weekday)?|weekday \w+|[-+]n unit", row.get("means", "")
        )
        table._time(row["time"])
        assert row["forms"]
    assert table._forms is not None
    assert table._common["silent"] is not None
    assert len(table.data["weekdays"]) == 7
    assert {"day", "week", "month", "year"} == set(table.data["units"])


@pytest.mark.parametrize(
    ("means", "day", "value"),
    [
        ("week -1", date(2026, 1, 1), "2025-W52"),
        ("week 0", date(2027, 1, 1), "2026-W53"),
        ("month -1", date(2026, 1, 31), "2025-12"),
        ("month 1", date(2026, 12, 1), "2027-01"),
        ("quarter -1", date(2026, 2, 1), "2025-Q4"),
        ("quarter 1", date(2026, 11, 1), "2027-Q1"),
        ("day -1", date(2024, 3, 1), "2024-02-29"),
        ("year -1", date(1, 1, 1), ""),
        ("day -1", date(1, 1, 1), ""),
        ("day 1", date(9999, 12, 31), ""),
        ("", date(2026, 1, 1), ""),
    ],
)
def test_edges_of_the_calendar(means: str, day: date, value: str) -> None:
    assert resolved(means, day) == value


WORDS = sorted(
    {word for rows in TOLD.values() for row in rows for word in row[0].split()}
    | {hint for hints in HINTS.values() for hint in hints}
)


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=14), st.dates())
def test_any_text_gives_spans_inside_it(parts: list[str], day: date) -> None:
    text = " ".join(parts)
    end = 0
    for found in relative_dates(text):
        assert end <= found.span.start < found.span.end <= len(text)
        assert " ".join(text[slice(*found.span)].split()) == found.words
        assert re.fullmatch(r"|\d{4}(?:-(?:\d\d|W\d\d|Q\d)(?:-\d\d)?)?", found.on(day))
        end = found.span.end


@pytest.mark.parametrize(
    "word", ["last week ", "we ", "the user said ", "昨天", "was , ", "that you were ", "1 day ", "["]
)
def test_a_long_text_takes_no_time(word: str) -> None:
    with soon():
        list(relative_dates("We sold it last week " + word * 50_000 + " yesterday."))
