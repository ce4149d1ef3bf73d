"""What a card may be (chapters 2 and 3), and the refusal of one that says something the rules have no place for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.core.cards import Ability, Card
from engines.core.errors import DataError

CHARACTER, EVENT, SET, EXTRA, LANDSCAPE, NOTHING = "character", "event", "set", "extra", "landscape", "unseen"
MAIN_DECK = (CHARACTER, EVENT, SET)
"""The categories of a main deck (CHA-1.2); the others belong to the Extra deck (CHA-1.3, 1.4)."""

FIGHTERS = (CHARACTER, EXTRA)
"""The categories with ATK and END (CHA-2.11); a landscape Extra card has none (CHA-3.6)."""

PHASES = ("beginning_start", "main_start", "battle_start", "end_start", "turn_end")
FIELDS_OF = {
    "gender": FIGHTERS,
    "names": MAIN_DECK + FIGHTERS,  # any card in hand with the Name will do (CHA-R17)
    "traits": FIGHTERS,
    "atk": FIGHTERS,
    "end": FIGHTERS,
    "atk_mod": (*FIGHTERS, SET),  # CHA-2.12
    "end_mod": (*FIGHTERS, SET),
    "skills": FIGHTERS,
    "grants": (SET,),
    "icons": (EVENT,),
    "label": (EXTRA,),
    "after": (EVENT,),
    "only_attribute": (SET,),
}
MOMENTS_OF = {
    CHARACTER: ("static", "main", "battle", *PHASES, "enters", "falls"),
    EXTRA: ("static", "main", "battle", *PHASES, "enters", "falls"),
    EVENT: ("use",),
    SET: (),  # CHA-R58
    LANDSCAPE: (*PHASES, "enters", "falls"),  # CHA-R52
}
ONCE_EACH = ("main", "battle", "use")


def check(card: Card) -> None:
    """Raise DataError, naming card and remedy, for a card that could not be played as it is written."""
    where, fields = f"card {card.name!r}", card.fields
    if card.category == NOTHING:
        return
    for name, categories in FIELDS_OF.items():
        if fields.get(name) and card.category not in categories:
            raise DataError(where, f"a {card.category} card has no {name}.", f"Only of: {', '.join(categories)}.")
    if any(mark in card.name for mark in (",", '"', " + ", " with ", " over ", "#")):
        raise DataError(where, "has a mark in its name that positions use.", "Put the printed form into `printed`.")
    for name in ("names", "traits", "label"):
        if not all(isinstance(part, str) and part for part in fields.get(name) or ()):
            raise DataError(where, f"{name} has an entry that is no text.", "Write names in quotes.")
    if fields["pay_rest"] and fields["pay_friend"]:
        raise DataError(where, "asks for two characters.", "Rest one or put one away, not both.")
    if card.category in FIGHTERS:
        _check_fighter(where, card.category, fields)
    if card.category == LANDSCAPE and any(fields.get(name) for name in _PAID):
        raise DataError(where, "a landscape card is never entered or used.", "Leave costs and conditions out.")
    moments = [ability.when for ability in card.abilities]
    for moment in moments:
        if moment not in MOMENTS_OF[card.category]:
            possible = ", ".join(MOMENTS_OF[card.category]) or "none"
            raise DataError(
                where, f"a {card.category} card has no ability with when = {moment!r}.", f"Use: {possible}."
            )
        if moment in ONCE_EACH and moments.count(moment) > 1:
            raise DataError(where, f"has two abilities with when = {moment!r}.", "One of each.")
    if card.category == EVENT and (len(moments) != 1 or not fields["icons"]):
        raise DataError(where, "needs one effect and an icon.", "An Event is used at certain times (CHA-3.2).")
    if card.category == LANDSCAPE and not moments:
        raise DataError(where, "does nothing.", "A landscape card exerts its effect in the Extra deck (CHA-3.6).")
    for ability in card.abilities:
        _check_ability(where, card, ability)


_PAID = ("pay_hand", "pay_deck", "pay_rest", "pay_friend", "needs_waiting", "needs_trait")


def _check_fighter(where: str, category: str, fields: Mapping[str, Any]) -> None:
    if not fields["names"]:
        raise DataError(where, "has no Name.", 'Give it names = ["..."] (CHA-2.5).')
    if fields["end"] + min(0, fields["end_mod"]) < 1:
        raise DataError(where, "would fall as soon as it stood there.", "END with its own modifier from 1 (CHA-R13).")
    label = fields["label"]
    if category == EXTRA and not (1 <= len(label) <= 3 and len(set(label)) == len(label)):
        raise DataError(where, f"its Extra label lists {len(label)} Names.", "One, two or three (CHA-R61).")


def _check_ability(where: str, card: Card, ability: Ability) -> None:
    place, requires = f"{where}, ability {ability.when!r}", ability.requires
    used = ability.when in ("main", "battle")
    for name in (*_PAID, "rest_this", "reverse_this", "once"):
        if requires.get(name) and not used:
            raise DataError(place, f"cannot ask for `{name}`.", "Only a [Main] or [Battle] ability of a character can.")
    if requires.get("rest_this") and requires.get("reverse_this"):
        raise DataError(place, "turns its character twice.", "Rest or Reverse it.")
    if requires.get("pay_rest") and requires.get("pay_friend"):
        raise DataError(place, "asks for two characters.", "Rest one or put one away, not both.")
    _check_whose(place, card, ability)
    known = {"this"} if card.category in FIGHTERS else set()
    if ability.when in ("enters", "falls"):
        known.add("subject")
    for at, (verb, arguments) in enumerate(ability.program):
        if (verb == "bonus") != (ability.when == "static"):
            raise DataError(place, f"cannot use the verb {verb!r}.", "bonus is static, nothing else is.")
        if verb == "may" and at + 1 == len(ability.program):
            raise DataError(place, "ends with `may`.", "Say what may be done.")
        if verb == "spend" and card.category != LANDSCAPE:
            raise DataError(place, "cannot be turned face-up.", "Only a landscape card lies in the Extra deck.")
        if verb == "if" and not (arguments["partner_down"] or arguments["front_row"]):
            raise DataError(place, "`if` asks for nothing.", "Use partner_down or front_row.")
        if verb == "if" and arguments["front_row"] and "this" not in known:
            raise DataError(place, "is in no row.", "Only a character is (CHA-4.5).")
        if verb == "choose_cards" and arguments["up_to"] and arguments["count"] > 9:
            raise DataError(place, "chooses too many cards.", "Up to 9.")
        wants = arguments.get("unit", "cards" if verb == "recover" else "")
        if wants and wants not in known:
            raise DataError(place, f"verb {verb!r} has no {wants} here.", "Choose it first.")
        known |= {"choose": {"chosen"}, "choose_cards": {"cards"}}.get(verb, set())


def _check_whose(place: str, card: Card, ability: Ability) -> None:
    whose = ability.requires.get("whose")
    if ability.when in PHASES:
        if whose not in (None, "own", "all"):
            raise DataError(place, f"whose = {whose!r}.", 'Use "own" or "all": whose turn it is (CHA-R43).')
    elif ability.when in ("enters", "falls"):
        if card.category == LANDSCAPE and whose in (None, "this"):
            raise DataError(place, "never enters or falls itself.", 'Say whose: "friend", "own", "rival" or "all".')
    elif whose is not None:
        raise DataError(place, "watches for nothing.", "Leave `whose` out.")
