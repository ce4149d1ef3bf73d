"""The habits of Altaria: for each, a test of a decision, and the two choices that are compared there.

A test sees what the player who decides sees (`State.view`), and the legal actions. It returns the actions of both
choices; one of them is empty where the habit does not apply. How often each choice wins is measured
(`tutor.puzzles.habit_survey`).
"""

from __future__ import annotations

from engines.book.cards import Card
from engines.kernel.state import Action
from tutor.matches.habit_choices import NEITHER, Choices, Decision, HabitTest, Side


def power_of(here: Decision, number: int) -> int:
    """Return the current power of a unit on the battlefield, by its number."""
    units = (*here.own["field"], *here.rival["field"])
    return next(int(unit["power"]) for unit in units if unit["id"] == number)


def cores_of(side: Side) -> int:
    """Return the number of cores a side has left."""
    return sum(map(bool, side["cores"]))


def colours_of(card: Card) -> set[str]:
    """Return the attributes of a card, as letters."""
    return set(card.fields.get("symbols") or "")


def has_upright_blocker(side: Side) -> bool:
    """Return True if a side has an upright unit with Bulwark."""
    return any("Bulwark" in unit["keywords"] and not unit["fatigued"] for unit in side["field"])


def cores_in_reach(side: Side) -> int:
    """Return how many cores the units of a side can break in a turn in which each of them attacks once."""
    return sum(int(unit["rank"]) for unit in side["field"])


# Charging.


def compare_colours(here: Decision) -> Choices:
    """With one altar card, compare adding another colour that the hand needs with adding any other card."""
    if len(here.own["altar"]) != 1:
        return NEITHER
    names = {card.name: card for card in here.cards}
    on_altar = set[str]().union(*(colours_of(names[altar["card"]]) for altar in here.own["altar"]))
    needed, others = list[Action](), list[Action]()
    for action in here.of_kind("charge_altar"):
        rest = list(here.own["hand"])
        rest.remove(here.hand_card(action).name)
        missing = set[str]().union(*(colours_of(names[name]) for name in rest)) - on_altar
        (needed if colours_of(here.hand_card(action)) & missing else others).append(action)
    return tuple(needed), tuple(others)


def compare_energy(here: Decision) -> Choices:
    """With two or more altar cards and no energy, compare energy with the altar."""
    if len(here.own["altar"]) < 2 or here.own["energy"]:
        return NEITHER
    return here.of_kind("charge_energy"), here.of_kind("charge_altar")


# Attacking.


def compare_racing(here: Decision) -> Choices:
    """Where the rival's units could break all one's cores, compare attacking with ending the phase."""
    if cores_in_reach(here.rival) < cores_of(here.own):
        return NEITHER
    return here.of_kind("attack_cores", "attack_unit"), here.of_kind("end_attack")


def compare_counting(here: Decision) -> Choices:
    """Where one's attackers could break all the rival's cores, compare attacking cores with attacking units."""
    units = {unit["id"]: unit for unit in here.own["field"]}
    able = sum(int(units[action[1]]["rank"]) for action in here.of_kind("attack_cores"))
    if able < cores_of(here.rival) or has_upright_blocker(here.rival):
        return NEITHER
    return here.of_kind("attack_cores"), here.of_kind("attack_unit")


def compare_early_targets(here: Decision) -> Choices:
    """While the rival has all its cores, compare attacking a unit with one stronger than all there, and cores."""
    if not all(here.rival["cores"]):
        return NEITHER
    strongest = max((int(unit["power"]) for unit in here.rival["field"]), default=0)
    sure = tuple(one for one in here.of_kind("attack_unit") if power_of(here, one[1]) > strongest)
    return sure, here.of_kind("attack_cores")


# Answering an attack.


def compare_lost_blocks(here: Decision) -> Choices:
    """Against a core attack with four or more cores, compare not blocking with a block by a weaker unit."""
    attack = here.view["attack"]
    if attack is None or attack["target"] or cores_of(here.own) < 4:
        return NEITHER
    power = power_of(here, attack["attacker"])
    weaker = tuple(action for action in here.of_kind("block") if power_of(here, action[1]) < power)
    return here.of_kind("no_block"), weaker


TESTS: dict[str, HabitTest] = {
    "colours": compare_colours,
    "energy": compare_energy,
    "racing": compare_racing,
    "counting": compare_counting,
    "early_targets": compare_early_targets,
    "lost_blocks": compare_lost_blocks,
}
"""The test of each habit, by its id."""
