"""The rules text of a card, rendered from the data that the engine carries out (CHA-2.9).

Its phrases are in `words.en.toml` under `text`, by the names of verbs, prices and conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engines.book.cards import Ability, Card
from engines.book.words import Say, Words
from engines.chaos.cards import EVENT_MOMENTS

Arguments = Mapping[str, Any]
PRICES = ("rest_this", "reverse_this", "pay_rest", "pay_friend", "pay_deck", "pay_hand")
CONDITIONS = ("needs_waiting", "needs_trait")
JOINED = {"modify": "; ", "gain": "; ", "hurt": "; "} | dict.fromkeys(
    ("turn_up", "turn_down", "rest", "put_away", "recover", "uncover"), " and "
)
"""The text that joins a verb to the previous sentence."""


def render_card(card: Card, words: Words) -> list[str]:
    """Return the rules text of a card, line by line."""
    say, fields = words.table("text"), card.fields
    kind = card.category if card.category in ("event", "set") else "character"
    lines = [say("extra", names=" ".join(f'"{name}"' for name in fields["label"]))] if fields["label"] else []
    if render_cost(say, fields) and kind != "event":
        lines.append(f"**{say(f'entry.{kind}')}**{render_cost(say, fields)}.")
    lines += [
        say(f"condition.{name}", done=say(f"done.{kind}"), value=fields[name]) for name in CONDITIONS if fields[name]
    ]
    if fields["only_attribute"]:
        lines.append(say("bearer", attribute=fields["only_attribute"].title()))
    if fields["skills"]:
        lines.append(" ".join(f"{skill_name(skill)}." for skill in fields["skills"]))
    lines += [say("grants", skill=skill_name(skill)) for skill in fields["grants"]]
    lines += [say("works_face_up")] if fields["works_face_up"] else []
    lines += [_ability(say, card, ability) for ability in card.abilities]
    if fields["names"]:
        lines.append(say("names", names=", ".join(fields["names"]), traits=", ".join(fields["traits"] or ("-",))))
    return [*lines, say("after")] if fields["after"] else lines


def render_ability(card: Card, place: int, words: Words) -> str:
    """Return one ability of a card as a plain sentence: its effect, without its icons and cost."""
    say, ability = words.table("text"), card.abilities[place]
    text = _program(say, ability)
    return text if ability.when in ("use", "static", "main", "battle") else _auto(say, ability, text)


def skill_name(skill: str) -> str:
    """Return a skill as printed: "First Attack"."""
    return skill.replace("_", " ").title()


def render_cost(say: Say, fields: Arguments) -> str:
    """Return a cost in its brackets; "" if there is none."""
    parts = [say(f"price.{name}", count=fields[name]) for name in PRICES if fields.get(name)]
    return f" ⟨{', '.join(parts)}⟩" if parts else ""


def render_icons(names: Iterable[str]) -> str:
    """Return icons as printed."""
    return " ".join(f"**[{name.title()}]**" for name in names)


def _ability(say: Say, card: Card, ability: Ability) -> str:
    return _with_icons(say, card, ability, _program(say, ability))


def frame_text(card: Card, ability: Ability, text: str, words: Words) -> str:
    """Return a text written in the shared effect language, preceded by its icons, its cost and its moment."""
    return _with_icons(words.table("text"), card, ability, f"{text[:1].upper()}{text[1:]}.")


def _with_icons(say: Say, card: Card, ability: Ability, text: str) -> str:
    requires = ability.requires
    if ability.when == "use":
        use = f" {say('use')}" if render_cost(say, card.fields) else ""
        return f"{render_icons(card.fields['icons'])}{use}{render_cost(say, card.fields)} {text}"
    if ability.when == "static":
        return f"{render_icons(['static'])} {text}"
    if ability.when not in ("main", "battle"):
        return f"{render_icons(['auto'])} {_auto(say, ability, text)}"
    needs = [say(f"only.{name}", value=requires[name]) for name in CONDITIONS if requires.get(name)]
    needs += [say("once")] if requires.get("once") else []
    return f"{render_icons([ability.when])}{render_cost(say, requires)} {text}" + (
        f" ({', '.join(needs)}.)" if needs else ""
    )


def _auto(say: Say, ability: Ability, text: str) -> str:
    whose = ability.requires.get("whose") or "this"
    if ability.when in EVENT_MOMENTS:
        moment = say(f"when.{ability.when}", subject=say(f"subject.{whose}"))
    else:
        phase = ability.when.removesuffix("_start").title()
        key = "turn_end" if ability.when == "turn_end" else "start"
        moment = say(f"when.{key}.{'all' if whose == 'all' else 'your'}", phase=phase)
    return f"{moment}, {text[:1].lower()}{text[1:]}"


def _program(say: Say, ability: Ability) -> str:
    """Return the sentences of a program. What follows a `may` depends on the player accepting."""
    sentences: list[str] = []
    may = condition = hanging = False
    for verb, a in ability.program:
        if verb == "may":
            may = True
            continue
        text = render_verb(say, ability, verb, a)
        if verb == "if":
            sentences.append(text)
            condition = True
        elif condition:
            sentences[-1] += f", {say('may', text=text) if may else text}"
            condition, hanging, may = False, may, False
        elif may:
            sentences.append(say("may", text=text))
            may, hanging = False, True
        elif hanging:
            sentences.append(say("if_you_do", text=text))
            hanging = False
        elif sentences and verb in JOINED:
            sentences[-1] += JOINED[verb] + text
        else:
            sentences.append(text)
    return " ".join(f"{sentence[:1].upper()}{sentence[1:]}." for sentence in sentences)


def render_verb(say: Say, ability: Ability, verb: str, a: Arguments) -> str:
    """Return the text of one instruction: a verb with its arguments."""
    key, facts = f"verb.{verb}", dict(a)
    if "unit" in a:
        facts["it"] = say(f"it.{a['unit']}")
    if "atk" in a:
        facts["change"] = f"{a['atk']:+d}/{a['end']:+d}"
    if verb == "gain":
        facts["skill"] = skill_name(a["skill"])
    elif verb == "choose":
        facts["wanted"] = one_of(say, a)
    elif verb == "choose_cards":
        facts["wanted"] = render_choice(say, verb, a)
    elif verb == "recover":
        one = any(other == "choose_cards" and arguments["count"] == 1 for other, arguments in ability.program)
        key, facts["them"] = f"{key}.{a['to']}", say("it.chosen" if one else "it.several")
    elif verb == "mill" and a["count"] == 1 and any(other == "look" for other, _ in ability.program):
        key += ".looked"
    elif verb == "bonus":
        facts["each"] = say("each", trait=a["each_trait"]) if a["each_trait"] else ""
    elif verb == "if":
        facts["conditions"] = f" {say('and')} ".join(say(f"if.{name}") for name in a if a[name])
    return say(key, **facts)


def render_choice(say: Say, verb: str, a: Arguments) -> str:
    """Return the objects that an effect chooses, in words, for example "up to 3 cards in your waiting room"."""
    if verb == "choose":
        return one_of(say, a)
    noun = f"{a['category'].title()} " if a["category"] else ""
    key = f"cards.{'up_to' if a['up_to'] else 'exactly'}.{'one' if a['count'] == 1 else 'several'}"
    return say(key, count=a["count"], category=noun)


def one_of(say: Say, a: Arguments) -> str:
    """Return the character that an effect chooses, in words.

    For "any", the words do not mention that face-down characters may be chosen too (CHA-R11).
    """
    state = say(f"face.{a['face']}") if a["face"] in ("up", "down") else ""
    turned = say("face.stand") if a["stand"] else ""
    return say(f"one.{a['whose']}", what=state + turned + say(f"what.{a['what']}"))
