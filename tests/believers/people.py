"""People who believe something false.

Each is written from the sentence of the belief alone, as somebody would act on it who reads the table, not from the
counter-rule. Two functions each (see `Reading.answer`): `mark` for actions, `say` for predictions. A third of them has
a second gap: they answer every seventh question with whatever comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from tests.believers.reading import other_side


class Person(NamedTuple):
    """Somebody with a belief. gap : each question whose number it divides is answered at random; 0 for none."""

    game: str
    belief: str
    mark: Callable = lambda seen, card, verb, legal: legal
    say: Callable = lambda seen, of, truth: truth
    gap: int = 0


def holds(card, word):
    """Return True if the words under a drawn card contain one of them."""
    return word in str(card.get("state", "")).split(", ")


def fewer(truth, count=1):
    """Return a number smaller by some."""
    return int(truth) - count


# Core of Altaria.


def say_colours_turn_nothing(seen, of, truth):
    """No altar card turns sideways."""
    return 0 if of.startswith("rested ") and of.endswith(".altar") else truth


def mark_any_upright_blocks(seen, card, verb, legal):
    """A unit that stands upright can block."""
    return holds(card, "upright") if verb.startswith("block") else legal


def mark_upright_are_attacked(seen, card, verb, legal):
    """An upright unit of the rival is a target like a fatigued one; Lurk hides a unit only while it is upright."""
    if verb.startswith('attack "*" -> "'):
        (target,) = [one for one in seen.drawn["rival.field"] if one["name"] == verb.split('"')[3]][:1] or [{}]
        ready = holds(card, "upright") and ("new" not in card.get("tags", ()) or holds(card, "Haste"))
        return legal or (ready and bool(target) and not holds(target, "Lurk"))
    return legal or (verb.startswith("attack") and holds(card, "upright") and not holds(card, "Lurk"))


def say_one_more_hit(seen, of, truth):
    """With no core left the game continues: the next hit ends it."""
    return "none" if of == "winner" and seen.count(r"; 0 left") else truth


def say_cores_are_discarded(seen, of, truth):
    """A broken core goes to the graveyard, not to the hand."""
    side, _, zone = of.partition(".")
    count = seen.count(r" takes? .* into (your|the) hand", side)
    return int(truth) + {"hand": -count, "graveyard": count}[zone] if zone in ("hand", "graveyard") else truth


def mark_new_units_attack(seen, card, verb, legal):
    """A unit attacks in the turn in which it comes."""
    return legal or (verb.startswith("attack") and "new" in card.get("tags", ()) and holds(card, "upright"))


def say_damage_stays(seen, of, truth):
    """What the survivor suffered is missing from its power."""
    fight = seen.found(r"^(.+) against (.+): power (\d+) against (\d+)\.")
    name = of.removeprefix("power ").strip('"')
    if not fight or not of.startswith("power "):
        return truth
    suffered = int(fight[4]) if fight[1] == name else int(fight[3]) if fight[2] == name else 0
    return fewer(truth, suffered)


def say_battles_break_cores(seen, of, truth):
    """The unit that wins a battle by attacking a unit also breaks a core."""
    side, _, zone = of.partition(".")
    won = seen.found(r"^(.+) survives; its power") and seen.found(r"^(.+) attacks (.+)\.")
    beaten = won and seen.count(rf"^{re.escape(won[2])} is destroyed")
    hit = other_side(seen.actor)
    if not beaten:
        return truth
    if of == "winner":
        return seen.actor if seen.before(f"{hit}.cores") <= 1 else truth
    if side == hit and zone == "cores":
        return fewer(truth)
    return int(truth) + 1 if side == hit and zone == "hand" else truth


def say_attacker_wins_ties(seen, of, truth):
    """At equal power the defender alone is destroyed."""
    fight = seen.found(r"^(.+) against (.+): power (\d+) against (\d+)\.")
    if not fight or fight[3] != fight[4]:
        return truth
    if of == "destroyed":
        return fight[2]
    return (
        int(truth) + {f"{seen.actor}.graveyard": -1, f"{seen.actor}.field": 1}.get(of, 0)
        if truth.isdecimal()
        else truth
    )


# Kingdom Hearts.


def mark_one_of_a_name(seen, card, verb, legal):
    """A name that stands on one's side cannot be called again."""
    there = [one["face"] for zone in ("you.allies", "you.hero") for one in seen.drawn.get(zone, ())]
    return legal and not (verb.startswith("call") and card["face"] in there)


def say_once_on_a_side(seen, of, truth):
    """Of the cards of a name on one's side, there is never more than one."""
    called = seen.found(r" calls? (.+?)(?: \(|\.|:| from)")
    if not of.endswith(".allies") or not called:
        return truth
    there = any(card["face"] == called[1] for card in seen.drawn[of])
    return seen.before(of) + (not there)


def say_one_card_is_drawn(seen, of, truth):
    """A turn begins with one card, whatever is in the hand."""
    side, _, zone = of.partition(".")
    drawn = seen.count(r" draws? ", side)
    return fewer(truth, drawn - 1) if zone == "hand" and drawn else truth


def say_obstacles_strike_back(seen, of, truth):
    """Who battles obstacles is hurt."""
    return fewer(truth) if of == f"{seen.actor}.hp" else truth


def say_challengers_are_safe(seen, of, truth):
    """Who challenges loses nothing."""
    return seen.before(of) if of == f"{seen.actor}.hp" else truth


def say_challengers_win_ties(seen, of, truth):
    """At equal totals the challenged hero loses a point."""
    return fewer(truth) if of == f"{other_side(seen.actor)}.hp" and seen.count("totals are equal") else truth


def say_joined_allies_stay(seen, of, truth):
    """An ally that joined is still there after the fight."""
    if not of.endswith(".allies"):
        return truth
    mine = [re.match(r"(.+) joins with", line) for line in seen.film]
    there = [card["face"] for card in seen.drawn[of]]
    return int(truth) + sum(bool(one) and one[1] in there for one in mine)


# D.Gray-man.


def mark_every_enemy_is_attacked(seen, card, verb, legal):
    """Every card of the enemy on the table can be attacked."""
    return legal or ('-> "*"' in verb and card["ref"].startswith("1."))


def say_only_a_draw_loses(seen, of, truth):
    """A deck may run out; who must draw from it loses."""
    return "none" if of == "winner" and seen.count("deck has run out") else truth


def say_points_give_nothing(seen, of, truth):
    """Points are for the one who gains them: the other player draws no card for them."""
    side, _, zone = of.partition(".")
    lines = (re.match(r"(You gain|The rival gains) \d+: \d+ Search Points", line) for line in seen.film)
    gained, line = next(((at, line) for at, line in enumerate(lines) if line), (0, None))
    if line is None:
        return truth
    gainer = "you" if line[1] == "You gain" else "rival"
    if of == "winner":
        return "none" if seen.count("deck has run out") else truth
    begins = "You draw" if side == "you" else "The rival draws"
    drawn = sum(line.startswith(begins) for line in seen.film[gained:])
    return fewer(truth, drawn) if zone == "hand" and side != gainer else truth


def say_new_units_are_active(seen, of, truth):
    """A unit that is placed can act."""
    placed = seen.found(r"places? (.+?)(?: \(.*\))?: a new unit")
    if of.startswith("orientation ") and placed and placed[1] in of:
        return "active"
    return placed[1] if of == "made active" and placed else truth


def say_one_unit_a_turn(seen, of, truth):
    """A turn brings one unit, not more."""
    return min(int(truth), 1) if of == "new units" else truth


def say_cards_come_back(seen, of, truth):
    """At the start of every turn one's cards in the Action Zone are back in the Standby Zone."""
    side, _, zone = of.partition(".")
    if zone not in ("standby", "action") or not seen.count(r"^Turn \d+ begins"):
        return truth
    out = int(seen.run.truth(f"{side}.action"))
    return int(truth) + out if zone == "standby" else 0


def say_first_player_draws(seen, of, truth):
    """The first turn begins with a card, like every turn."""
    first = seen.found(r"^(The rival draws|You draw) no card in the first turn")
    side, _, zone = of.partition(".")
    if not first or side != ("you" if first[1] == "You draw" else "rival"):
        return truth
    return int(truth) + {"hand": 1, "deck": -1}.get(zone, 0)


# ChaosTCG.


def say_guards_turn(seen, of, truth):
    """Who guards turns to Rest."""
    guard = seen.found(r"(?:Your|The rival's) (.+) guards and")
    return "rest" if guard and of == f'orientation "{guard[1]}"' and truth == "stand" else truth


def say_attackers_stand_up(seen, of, truth):
    """At the end of a turn the characters of the player whose turn it was stand up."""
    return "stand" if of.startswith("orientation ") and truth in ("rest", "reverse") else truth


def say_extras_take_a_space(seen, of, truth):
    """An Extra character stands beside the others, in a space of its own."""
    _, _, zone = of.partition(".")
    return int(truth) + 1 if zone in ("front", "back") and seen.count("is laid over") else truth


def mark_face_down_guard(seen, card, verb, legal):
    """A character guards whether its face shows or not."""
    return legal or (verb.startswith("guard") and bool(card.get("down")) and holds(card, "Stand"))


def mark_resting_guard(seen, card, verb, legal):
    """A character at Rest guards as well."""
    return legal or (verb.startswith("guard") and holds(card, "Rest") and not card.get("down"))


def say_lost_with_the_partner(seen, of, truth):
    """A player whose Partner falls face-down has lost."""
    partners = {side: [card["face"] for card in seen.drawn.get(f"{side}.partner", ())] for side in ("you", "rival")}
    for line in seen.film:
        fallen = re.match(r"(Your|The rival's) (.+) has \d+ damage.*falls face-down", line)
        if fallen and of == "winner":
            side = "you" if fallen[1] == "Your" else "rival"
            if fallen[2] in partners[side]:
                return other_side(side)
    return truth


# Star Wars.


def say_new_units_wait(seen, of, truth):
    """What is completed or deployed comes tapped."""
    return "tapped" if of.startswith("orientation ") else truth


def say_damage_wears_off(seen, of, truth):
    """A new turn begins without damage."""
    return 0 if of.startswith("damage ") else truth


def say_arenas_stay(seen, of, truth):
    """Who leaves an arena keeps it."""
    return seen.before(of) if of.endswith(".arenas") else truth


PEOPLE = (
    Person("altaria", "M1", say=say_colours_turn_nothing),
    Person("altaria", "M3", mark=mark_any_upright_blocks),
    Person("altaria", "M4", mark=mark_upright_are_attacked, gap=7),
    Person("altaria", "M6", say=say_one_more_hit),
    Person("altaria", "M7", say=say_cores_are_discarded),
    Person("altaria", "M13", mark=mark_new_units_attack),
    Person("altaria", "M16", say=say_damage_stays, gap=7),
    Person("altaria", "M18", say=say_battles_break_cores),
    Person("altaria", "M21", say=say_attacker_wins_ties),
    Person("kingdom_hearts", "M3", say=say_joined_allies_stay),
    Person("kingdom_hearts", "M5", say=say_obstacles_strike_back),
    Person("kingdom_hearts", "M13", say=say_challengers_are_safe, gap=7),
    Person("kingdom_hearts", "M14", say=say_challengers_win_ties),
    Person("kingdom_hearts", "M15", say=say_one_card_is_drawn, gap=7),
    Person("kingdom_hearts", "M19", say=say_once_on_a_side),
    Person("kingdom_hearts", "M20", mark=mark_one_of_a_name),
    Person("dgrayman", "M1", mark=mark_every_enemy_is_attacked),
    Person("dgrayman", "M9", say=say_only_a_draw_loses),
    Person("dgrayman", "M10", say=say_points_give_nothing),
    Person("dgrayman", "M15", say=say_new_units_are_active),
    Person("dgrayman", "M6", say=say_one_unit_a_turn),
    Person("dgrayman", "M13", say=say_cards_come_back),
    Person("dgrayman", "M27", say=say_first_player_draws),
    Person("chaos", "M2", say=say_lost_with_the_partner),
    Person("chaos", "M5", say=say_guards_turn),
    Person("chaos", "M9", say=say_attackers_stand_up),
    Person("chaos", "M12", say=say_extras_take_a_space),
    Person("chaos", "M18", mark=mark_face_down_guard),
    Person("chaos", "M19", mark=mark_resting_guard),
    Person("star_wars", "M3", say=say_new_units_wait),
    Person("star_wars", "M4", say=say_damage_wears_off, gap=7),
    Person("star_wars", "M7", say=say_arenas_stay),
)
