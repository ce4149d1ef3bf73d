"""The rules text of a card, rendered from the data that the engine carries out (CHA-2.9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core.cards import Ability, Card

Arguments = Mapping[str, Any]


def render(card: Card) -> list[str]:
    """Return the rules text of a card, line by line."""
    fields = card.fields
    lines = []
    if fields["label"]:
        lines.append("**Extra** " + " ".join(f'"{name}"' for name in fields["label"]) + ".")
    if any(_prices(fields)) and card.category != "event":
        lines.append(f"**{'Set' if card.category == 'set' else 'Entry'}** {_cost(fields)}.")
    lines += _conditions(card)
    if fields["skills"]:
        lines.append(" ".join(f"{skill_name(skill)}." for skill in fields["skills"]))
    for skill in fields["grants"]:
        lines.append(f"The character gains {skill_name(skill)}.")
    lines += [_ability(card, ability) for ability in card.abilities]
    if fields["after"]:
        lines.append("After use put this card into the backyard.")
    return lines


def render_ability(card: Card, place: int) -> str:
    """Return one ability of a card as a plain sentence: what it does, without its icons and cost."""
    ability = card.abilities[place]
    text = _program(card, ability)
    return text if ability.when in ("use", "static", "main", "battle") else _auto(ability, text)


def skill_name(skill: str) -> str:
    """Return a skill as it is printed: "First Attack"."""
    return skill.replace("_", " ").title()


def counted(count: int, noun: str) -> str:
    """Return "1 card", "2 cards"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _prices(fields: Arguments) -> list[str]:
    """Return the parts of a cost in words."""
    return [
        text
        for name, text in (
            ("rest_this", "Rest this"),
            ("reverse_this", "Reverse this"),
            ("pay_rest", "Rest one of your face-up Stand characters"),
            ("pay_friend", "put one of your Friends into the waiting room"),
            (
                "pay_deck",
                f"put the top {counted(fields.get('pay_deck') or 0, 'card')} of your main deck into the waiting room",
            ),
            ("pay_hand", f"put {counted(fields.get('pay_hand') or 0, 'card')} from your hand into the waiting room"),
        )
        if fields.get(name)
    ]


def _cost(fields: Arguments) -> str:
    return f"⟨{', '.join(_prices(fields))}⟩"


def _conditions(card: Card) -> list[str]:
    fields, lines = card.fields, []
    done = {"event": "be used", "set": "be set"}.get(card.category, "enter")
    if fields["needs_waiting"]:
        lines.append(f"Condition: can {done} only if your waiting room has {fields['needs_waiting']} or more cards.")
    if fields["needs_trait"]:
        lines.append(f"Condition: can {done} only if you have a face-up “{fields['needs_trait']}” character.")
    if fields["only_attribute"]:
        lines.append(f"Condition: can be set only on a {fields['only_attribute'].title()} character.")
    return lines


def _ability(card: Card, ability: Ability) -> str:
    text = _program(card, ability)
    if ability.when == "use":
        icons = " ".join(f"**[{icon.title()}]**" for icon in card.fields["icons"])
        use = f" Use {_cost(card.fields)}" if any(_prices(card.fields)) else ""
        return f"{icons}{use} {text}"
    if ability.when == "static":
        return f"**[Static]** {text}"
    if ability.when in ("main", "battle"):
        cost = f" {_cost(ability.requires)}" if any(_prices(ability.requires)) else ""
        needs = (
            [f"only with {ability.requires['needs_waiting']} or more cards in your waiting room"]
            if ability.requires.get("needs_waiting")
            else []
        )
        needs += (
            [f"only if you have a face-up “{ability.requires['needs_trait']}” character"]
            if ability.requires.get("needs_trait")
            else []
        )
        needs += ["once per turn"] if ability.requires.get("once") else []
        return f"**[{ability.when.title()}]**{cost} {text}" + (f" ({', '.join(needs)}.)" if needs else "")
    return f"**[Auto]** {_auto(ability, text)}"


def _auto(ability: Ability, text: str) -> str:
    return f"{_moment(ability)}, {text[:1].lower()}{text[1:]}"


def _moment(ability: Ability) -> str:
    whose = ability.requires.get("whose")
    if ability.when == "turn_end":
        return "At turn end" if whose == "all" else "At your turn end"
    if ability.when.endswith("_start"):
        phase = ability.when.removesuffix("_start").title()
        return f"At the start of {'the' if whose == 'all' else 'your'} {phase} Phase"
    subject = {
        "friend": "one of your Friends",
        "own": "one of your characters",
        "rival": "one of your opponent's characters",
        "all": "a character",
    }.get(whose or "this", "this")
    return f"When {subject} {ability.when}"


def _program(card: Card, ability: Ability) -> str:
    """Return the sentences of a program; what follows a `may` hangs on it."""
    sentences: list[str] = []
    may = condition = hanging = False
    for verb, a in ability.program:
        if verb == "may":
            may = True
            continue
        text = _TEXTS[verb](card, ability, a)
        if verb == "if":
            sentences.append(text)
            condition = True
        elif condition:
            sentences[-1] += f", {'you may ' if may else ''}{text}"
            condition, hanging, may = False, may, False
        elif may:
            sentences.append(f"you may {text}")
            may, hanging = False, True
        elif hanging:
            sentences.append(f"if you do, {text}")
            hanging = False
        elif sentences and verb in _JOINED:
            sentences[-1] += _JOINED[verb] + text
        else:
            sentences.append(text)
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in sentences)


_JOINED = {
    "modify": "; ",
    "gain": "; ",
    "turn_up": " and ",
    "turn_down": " and ",
    "rest": " and ",
    "put_away": " and ",
    "recover": " and ",
    "hurt": "; ",
    "uncover": " and ",
}
_IT = {"chosen": "it", "this": "this", "subject": "that character"}


def wanted(verb: str, a: Arguments) -> str:
    """Return what an effect chooses in full: "one of your face-up characters", where the card leaves "face-up" out."""
    return _one_of(a, full=True) if verb == "choose" else _cards_of(a)


def _one_of(a: Arguments, full: bool = False) -> str:
    state = (
        "face-up " if a["face"] == "up" and (full or a["stand"]) else "face-down " if a["face"] == "down" else ""
    ) + ("Stand " if a["stand"] else "")
    whose = "your" if a["whose"] == "own" else "your opponent's"
    return f"one of {whose} {state}{'Friends' if a['what'] == 'friend' else 'characters'}"


def _cards_of(a: Arguments) -> str:
    count = f"up to {a['count']}" if a["up_to"] else str(a["count"])
    noun = f"{a['category'].title()} card" if a["category"] else "card"
    plural = a["count"] > 1
    return f"{count} {noun}{'s' if plural else ''} in your waiting room that {'are' if plural else 'is'} not Extra"


def _recover(card: Card, ability: Ability, a: Arguments) -> str:
    one = any(verb == "choose_cards" and arguments["count"] == 1 for verb, arguments in ability.program)
    them = "it" if one else "them"
    return f"put {them} into your hand" if a["to"] == "hand" else f"shuffle {them} into your main deck"


def _bonus(card: Card, ability: Ability, a: Arguments) -> str:
    each = f" for each other face-up “{a['each_trait']}” character in your arena" if a["each_trait"] else ""
    return f"this gets {a['atk']:+d}/{a['end']:+d}{each}"


def _if(card: Card, ability: Ability, a: Arguments) -> str:
    parts = ["your Partner is face-down"] if a["partner_down"] else []
    parts += ["this is in your front row"] if a["front_row"] else []
    return "if " + " and ".join(parts)


_TEXTS: dict[str, Callable[[Card, Ability, Arguments], str]] = {
    "draw": lambda card, ability, a: f"draw {counted(a['count'], 'card')}",
    "deal": lambda card, ability, a: f"deal {a['count']} damage to your opponent",
    "choose": lambda card, ability, a: f"choose {_one_of(a)}",
    "modify": lambda card, ability, a: f"{_IT[a['unit']]} gets {a['atk']:+d}/{a['end']:+d} until turn end",
    "gain": lambda card, ability, a: f"{_IT[a['unit']]} gains {skill_name(a['skill'])} until turn end",
    "hurt": lambda card, ability, a: f"deal {a['count']} damage to {_IT[a['unit']]}",
    "turn_up": lambda card, ability, a: f"turn {_IT[a['unit']]} face-up",
    "turn_down": lambda card, ability, a: f"turn {_IT[a['unit']]} face-down",
    "rest": lambda card, ability, a: f"Rest {_IT[a['unit']]}",
    "put_away": lambda card, ability, a: f"put {_IT[a['unit']]} into the waiting room",
    "uncover": lambda card, ability, a: f"put only the Extra card on top of {_IT[a['unit']]} into the waiting room",
    "choose_cards": lambda card, ability, a: f"choose {_cards_of(a)}",
    "recover": _recover,
    "look": lambda card, ability, a: "look at the top card of your main deck",
    "mill": lambda card, ability, a: (
        "put it into the waiting room"
        if a["count"] == 1 and any(verb == "look" for verb, _ in ability.program)
        else f"put the top {counted(a['count'], 'card')} of your main deck into the waiting room"
    ),
    "discard": lambda card, ability, a: f"put {counted(a['count'], 'card')} from your hand into the waiting room",
    "spend": lambda card, ability, a: "turn this card face-up",
    "if": _if,
    "bonus": _bonus,
}
