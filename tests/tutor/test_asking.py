""" "Ask the class": rounds, answers, and the journal that stores them."""

from __future__ import annotations

import contextlib
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from tutor.classroom.asking import (
    CLOSED,
    MOST_CHANGES,
    OPEN,
    TOLD,
    WAITING,
    AnswerRound,
    AnswerVerdict,
    AskingError,
    AskingState,
    ClassQuestion,
    VerdictFact,
)
from tutor.classroom.journal import LONGEST_ENTRY, Journal

REASON = "Dawn Acolyte has no Bulwark."
QUESTION = ClassQuestion(
    id="somewhere/block",
    game="altaria",
    title="A block",
    text="Sunlit Herald attacks two cores.",
    ask="Which unit can block it?",
    choices=("Dawn Acolyte", "Reef Gatekeeper", "Either of them", "No unit"),
    verdicts=(
        AnswerVerdict(False, "Not this one.", (VerdictFact(REASON, "ALT-12.6"),)),
        AnswerVerdict(False, "It is fatigued."),
        AnswerVerdict(False, "Neither can."),
        AnswerVerdict(True, "So it is.", (VerdictFact("Nobody blocks.", "ALT-12.6"),), "Two cores break."),
    ),
)
FOUR = {"A": 2, "B": 0, "C": 1, "D": 0}


@pytest.fixture
def asking(tmp_path: Path) -> AskingState:
    """A class whose first question is open."""
    found = AskingState(tmp_path / "asking.journal")
    found.ask(QUESTION)
    return found


def rounds(asking: AskingState) -> list[AnswerRound]:
    assert asking.now is not None
    return asking.now.rounds


def last(asking: AskingState) -> AnswerRound:
    return rounds(asking)[-1]


def refused(*call: object) -> str:
    with pytest.raises(AskingError) as caught:
        call[0](*call[1:])  # type: ignore[operator]
    return caught.value.key


def test_one_answer_a_member_that_can_be_changed_until_it_is_closed(asking: AskingState) -> None:
    asking.answer("heron", 1, 1, "A")
    asking.answer("otter", 1, 1, "A")
    asking.answer("heron", 1, 1, "D")
    assert last(asking).answered == 2
    asking.close()
    assert last(asking).counts() == {"A": 1, "B": 0, "C": 0, "D": 1}
    assert refused(asking.answer, "heron", 1, 1, "A") == "closed"
    assert last(asking).own("heron") == "D"


def test_the_same_answer_again_changes_nothing(asking: AskingState) -> None:
    asking.answer("heron", 1, 1, "A")
    before = asking.journal.path.read_bytes()
    asking.answer("heron", 1, 1, "A")
    assert asking.journal.path.read_bytes() == before


def test_what_is_no_answer_is_refused(asking: AskingState) -> None:
    for letter in ("E", "", "AB", "a", None, 1, ["A"], "A" * 10**6):
        assert refused(asking.answer, "heron", 1, 1, letter) == "choice"
    for number, place in ((2, 1), (1, 2), (0, 0), ("1", 1), (None, None)):
        assert refused(asking.answer, "heron", number, place, "A") == "gone"
    assert last(asking).answered == 0
    two = ClassQuestion("a/b", "altaria", "t", "", "Is it?", ("Yes", "No"), QUESTION.verdicts[2:])
    asking.ask(two)
    assert refused(asking.answer, "heron", 2, 1, "C") == "choice"


def test_nobody_fills_the_journal(asking: AskingState) -> None:
    for at in range(MOST_CHANGES):
        asking.answer("heron", 1, 1, "AB"[at % 2])
    assert refused(asking.answer, "heron", 1, 1, "A") == "often"
    asking.answer("otter", 1, 1, "A")
    with pytest.raises(ValueError, match="too long"):
        asking.journal.append({"do": "x" * LONGEST_ENTRY})


def test_an_entry_of_which_only_a_part_was_written_is_not_taken_for_kept() -> None:
    full = SimpleNamespace(open=lambda *_, **__: contextlib.nullcontext(SimpleNamespace(write=lambda line: 3)))
    with pytest.raises(OSError, match="full"):
        Journal(full).append({"do": "close"})  # type: ignore[arg-type]


def test_nothing_tells_what_was_answered_before_it_is_closed(asking: AskingState) -> None:
    for at in range(20):
        asking.answer(f"member {at}", 1, 1, "ABCD"[at % 4])
    asking.raise_cards(FOUR)
    assert refused(last(asking).counts) == "open"
    alone, crowded = asking.seen_by("member 0"), asking.seen_by("member 1")
    assert (alone.pop("own"), crowded.pop("own")) == ("A", "B")
    assert (
        alone
        == crowded
        == {
            "stands": OPEN,
            "there": 23,
            "answered": 23,
            "number": 1,
            "round": 1,
            "question": QUESTION.shown(),
        }
    )


def test_what_is_right_is_not_even_in_the_journal_before_it_is_told(asking: AskingState) -> None:
    asking.answer("heron", 1, 1, "A")
    asking.close()
    assert REASON not in asking.journal.path.read_text(encoding="utf-8")
    assert "told" not in asking.seen_by("heron")
    assert asking.stands == CLOSED
    asking.tell(QUESTION)
    told = asking.seen_by("heron")["told"]
    assert told["right"] == "D"
    assert set(told["reasons"]) == {"A", "D"}
    assert told["reasons"]["A"]["facts"] == [[REASON, "ALT-12.6"]]


def test_both_rounds_are_kept(asking: AskingState) -> None:
    asking.answer("heron", 1, 1, "A")
    asking.close()
    asking.again()
    assert refused(asking.answer, "heron", 1, 1, "B") == "gone"  # a phone that missed the closing
    assert asking.seen_by("heron")["own"] == ""
    asking.answer("heron", 1, 2, "D")
    asking.close()
    asking.tell(QUESTION)
    assert [one.counts()["D"] for one in rounds(asking)] == [0, 1]
    assert [one.counts()["A"] for one in rounds(asking)] == [1, 0]
    assert refused(asking.again) == TOLD


def test_raised_cards_count_with_the_answers(asking: AskingState) -> None:
    asking.answer("heron", 1, 1, "C")
    asking.raise_cards({"A": 9, "B": 9})
    asking.raise_cards(FOUR)
    assert (last(asking).answered, asking.there) == (4, 4)
    for wrong in ({"E": 1}, {"A": -1}, {"A": 1.5}, {"A": True}, {"A": 10**9}, {"A": "2"}):
        assert refused(asking.raise_cards, wrong) == "raised"
    asking.close()
    assert last(asking).counts() == {"A": 2, "B": 0, "C": 2, "D": 0}
    assert refused(asking.raise_cards, FOUR) == "closed"


def test_it_goes_on_after_a_restart(asking: AskingState) -> None:
    asking.answer("heron", 1, 1, "A")
    asking.raise_cards(FOUR)
    again = AskingState(asking.journal.path)
    assert again.seen_by("heron") == asking.seen_by("heron")
    again.close()
    asking.refresh()
    assert last(asking).counts() == {"A": 3, "B": 0, "C": 1, "D": 0}


def test_a_line_that_was_cut_off_costs_one_answer(asking: AskingState) -> None:
    for member in ("heron", "otter", "plover"):
        asking.answer(member, 1, 1, "B")
    path = asking.journal.path
    path.write_bytes(path.read_bytes()[:-9])
    again = AskingState(path)
    assert last(again).answered == 2
    again.answer("stork", 1, 1, "A")
    again.close()
    assert last(again).counts() == {"A": 1, "B": 2, "C": 0, "D": 0}
    assert again.journal.broken == 1


def test_strange_lines_are_passed_over(asking: AskingState) -> None:
    strange = [
        *("7", "[]", "null", "{", '{"do": "answer"}', '{"do": "close", "x": ' + "[" * 50_000, "\x00\xff"),
        *(json.dumps(one) for one in STRANGE),
    ]
    with asking.journal.path.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in strange)
    assert AskingState(asking.journal.path).seen_by("heron") == asking.seen_by("heron")


STRANGE = (
    {"do": "answer", "who": "heron", "number": 1, "round": 1, "letter": "E"},
    {"do": "answer", "who": "heron", "number": 1, "round": 1, "letter": ""},
    {"do": "answer", "who": ["heron"], "number": 1, "round": 1, "letter": "A"},
    {"do": "answer", "who": "heron", "number": 1, "round": 7, "letter": "A"},
    {"do": "raise", "counts": {"A": -4}},
    {"do": "raise", "counts": [1]},
    {"do": "tell", "told": {"right": "A", "reasons": {}}},
    {"do": "again"},
    {"do": "ask", "question": {"choices": "AB"}},
    {"do": "ask", "question": {"choices": []}},
    {"do": "join", "who": 3},
    {"do": ["ask"]},
)


def test_the_order_of_the_lines_decides(tmp_path: Path, asking: AskingState) -> None:
    server = AskingState(asking.journal.path)
    asking.close()  # between the server's check and its write
    server.journal.append({"do": "answer", "who": "heron", "number": 1, "round": 1, "letter": "A"})
    asking.refresh()
    assert last(asking).answered == 0
    assert refused(server.answer, "heron", 1, 1, "A") == "closed"


def test_between_questions_nothing_is_asked(asking: AskingState) -> None:
    asking.end()
    assert asking.stands == WAITING
    assert asking.seen_by("heron") == {"stands": WAITING}
    assert refused(asking.answer, "heron", 1, 1, "A") == "gone"
    assert refused(asking.close) == "closed"
    assert refused(asking.tell, QUESTION) == WAITING
    asking.ask(QUESTION)
    assert asking.seen_by("heron")["number"] == 2
    assert asking.there == 0  # absent members are not waited for
    asking.join("heron")
    asking.join("heron")
    assert asking.there == 1


def test_many_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    def write(who: int) -> None:
        journal = Journal(tmp_path / "j")
        for at in range(50):
            journal.append({"who": who, "at": at, "more": "x" * 3000})

    with ThreadPoolExecutor(8) as writers:
        list(writers.map(write, range(8)))
    journal = Journal(tmp_path / "j")
    found = [(one["who"], one["at"]) for one in journal.news()]
    assert sorted(found) == [(who, at) for who in range(8) for at in range(50)]
    assert journal.broken == 0


def test_a_half_written_line_waits_for_its_end(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    assert journal.news() == []
    with journal.path.open("ab") as file:
        file.write(b'\n{"a": 1}\n\n{"a":')
    assert journal.news() == [{"a": 1}]
    with journal.path.open("ab") as file:
        file.write(b" 2}\n")
    assert journal.news() == [{"a": 2}]


def test_a_question_names_all_its_right_answers() -> None:
    wrong, right = QUESTION.verdicts[0], next(one for one in QUESTION.verdicts if one.right)
    for verdicts, letters in (((wrong, wrong), ""), ((wrong, right), "B"), ((right, wrong, right), "AC")):
        choices = ("Yes", "No", "Both")[: len(verdicts)]
        assert ClassQuestion("a", "altaria", "", "", "", choices, verdicts).told()["right"] == letters
    with pytest.raises(ValueError, match="1 answers"):
        ClassQuestion("a", "altaria", "", "", "", ("Yes",), QUESTION.verdicts[3:])


# A number that is typed.

NUMBER = ClassQuestion(
    id="somewhere/cores",
    game="altaria",
    title="Cores",
    text="Sunlit Herald attacks two cores.",
    ask="How many are left?",
    choices=("4", "5", "12"),
    verdicts=(
        AnswerVerdict(False, "", (VerdictFact(REASON, "ALT-12.6"),), "One was blocked."),
        AnswerVerdict(False, "", (VerdictFact(REASON, "ALT-12.6"),)),
        AnswerVerdict(True, "", (VerdictFact(REASON, "ALT-12.6"),), "Twelve are left."),
    ),
).numeric_if(True)


def test_a_number_is_typed_and_its_options_are_not_sent(tmp_path: Path) -> None:
    asking = AskingState(tmp_path / "asking.journal")
    asking.ask(NUMBER)
    shown = asking.seen_by("heron")["question"]
    assert shown["numeric"]
    assert shown["choices"] == []
    assert not {"4", "5", "12"} & set(json.dumps(shown).split('"'))
    for wrong in ("A", "", "-1", "007", "1000", "1.5", "\u0663", "5 "):
        assert refused(asking.answer, "heron", 1, 1, wrong) == "choice"
    for who, number in (("heron", "12"), ("otter", "5"), ("crane", "7"), ("stork", "5"), ("heron", "10")):
        asking.answer(who, 1, 1, number)
    assert refused(asking.raise_cards, {"A": 1}) == "raised"
    asking.close()
    assert [*last(asking).counts().items()] == [("5", 2), ("7", 1), ("10", 1)]
    asking.again()
    asking.answer("heron", 1, 2, "12")
    asking.answer("otter", 1, 2, "1")
    asking.close()
    asking.tell(NUMBER)
    told = asking.seen_by("heron")["told"]
    assert told["right"] == "12"
    assert [*told["reasons"]] == ["12"]
    assert [*asking.seen_by("otter")["told"]["reasons"]] == ["12"]  # nothing of its own is known of 1
    again = AskingState(tmp_path / "asking.journal")
    assert [*rounds(again)[0].counts().items()] == [("5", 2), ("7", 1), ("10", 1)]


def test_only_numbers_are_typed() -> None:
    assert not QUESTION.numeric_if(True).numeric
    assert not NUMBER.numeric_if(False).numeric
    assert NUMBER.numeric_if(False).right == "C"
    assert (NUMBER.right, NUMBER.first_right) == ("12", "12")
    assert NUMBER.verdict("12").words == "Twelve are left."
    assert not NUMBER.verdict("99").right
    assert NUMBER.verdict("99").facts == NUMBER.verdict("4").facts
    assert (QUESTION.first_right, QUESTION.names) == ("D", ("A", "B", "C", "D"))
