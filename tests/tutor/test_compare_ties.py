"""Ties between answers: conflicts and issues, checked against the table and the rulebooks."""

import engines
from tutor.compare import mixer, named_mechanics
from tutor.compare.mechanics import GROUPS, answered_games, load_questions
from tutor.compare.ties import game_of, load_issues, load_ties, question_of
from tutor.text import load_catalogue

QUESTIONS = {question.id: question for question in load_questions()}


def told(answer):
    return QUESTIONS[question_of(answer)].answers[game_of(answer)]


def test_every_clause_is_one_that_its_answer_rests_on():
    for tie in load_ties():
        for answer, clause in (tie.one | tie.other).items():
            book = engines.load(game_of(answer)).rulebook
            assert clause in book.clauses or clause in book.rulings, (tie.id, clause)
            assert clause in told(answer).clauses, (tie.id, answer, clause, told(answer).clauses)


def test_every_answer_is_one_of_the_table_and_to_be_chosen():
    askable = mixer.mixable_questions()
    for tie in load_ties():
        for answer in (*tie.one, *tie.other, *tie.only):
            assert game_of(answer) in askable[question_of(answer)].answers, (tie.id, answer)
        assert {question_of(answer) for answer in tie.one}.isdisjoint(question_of(answer) for answer in tie.other)
    for settle in load_issues():
        for answer in (*(one for side in settle.when for one in side), *settle.unless):
            assert game_of(answer) in askable[question_of(answer)].answers, (settle.id, answer)


def test_no_game_spoils_itself_or_leaves_anything_to_settle():
    askable = mixer.mixable_questions()
    for game in answered_games():
        own = dict.fromkeys(askable, game)
        assert [conflict.tie.id for conflict in mixer.find_conflicts(own)] == [], game
        assert [one.id for one in mixer.raised_issues(own)] == [], game
        assert mixer.needed_questions(own) == []


def test_answers_of_one_game_are_on_one_side_of_a_tie():
    for tie in load_ties():
        both = {game_of(answer) for answer in tie.one} & {game_of(answer) for answer in tie.other}
        assert not both, (tie.id, both)


def test_every_tie_and_every_question_to_settle_can_come_up():
    for tie in load_ties():
        one, other = next(iter(tie.one)), next(iter(tie.other))
        picks = dict(answer.split(".") for answer in (*tie.only[-1:], one, other))
        assert tie.id in [conflict.tie.id for conflict in mixer.find_conflicts(picks)], tie.id
    for settle in load_issues():
        picks = dict(side[0].split(".") for side in settle.when)
        assert settle.id in [one.id for one in mixer.raised_issues(picks)], settle.id


def test_there_are_words_for_each_in_both_languages():
    for language in ("en", "ja"):
        words = load_catalogue(language)
        for tie in load_ties():
            for key in ("title", "one", "other"):
                assert words.get(f"tie.{tie.id}.{key}"), (language, tie.id, key)
        for settle in load_issues():
            assert words.get(f"settle.{settle.id}.ask"), (language, settle.id)
            assert words.get(f"settle.{settle.id}.because"), (language, settle.id)
    known = {f"tie.{tie.id}" for tie in load_ties()} | {f"settle.{settle.id}" for settle in load_issues()}
    assert {key.rsplit(".", 1)[0] for key in load_catalogue("en") if key.split(".")[0] in ("tie", "settle")} == known


def test_every_question_but_those_that_count_is_about_one_mechanic():
    of_mechanics = [question for one in named_mechanics.named_mechanics().values() for question in one.questions]
    assert sorted([*of_mechanics, *named_mechanics.counting_questions()]) == sorted(QUESTIONS)
    places = [GROUPS.index(QUESTIONS[one.questions[0]].group) for one in named_mechanics.named_mechanics().values()]
    assert places == sorted(places)


def test_what_a_mechanic_lacks_is_an_answer_of_a_game():
    for one in named_mechanics.named_mechanics().values():
        first = QUESTIONS[one.questions[0]]
        assert set(one.lacks) <= set(first.tags()), one.id
        assert bool(one.lacks) == (len(named_mechanics.games_having(one, QUESTIONS)) < len(answered_games())), one.id
        assert named_mechanics.games_having(one, QUESTIONS), one.id
        for language in ("en", "ja"):
            assert load_catalogue(language).get(f"mechanic_name.{one.id}"), (language, one.id)
            assert load_catalogue(language).get(f"mechanic_what.{one.id}"), (language, one.id)


def test_a_mix_names_its_conflicts_with_both_clauses():
    picks = {"win": "star_wars", "player_hit": "altaria", "target": "dgrayman", "exhausted": "kingdom_hearts"}
    found = {conflict.tie.id: conflict for conflict in mixer.find_conflicts(picks)}
    assert found["hit_cores"].one == {"player_hit.altaria": "ALT-13.2"}
    assert found["hit_cores"].other == {"win.star_wars": "SW-15.1"}
    assert sorted(found["acted_unseen"].questions) == ["exhausted", "target"]
    assert mixer.find_conflicts({"win": "star_wars"}) == mixer.find_conflicts({}) == []


def test_a_tie_may_need_a_third_answer():
    no_other_way = {"other_win": "chaos", "empty_deck": "altaria"}
    assert "other_way" not in [conflict.tie.id for conflict in mixer.find_conflicts(no_other_way)]
    assert "other_way" not in [conflict.tie.id for conflict in mixer.find_conflicts(no_other_way | {"win": "chaos"})]
    assert "other_way" in [conflict.tie.id for conflict in mixer.find_conflicts(no_other_way | {"win": "altaria"})]


def test_what_a_choice_needs_is_asked_until_it_is_answered():
    asked = {one.question: one for one in mixer.needed_questions({"brake": "altaria"})}
    assert asked["cost"].tie.id == "no_price"
    assert asked["cost"].answer == "brake.altaria"
    assert "cost" not in [one.question for one in mixer.needed_questions({"brake": "altaria", "cost": "chaos"})]


def test_an_address_holds_a_mix():
    askable = mixer.mixable_questions()
    picks = mixer.read_mix("win.star_wars,draw.chaos,win2.altaria,copies.chess,rules.altaria,dust", askable)
    assert picks == {"draw": "chaos", "win": "star_wars"}
    assert mixer.read_mix(mixer.format_mix(picks), askable) == picks
    assert mixer.read_mix("", askable) == {}
