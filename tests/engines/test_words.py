"""The catalogues: English is complete, other languages have no unknown keys, and a third language is just a file."""

import re
from dataclasses import replace

import pytest

import engines
from engines.book.rulebook import read_toml
from engines.book.words import SHARED, Words, facts_of, flatten_catalogue
from engines.checking.word_catalogues import find_word_problems
from engines.forms.sums import counted_table
from engines.kernel.state import NATURE
from engines.legal.reasons import OTHER, requirements_with_words
from engines.search.players import greedy_player
from tests.engines.play import GAMES, QUICK, begin_game, names_in, positions, thinned

LANGUAGES = [
    (name, path.name.split(".")[1])
    for name in GAMES
    for path in sorted((SHARED.parent / name).glob("words.*.toml"))
    if path.name != "words.en.toml"
]


@pytest.mark.parametrize("name", GAMES)
def test_english_has_every_key_that_the_game_can_say(name):
    game = engines.load(name)
    wanted = {f"phase.{phase.id}.title" for phase in game.phases}
    for step in game.flow.steps.values():
        wanted |= {f"step.{step.name}.title"} | ({f"step.{step.name}.asks"} if step.ask else set())
    for kind in game.kinds.values():
        wanted |= {f"action.{kind.name}.form", f"action.{kind.name}.label"}
        wanted |= (
            {f"when.{kind.moment.name}", f"when.{kind.moment.name}.next"} if kind.moment else {f"when.{kind.name}"}
        )
        for over in kind.moment.over if kind.moment else ():
            wanted |= {f"over.{over.name}", f"over.{over.name}.repair"}
        for need in kind.requirements:
            wanted |= {f"fact.{need.name}.yes", f"fact.{need.name}.no", f"repair.{need.name}"}
    assert sorted(wanted - set(game.words.languages["en"])) == []


@pytest.mark.parametrize("name", GAMES)
def test_english_says_no_moment_that_the_game_does_not_have(name):
    game = engines.load(name)
    moments = {kind.moment.name if kind.moment else kind.name for kind in game.kinds.values()}
    overs = {over.name for kind in game.kinds.values() for over in (kind.moment.over if kind.moment else ())}
    actions, steps = set(game.kinds), set(game.flow.steps)
    for key in flatten_catalogue(read_toml(SHARED.parent / name / "words.en.toml")):
        table, _, rest = key.partition(".")
        known = {"when": moments, "over": overs, "action": actions, "step": steps}.get(table)
        assert known is None or rest.split(".")[0] in known, key


@pytest.mark.parametrize("name", GAMES)
def test_what_a_repair_names_instead_is_an_argument_of_an_action(name):
    game, named = engines.load(name), {}
    for kind in game.kinds.values():
        for need in kind.requirements:
            named[need.name] = {*named.get(need.name, ()), *kind.arguments}
    for requirement, arguments in named.items():
        facts = facts_of(game.words.languages["en"][f"repair.{requirement}"])
        assert {fact.removeprefix(OTHER) for fact in facts if fact.startswith(OTHER)} <= arguments, requirement


@pytest.mark.parametrize(("name", "language"), LANGUAGES)
def test_another_language_says_nothing_unknown(name, language):
    game = engines.load(name)
    assert find_word_problems(game, game.words.languages[language]) == []


def test_every_sentence_is_there_only_once():
    """No game repeats, word for word, a text that all games share."""
    shared = flatten_catalogue(read_toml(SHARED / "words.en.toml"))
    for name in GAMES:
        own = flatten_catalogue(read_toml(SHARED.parent / name / "words.en.toml"))
        assert [key for key in own if own[key] == shared.get(key)] == []


def third(words, keys):
    """Return some sentences of a made-up language: the English ones in brackets, with their facts."""
    return {key: text and f"<{text}>" for key in keys for text in [words.term(key)]}


def written(folder, sentences):
    """Write a catalogue of the language xx into a folder."""
    lines = (f"'{key}' = '''{text}'''" for key, text in sentences.items())
    (folder / "words.xx.toml").write_text("\n".join(lines), encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_third_language_is_a_file(name, tmp_path):
    """The language is used if it has the key; otherwise English is used."""
    game = engines.load(name)
    told = [key for key in game.words.languages["en"] if re.match(r"(fact|repair|over|when|moment|event)\.", key)]
    told += [key for key in game.words.languages["en"] if re.match(r"(step|action)\.", key)]
    written(tmp_path, third(game.words, told) | {f"card.{card.name}": f"<{card.name}>" for card in game.cards})
    spoken = game.with_words(tmp_path)
    assert find_word_problems(spoken, spoken.words.languages["xx"]) == []
    count = 0
    for state in thinned(positions(name)[::97]):
        state = state.copy()
        spoken = state.game = state.game.with_words(tmp_path)
        seat = state.seat_to_act if state.seat_to_act < NATURE else 0
        assert spoken.title_of(state.step.name, "xx") == f"<{state.step.title}>"
        assert spoken.moment(state, seat, "xx").startswith("<")
        for action in spoken.tries(state, seat)[:40]:
            for reason, english in zip(state.why_not(action, seat, "xx"), state.why_not(action, seat), strict=True):
                assert reason.fact.startswith("<")
                assert reason.repair.startswith("<") or not english.repair
                assert not english.fact.startswith("<")
                count += 1
            assert spoken.label(action[0], "xx") == f"<{game.kinds[action[0]].label}>"
    assert count > (10 if QUICK else 50)


def names_of(game):
    """Return a pattern for proper names in a game: cards, and values of their fields (persons, Names, types)."""
    said = {text for card in game.cards for text in (card.name, *names_in(card.fields))}
    return re.compile("|".join(map(re.escape, sorted(said - {""}, key=len, reverse=True))), re.IGNORECASE)


@pytest.mark.parametrize("name", GAMES)
def test_no_english_is_left_in_a_refusal_of_a_language_that_says_all(name):
    """Only the facts of each sentence remain, which are names, figures and terms of that language."""
    english = engines.load(name).words.languages["en"]
    facts = {key: "".join(f"({{{one}}})" for one in sorted(facts_of(text) - {"s"})) for key, text in english.items()}
    facts = {key: text or "()" for key, text in facts.items()} | {"part.and": "+", "part.or": "+"}
    told = 0
    for state in thinned(positions(name)[::61]):
        state = state.copy()
        names = names_of(state.game)
        state.game = replace(state.game, words=state.game.words.with_more("xx", facts))
        for seat in (0, 1):
            for action in state.game.tries(state, seat)[:50]:
                for reason in state.why_not(action, seat, "xx"):
                    left = names.sub("", reason.fact + reason.repair)
                    assert not re.search("[a-z]{2}", left), (action, reason)
                    told += 1
    assert told > 100


@pytest.mark.parametrize("name", GAMES)
def test_events_are_told_in_a_third_language_as_far_as_it_goes(name, tmp_path):
    game = engines.load(name)
    events = [key for key in game.words.languages["en"] if key.startswith("event.")]
    known = events[::2]
    written(tmp_path, third(game.words, known))
    spoken = game.with_words(tmp_path)
    state = begin_game(name, 1, run=False).listen()
    state.run()
    for _ in range(60):
        if state.result is None:
            state.apply(state.actions[len(state.actions) // 2])
    rendered = [spoken.narrate(event, 0, "xx") for event in state.events]
    assert {text.startswith("<") for text in rendered} == {True, False}


def test_a_folder_of_words_counts_over_those_before(tmp_path):
    (tmp_path / "words.en.toml").write_text("[player]\nother = 'The guest'\n", encoding="utf-8")
    words = Words(SHARED, tmp_path)
    assert words.say("player.other") == "The guest"
    assert words.say("player.whose") == "the rival's"


def test_the_facts_of_a_sentence_are_found():
    assert facts_of("{count:card} of {player}, {{not this}}") == {"count", "player"}


@pytest.mark.parametrize("name", GAMES)
def test_the_end_is_told_in_a_third_language(name, tmp_path):
    words = engines.load(name).words
    written(tmp_path, third(words, [key for key in words.languages["en"] if key.startswith(("why.", "clause."))]))
    state, player = begin_game(name, 2), greedy_player(2)
    while state.result is None:
        state.apply(player(state))
    english = state.why_over()
    assert state.result.text == english
    state.game = state.game.with_words(tmp_path)
    assert state.why_over() == english
    assert state.result.why is None or state.why_over("xx") == f"<{english}>"
    assert state.game.moment(state, 0) == f"The game is over: {english}"


@pytest.mark.parametrize("name", GAMES)
def test_card_texts_are_told_in_a_third_language(name, tmp_path):
    game = engines.load(name)
    printed = [key for key in game.words.languages["en"] if re.match(r"(text|verb|printed|ability)\.", key)]
    written(tmp_path, third(game.words, printed))
    spoken, told = game.with_words(tmp_path), 0
    for card in game.cards:
        english, other = spoken.rules_text(card), spoken.rules_text(card, "xx")
        assert english == list(card.rules_text)
        assert len(english) == len(other)
        told += sum("<" in line for line in other)
        assert [re.sub("[<>]", "", line).casefold() for line in other] == [
            re.sub("[<>]", "", line).casefold() for line in english
        ]
    assert told > 5


def test_the_japanese_name_of_an_own_card_is_a_word_of_its_game():
    game = engines.load("altaria")
    row = {"name": "My Scout", "japanese": "私の斥候", "category": "unit", "cost": 1, "power": 1, "break_rank": 1}
    own = game.with_cards([row], "mine")
    assert own.words.term("card.My Scout", "ja") == "私の斥候"
    assert own.cards[-1].names == {"ja": "私の斥候"}
    assert not game.words.term("card.My Scout", "ja")


def test_a_key_or_a_fact_that_english_does_not_have_is_found():
    game = engines.load("altaria")
    wrong = {"fact.nothing.yes": "x", "moment.yours": "{who} decides", "card.Nobody": "x", "card.Tide Scout": "x"}
    problems = find_word_problems(game, wrong)
    assert len(problems) == 3
    assert not any("Tide Scout" in problem for problem in problems)


def test_facts_are_worked_out_only_when_a_sentence_asks_for_them():
    asked = []

    def fact(name):
        return lambda state, seat, action: asked.append(name) or name

    needs = requirements_with_words({"card": fact("card"), "cost": fact("cost")})
    in_hand = needs("in_hand", "ALT-8.1", lambda state, seat, action: False)
    state = engines.load("altaria").new(seed=1)
    assert in_hand.told(state, 0, ("summon", 1), False)[0].startswith("card ")
    assert set(asked) == {"card"}
    assert len(asked) == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_phase_graph_and_the_house_rules_are_told_in_a_third_language(name):
    game = engines.load(name)
    said = {f"flow.{text}": f"<{text}>" for text in game.flow.said()}
    said |= {f"parameter.{rule}": f"<{rule}>" for rule in game.parameter_rules}
    said |= third(game.words, [f"step.{step}.title" for step in game.flow.steps])
    spoken = replace(game, words=game.words.with_more("xx", said))
    assert find_word_problems(spoken, said) == []
    assert find_word_problems(spoken, {"flow.never said": "x", "parameter.no_rule": "x"}) != []
    graph, english = spoken.graph("xx"), spoken.graph()
    for edge, plain in zip(graph.edges, english.edges, strict=True):
        assert re.fullmatch("<[^<>]*>(, <[^<>]*>)*", edge["condition"])
        assert re.fullmatch("(<[^<>]+>)?", edge["label"])
        assert [re.sub("[<>]", "", edge[key]) for key in edge] == list(plain.values())
    for node in graph.nodes:
        assert re.fullmatch("<.*>", node["title"])
        assert re.fullmatch("(<.*>)?", node["who"])
    for rule, standard in game.parameter_rules.items():
        assert (spoken.meaning(rule, "xx"), game.meaning(rule)) == (f"<{rule}>", standard.meaning)


@pytest.mark.parametrize("name", GAMES)
def test_a_result_that_is_read_from_a_position_is_told_in_a_third_language(name, tmp_path):
    game = engines.load(name)
    written(tmp_path, third(game.words, [key for key in game.words.languages["en"] if key.startswith("why.")]))
    told = set()
    for seed in range(4):
        state, player = begin_game(name, seed), greedy_player(seed)
        while state.result is None:
            state.apply(player(state))
        again = state.game.position(state.position())
        again.game = again.game.with_words(tmp_path)
        assert again.result == state.result
        assert again.why_over("xx").startswith("<")
        told.add(again.result.why.key)
    assert told


def test_facts_are_found_in_a_sentence_again():
    words = engines.load("star_wars").words.with_more(
        "en", {"why.x": "{count:point} of {card}, turn {turn}; {count} win{s}."}
    )
    for facts in ({"count": 3, "card": "Ash A", "turn": 4}, {"count": 1, "card": "B, of C", "turn": 12}):
        assert words.recognised("why", words.say("why.x", **facts)).facts == facts
    assert words.recognised("why", "Nobody knows.") is None


@pytest.mark.parametrize("name", GAMES)
def test_no_english_is_left_on_a_table_of_a_language_that_says_all(name):
    english = engines.load(name).words.languages["en"]
    said = {key: f"<{key}>" for key in english if key.startswith(("term.", "part."))}
    seen = 0
    for state in thinned(positions(name)[::17]):
        state = state.copy()
        state.game = replace(state.game, words=state.game.words.with_more("xx", said))
        for seat in (0, 1):
            for _, entry in counted_table(state, seat, "xx").references():
                words = [word for word in (*entry.words, *entry.tags, entry.kind) if word]
                assert all(re.fullmatch("<.*>", word) for word in words), words
                seen += len(words)
    assert seen > 100
