"""What a card may be (chapters 2 and 3), and the refusal of one that says something the rules have no place for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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


PAID = ("pay_hand", "pay_deck", "pay_rest", "pay_friend", "needs_waiting", "needs_trait")
MARKS_OF_POSITIONS = (",", '"', " + ", " with ", " over ", "#")

Problem = tuple[bool, str, str]
"""Whether something is wrong, what, and the remedy."""


def check(card: Card) -> None:
    """Raise DataError, naming card and remedy, for a card that could not be played as it is written."""
    where = f"card {card.name!r}"
    if card.category == NOTHING:
        return
    refuse(where, problems_of_card(card))
    for ability in card.abilities:
        place = f"{where}, ability {ability.when!r}"
        refuse(place, problems_of_ability(card, ability))
        refuse(place, problems_of_program(card, ability))


def refuse(where: str, problems: Iterable[Problem]) -> None:
    """Raise DataError for the first problem there is."""
    for wrong, what, remedy in problems:
        if wrong:
            raise DataError(where, what, remedy)


def problems_of_card(card: Card) -> Iterator[Problem]:
    """Yield what may be wrong with the fields and the moments of a card."""
    fields, kind, moments = card.fields, card.category, [ability.when for ability in card.abilities]
    for name, kinds in FIELDS_OF.items():
        yield (
            bool(fields.get(name)) and kind not in kinds,
            f"a {kind} card has no {name}.",
            f"Only of: {', '.join(kinds)}.",
        )
    marked = any(mark in card.name for mark in MARKS_OF_POSITIONS)
    yield marked, "has a mark in its name that positions use.", "Put the printed form into `printed`."
    for name in ("names", "traits", "label"):
        whole = all(isinstance(part, str) and part for part in fields.get(name) or ())
        yield not whole, f"{name} has an entry that is no text.", "Write names in quotes."
    both = bool(fields["pay_rest"] and fields["pay_friend"])
    yield both, "asks for two characters.", "Rest one or put one away, not both."
    if kind in FIGHTERS:
        yield not fields["names"], "has no Name.", 'Give it names = ["..."] (CHA-2.5).'
        falls = fields["end"] + min(0, fields["end_mod"]) < 1
        yield falls, "would fall as soon as it stood there.", "END with its own modifier from 1 (CHA-R13)."
    if kind == EXTRA:
        many = len(fields["label"])
        odd = not 1 <= many <= 3 or len(set(fields["label"])) < many
        yield odd, f"its Extra label lists {many} Names.", "One, two or three (CHA-R61)."
    for moment in moments:
        what, remedy = f"a {kind} card has no ability with when = {moment!r}.", ", ".join(MOMENTS_OF[kind]) or "none"
        yield moment not in MOMENTS_OF[kind], what, f"Use: {remedy}."
        twice = moment in ONCE_EACH and moments.count(moment) > 1
        yield twice, f"has two abilities with when = {moment!r}.", "One of each."
    if kind == EVENT:
        incomplete = len(moments) != 1 or not fields["icons"]
        yield incomplete, "needs one effect and an icon.", "An Event is used at certain times (CHA-3.2)."
    if kind == LANDSCAPE:
        paid = any(fields.get(name) for name in PAID)
        yield paid, "a landscape card is never entered or used.", "Leave costs and conditions out."
        yield not moments, "does nothing.", "A landscape card exerts its effect in the Extra deck (CHA-3.6)."


def problems_of_ability(card: Card, ability: Ability) -> Iterator[Problem]:
    """Yield what may be wrong with what an ability asks for and watches."""
    get, when = ability.requires.get, ability.when
    for name in (*PAID, "rest_this", "reverse_this", "once"):
        asked = bool(get(name)) and when not in ("main", "battle")
        yield asked, f"cannot ask for `{name}`.", "Only a [Main] or [Battle] ability of a character can."
    yield bool(get("rest_this") and get("reverse_this")), "turns its character twice.", "Rest or Reverse it."
    both = bool(get("pay_rest") and get("pay_friend"))
    yield both, "asks for two characters.", "Rest one or put one away, not both."
    whose, falls = get("whose"), when in ("enters", "falls")
    unknown = when in PHASES and whose not in (None, "own", "all")
    yield unknown, f"whose = {whose!r}.", 'Use "own" or "all": whose turn it is (CHA-R43).'
    itself = falls and card.category == LANDSCAPE and whose in (None, "this")
    yield itself, "never enters or falls itself.", 'Say whose: "friend", "own", "rival" or "all".'
    nothing = whose is not None and when not in PHASES and not falls
    yield nothing, "watches for nothing.", "Leave `whose` out."


def problems_of_program(card: Card, ability: Ability) -> Iterator[Problem]:
    """Yield what may be wrong with what an ability does, verb by verb."""
    known = {"this"} if card.category in FIGHTERS else set()
    known |= {"subject"} if ability.when in ("enters", "falls") else set()
    for at, (verb, a) in enumerate(ability.program):
        apart = (verb == "bonus") != (ability.when == "static")
        yield apart, f"cannot use the verb {verb!r}.", "bonus is static, nothing else is."
        yield verb == "may" and at + 1 == len(ability.program), "ends with `may`.", "Say what may be done."
        turned = verb == "spend" and card.category != LANDSCAPE
        yield turned, "cannot be turned face-up.", "Only a landscape card lies in the Extra deck."
        if verb == "if":
            yield not any(a.values()), "`if` asks for nothing.", "Use partner_down or front_row."
            yield a["front_row"] and "this" not in known, "is in no row.", "Only a character is (CHA-4.5)."
        yield verb == "choose_cards" and a["up_to"] and a["count"] > 9, "chooses too many cards.", "Up to 9."
        wants = a.get("unit", "cards" if verb == "recover" else "")
        yield bool(wants) and wants not in known, f"verb {verb!r} has no {wants} here.", "Choose it first."
        known |= {"choose": {"chosen"}, "choose_cards": {"cards"}}.get(verb, set())
