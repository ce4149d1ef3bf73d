"""The cards that a text in the shared effect language lets a player pick, as an argument of actions."""

from __future__ import annotations

from engines.book.card_programs import DISCARD, SEARCH
from engines.declare.declaration import DeclaredState
from engines.kernel.flow import who
from engines.legal import program_steps as steps
from engines.legal.arguments import Argument
from engines.legal.card_filters import Thing
from engines.legal.card_programs import CardPrograms, programs_of
from engines.legal.notation import number_name
from engines.legal.program_reading import Instruction, Picked


def step_asked(state: DeclaredState) -> Instruction:
    """Return the instruction that asks now."""
    found = steps.current_step(state)
    assert found is not None
    return found


@who("player whom the text asks")
def seat_asked(state: DeclaredState) -> int:
    """Return the player who chooses."""
    step, local = steps.current_step(state), state.procedure_locals
    return local.seat if step is None else programs_of(state.game).seat_of(step, local)


def spell_thing(state: DeclaredState, seat: int, value: Picked) -> str:
    """Return how a card in any zone is written."""
    programs = programs_of(state.game)
    thing = programs.picked_thing(state, value)
    if thing is None:
        return "#"
    whose = "their " if thing.seat == 1 - seat else ""  # from the view of chance there is no side
    name = state.name(thing.card)
    if thing.record is None:
        return f'{whose}"{name}" in {thing.zone}'
    alike = [one for one in _in_play(state, programs, thing.seat) if one.card == thing.card]
    id_at, roles = programs.rules.places[thing.zone].id_at, state.roles()
    looks = [(one.zone, one.record[1:], roles.get(one.record[0], ())) for one in alike if one.record is not None]
    which = [programs.value_of(one) for one in alike].index(thing.record[id_at])
    return whose + number_name(name, looks, which)


def _in_play(state: DeclaredState, programs: CardPrograms, seat: int) -> list[Thing]:
    places = programs.rules.places.items()
    return [one for zone, place in places if place.id_at >= 0 for one in programs.things_in(state, seat, zone)]


def places_of_thing(state: DeclaredState, seat: int, value: Picked) -> list[str]:
    """Return where a board shows the card."""
    programs = programs_of(state.game)
    thing = programs.picked_thing(state, value)
    if thing is None:
        return []
    if thing.record is not None:
        return [f"{thing.seat}.{thing.zone}.{value}"]
    cards = programs.cards_in(state, thing.seat, thing.zone)
    return [f"{thing.seat}.{thing.zone}.{at}" for at, card in enumerate(cards) if card == thing.card]


def _tried(state: DeclaredState, seat: int) -> list[Picked]:
    """Return the cards that a player could try: those in open zones, in the hand, and for a search in the deck."""
    programs, ways = programs_of(state.game), programs_of(state.game).ways
    if state.step.name != steps.CHOICE:
        return []
    step = steps.current_step(state)
    zones = [*ways.choosable, ways.hand, *([ways.deck] if step is not None and step.verb == SEARCH else [])]
    found: dict[Picked, None] = {}
    for side in (seat, 1 - seat):
        for zone in zones if side == seat else ways.choosable:
            for thing in programs.things_in(state, side, zone):
                if programs.is_face_up(thing) or side == seat:
                    found[programs.value_of(thing)] = None
    if step is not None and step.verb == DISCARD and programs.owner_of(step, state.procedure_locals) != seat:
        others = programs.things_in(state, 1 - seat, ways.hand) if seat_asked(state) == seat else []
        found |= dict.fromkeys(map(programs.value_of, others))
    return [*found]


def _thing(state: DeclaredState, seat: int, value: Picked) -> Thing | None:
    return programs_of(state.game).picked_thing(state, value)


THING: Argument[DeclaredState] = Argument(spell_thing, places_of_thing, _tried, meaning=_thing)
