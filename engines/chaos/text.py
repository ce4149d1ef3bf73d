"""The rules text of a card, rendered from the data that the engine carries out (CHA-2.9).

Its phrases stand in `words.en.toml` under `text`: those of a verb, of a price and of a condition by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engines.core.cards import Ability, Card
from engines.core.words import Words

Arguments = Mapping[str, Any]
WORDS = Words(Path(__file__).parent)
PRICES = ("rest_this", "reverse_this", "pay_rest", "pay_friend", "pay_deck", "pay_hand")
CONDITIONS = ("needs_waiting", "needs_trait")
JOINED = {"modify": "; ", "gain": "; ", "hurt": "; "} | dict.fromkeys(
    ("turn_up", "turn_down", "rest", "put_away", "recover", "uncover"), " and "
)
"""What joins a verb to the sentence before it."""


def say(key: str, **facts: Any) -> str:
    """Return a phrase of the catalogue."""
    return WORDS.say(f"text.{key}", **facts)


def render(card: Card) -> list[str]:
    """Return the rules text of a card, line by line."""
    fields = card.fields
    kind = card.category if card.category in ("event", "set") else "character"
    lines = [say("extra", names=" ".join(f'"{name}"' for name in fields["label"]))] if fields["label"] else []
    if price(fields) and kind != "event":
        lines.append(f"**{say(f'entry.{kind}')}**{price(fields)}.")
    lines += [
        say(f"condition.{name}", done=say(f"done.{kind}"), value=fields[name]) for name in CONDITIONS if fields[name]
    ]
    if fields["only_attribute"]:
        lines.append(say("bearer", attribute=fields["only_attribute"].title()))
    if fields["skills"]:
        lines.append(" ".join(f"{skill_name(skill)}." for skill in fields["skills"]))
    lines += [say("grants", skill=skill_name(skill)) for skill in fields["grants"]]
    lines += [_ability(card, ability) for ability in card.abilities]
    return [*lines, say("after")] if fields["after"] else lines


def render_ability(card: Card, place: int) -> str:
    """Return one ability of a card as a plain sentence: what it does, without its icons and cost."""
    ability = card.abilities[place]
    text = _program(ability)
    return text if ability.when in ("use", "static", "main", "battle") else _auto(ability, text)


def skill_name(skill: str) -> str:
    """Return a skill as it is printed: "First Attack"."""
    return skill.replace("_", " ").title()


def price(fields: Arguments) -> str:
    """Return a cost in its brackets, "" if there is none."""
    parts = [say(f"price.{name}", count=fields[name]) for name in PRICES if fields.get(name)]
    return f" ⟨{', '.join(parts)}⟩" if parts else ""


def icons(names: Iterable[str]) -> str:
    """Return icons as they are printed."""
    return " ".join(f"**[{name.title()}]**" for name in names)


def _ability(card: Card, ability: Ability) -> str:
    text, requires = _program(ability), ability.requires
    if ability.when == "use":
        use = f" {say('use')}" if price(card.fields) else ""
        return f"{icons(card.fields['icons'])}{use}{price(card.fields)} {text}"
    if ability.when == "static":
        return f"{icons(['static'])} {text}"
    if ability.when not in ("main", "battle"):
        return f"{icons(['auto'])} {_auto(ability, text)}"
    needs = [say(f"only.{name}", value=requires[name]) for name in CONDITIONS if requires.get(name)]
    needs += [say("once")] if requires.get("once") else []
    return f"{icons([ability.when])}{price(requires)} {text}" + (f" ({', '.join(needs)}.)" if needs else "")


def _auto(ability: Ability, text: str) -> str:
    whose = ability.requires.get("whose") or "this"
    if ability.when in ("enters", "falls"):
        moment = say(f"when.{ability.when}", subject=say(f"subject.{whose}"))
    else:
        phase = ability.when.removesuffix("_start").title()
        key = "turn_end" if ability.when == "turn_end" else "start"
        moment = say(f"when.{key}.{'all' if whose == 'all' else 'your'}", phase=phase)
    return f"{moment}, {text[:1].lower()}{text[1:]}"


def _program(ability: Ability) -> str:
    """Return the sentences of a program; what follows a `may` hangs on it."""
    sentences: list[str] = []
    may = condition = hanging = False
    for verb, a in ability.program:
        if verb == "may":
            may = True
            continue
        text = phrase(ability, verb, a)
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


def phrase(ability: Ability, verb: str, a: Arguments) -> str:
    """Return what a verb with its arguments says."""
    key, facts = f"verb.{verb}", dict(a)
    if "unit" in a:
        facts["it"] = say(f"it.{a['unit']}")
    if "atk" in a:
        facts["change"] = f"{a['atk']:+d}/{a['end']:+d}"
    if verb == "gain":
        facts["skill"] = skill_name(a["skill"])
    elif verb == "choose":
        facts["wanted"] = one_of(a)
    elif verb == "choose_cards":
        facts["wanted"] = wanted(verb, a)
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


def wanted(verb: str, a: Arguments) -> str:
    """Return what an effect chooses in full: "one of your face-up characters", where the card leaves "face-up" out."""
    if verb == "choose":
        return one_of(a, full=True)
    noun = f"{a['category'].title()} " if a["category"] else ""
    key = f"cards.{'up_to' if a['up_to'] else 'exactly'}.{'one' if a['count'] == 1 else 'several'}"
    return say(key, count=a["count"], category=noun)


def one_of(a: Arguments, full: bool = False) -> str:
    """Return what character an effect chooses; full : "face-up" is said even if it goes without saying."""
    down, up = a["face"] == "down", a["face"] == "up" and (full or a["stand"])
    state = f"{say('face.down') if down else say('face.up') if up else ''}{say('face.stand') if a['stand'] else ''}"
    return say(f"one.{a['whose']}", what=state + say(f"what.{a['what']}"))
