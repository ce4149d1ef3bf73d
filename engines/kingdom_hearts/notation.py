"""How actions are written: `summon "Storm Heron" by "Lio"`, `attack "Quick Flare" "Broad Flare"`, `deal 3 to "X"`."""

from __future__ import annotations

from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts import battle
from engines.kingdom_hearts.cards import EQUIPMENT, MAGIC, MAGIC_ALLY, NOTHING
from engines.kingdom_hearts.state import HERO_ID, KingdomHeartsState
from engines.legal.arguments import Argument, card_in_play, card_named, card_of, number, player, spelling
from engines.legal.notation import Notation, Series, each


def own_card() -> Argument[KingdomHeartsState]:
    """Return an argument that is the hero, or an ally: a caster or bearer."""
    ally = card_in_play("allies", foreign="their")

    def spell(state: KingdomHeartsState, seat: int, value: int) -> str:
        return f'"{state.name(state.players[seat].hero)}"' if value == HERO_ID else ally.spell(state, seat, value)

    def references(state: KingdomHeartsState, seat: int, value: int) -> list[str]:
        return [f"{seat}.hero.{HERO_ID}"] if value == HERO_ID else ally.references(state, seat, value)

    def choices(state: KingdomHeartsState, seat: int) -> list[int]:
        there = state.players[seat].hero != NO_CARD
        return [HERO_ID, *(one[0] for one in state.players[seat].allies)] if there else []

    return Argument(spell, references, choices)


def heroes(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return every different card of the player's deck."""
    return [card for card in sorted(set(state.players[seat].deck)) if state.faces[card].category != NOTHING]


def amounts(state: KingdomHeartsState, seat: int) -> list[int]:
    """Return every amount of damage up to one more than is left."""
    return list(range(battle.damage_left(state) + 2))


OWN_CARD = own_card()
ARGUMENTS: dict[str, Argument[KingdomHeartsState]] = {
    "card": card_of("hand"),
    "spell": card_of("hand", category=MAGIC),
    "summoned": card_of("hand", category=MAGIC_ALLY),
    "equipment": card_of("hand", category=EQUIPMENT),
    "picked": card_of("hand", unseen=True),
    "hero": Argument(card_named().spell, choices=heroes),
    "caster": OWN_CARD,
    "bearer": OWN_CARD,
    "ally": card_in_play("allies", side="any", foreign="their"),
    "obstacle": card_in_play("obstacles", foreign="their"),
    "target": card_in_play("obstacles", "allies", side="any", foreign="their"),
    "amount": Argument(number().spell, choices=amounts),
    "seat": player(),
}


ATTACK = Series("attack", "attach", "enough")


def expand(text: str) -> list[str]:
    """Split a text that names an action with its picks into its parts."""
    return [part for sentence in ATTACK.expand(text) for part in each(sentence, "discard")]


NOTATION = Notation(spelling(ARGUMENTS), expand, ATTACK.contract)
