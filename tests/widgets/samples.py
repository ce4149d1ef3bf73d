"""Sample scenes for tests and for visual checks: hand-written data in the form that Python sends to the stage.

They are modelled on lesson steps; names and numbers are sample content, not rules.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]

# name | Japanese | cost | attributes | picture | type | keyword | power | break rank | rules text
SIGNS = {"red": "flame", "blue": "drop", "yellow": "spark", "green": "leaf", "white": "sun", "purple": "crescent"}
FACE_ROWS = """
Ember Sprinter|熾火の走り手|1|red|bust flame|Unit · Emberkin 熾の民|Haste|2|1|**Haste.** May attack at once.
Kiln Drummer|窯鳴らし|2|red|bust flame|Unit · Emberkin 熾の民|Resonance|2|1|**Resonance.** Break rank +1 beside its kin.
Sunlit Herald|陽だまりの使者|3|red green|bust flame|Unit · Emberkin 熾の民||5|2|
Mossback Guard|苔むす番兵|2|green|sprout|Unit · Rootling 根の子|Bulwark|3|1|**Bulwark.** Rest it to stop an attack.
Thorn Seedling|棘の若芽|1|green|sprout|Unit · Rootling 根の子|Grudge|1|1|
Grove Elder|木立の古老|3|green green|sprout|Unit · Rootling 根の子|Resonance|4|1|**On summon:** one card to your energy.
Vine Prowler|蔓くぐり|2|green|bow|Unit · Ranger 野駆け|Lurk|3|1|**Lurk.** Cannot be attacked.
Sparkbench Tinker|火花の細工師|2|yellow|gear|Unit · Artisan 匠||2|1|
Kindled Arrow|燃える一矢|2|red|burst|Magic||||Choose an opponent's unit with power 4 or less; destroy it.
Budding Song|芽吹きの歌|1|green|burst|Magic||||Choose one of your units; it gets +3 power until end of turn.
Furnace Heart|炉の心臓|2|red|gate|Force||||**Active:** your units have +1 power.
Tide Scout|潮先の斥候|1|blue|bigwave fish|Unit · Tidefolk 潮の民|Infiltrate|1|1|
Reef Gatekeeper|礁の門番|2|blue|bigwave fish|Unit · Tidefolk 潮の民|Bulwark|3|0|
Twilight Pilgrim|黄昏の巡り人|2|blue white|bust lamp robe|Unit · Luminary 灯の民||4|1|
Dawn Acolyte|暁の侍者|1|white|bust lamp robe|Unit · Luminary 灯の民|Ward|2|1|
Springtide Colossus|大潮の巨像|5|blue blue|colossus|Unit · Colossus 巨いなる者||8|3|
Gloaming Edge|薄暮の刃|2|purple|gloom|Unit · Shade 影の子|Ambush|2|1|
Prism Basin|七彩の水盤|2|white|gate|Force||||**Active:** the opponent's units have -1 power.
Headland Gale|岬の大風|2|blue|burst|Magic||||Choose an opponent's unit; rest it.
"""


def face(row: str) -> Json:
    """Read one row; the first attribute gives the hue."""
    name, ja, cost, attributes, picture, type_, tab, power, rank, rules = row.split("|")
    numbers = (("shield", power, "power"), ("diamond", rank, "break rank")) if power else ()
    return {
        "name": name,
        "ja": ja,
        "cost": cost,
        "attributes": [
            {"sign": SIGNS[one], "letter": one[0].upper(), "hue": one, "title": one.capitalize()}
            for one in attributes.split()
        ],
        "hue": attributes.split()[0],
        "picture": picture,
        "category": type_.split(" ·")[0],
        "type": type_,
        "tab": tab,
        "rules": [rules] if rules else [],
        "figures": [{"sign": sign, "value": int(value), "word": word} for sign, value, word in numbers],
    }


FACES: Json = {one["name"]: one for one in map(face, FACE_ROWS.strip().splitlines())}
TURNS = {"fatigued": 90, "reversed": 180}


def card(ref: str, text: str = "", **more: Any) -> Json:
    """Make one card from "Name, fatigued, new, down, dim"; without a name it is face down and unknown."""
    name, *states = [part.strip() for part in text.split(",")]
    figures = FACES[name]["figures"] if name else []
    spoken = [name or "Face-down card", *(f"{one['word']} {one['value']}" for one in figures), *states]
    return {
        "ref": ref,
        "face": name or None,
        "down": "down" in states,
        "turned": next((TURNS[state] for state in states if state in TURNS), 0),
        "figures": [{"sign": one["sign"], "value": one["value"], "change": 0} for one in figures],
        "tags": [state for state in states if state in ("new", "level 2")],
        "on": [],
        "counters": [],
        "dim": "dim" in states,
        "name": spoken[0],
        "state": ", ".join(spoken[1:]),
        "label": ", ".join(spoken) + ".",
        **more,
    }


def cards(zone_id: str, text: str) -> list[Json]:
    """Make the cards of a zone, separated by ";"."""
    return [card(f"{zone_id}.{n}", one.strip()) for n, one in enumerate(text.split(";"))] if text else []


def zone(place: int, role: str, slot: str, title: str, ja: str, text: str, size: str = "XS", **more: Any) -> Json:
    """Make one zone with its cards."""
    held = cards(f"{place}.{role}", text)
    base = {"id": f"{place}.{role}", "role": role, "slot": slot, "title": title, "ja": ja, "count": len(held)}
    return {**base, "size": size, "outlines": 0, "cards": held, "target": False, **more}


def player(place: int, name: str, note: str, deck: int, grave: int = 1, **texts: str) -> Json:
    """Make one side of the table; texts: cores, altar, energy, field, top (of the graveyard), hand."""
    hidden = {role: texts[role].count(";") + 1 for role in ("cores", "hand")}
    return {
        "name": name,
        "letter": name[0],
        "note": note,
        "hand_count": hidden["hand"],
        "zones": [
            zone(place, "cores", "side", "Cores", "コア", texts["cores"], outlines=7 - hidden["cores"]),
            zone(place, "altar", "resource-1", "Altar", "祭壇", texts["altar"]),
            zone(place, "energy", "resource-2", "Energy", "エネルギー", texts["energy"]),
            zone(place, "field", "field", "Battlefield", "バトル場", texts["field"], "S"),
            zone(place, "deck", "pile-1", "Deck", "山札", " ", count=deck),
            zone(place, "grave", "pile-2", "Grave", "墓地", texts["top"], count=grave),
            zone(place, "hand", "hand", "Hand", "手札", texts["hand"], "M"),
        ],
    }


PHASES = [("HEAL", "Heal", "ヒール"), ("DRAW", "Draw", "ドロー"), ("CHARGE", "Charge", "チャージ")]
PHASES += [("MAIN", "Main", "メイン"), ("ATTACK", "Attack", "アタック"), ("END", "End", "エンド")]
STEPS = [("ATTACK", "Declare"), ("AMBUSH", "Ambush"), ("BLOCK", "Block"), ("BATTLE", "Battle or Break")]


def phases(step: str) -> list[Json]:
    """Make the phase strip, with the Attack Phase open."""
    at = [one[0] for one in STEPS].index(step)

    def state(n: int, here: int) -> str:
        return "done" if n < here else "now" if n == here else "next"

    steps = [{"id": name, "title": title, "state": state(n, at)} for n, (name, title) in enumerate(STEPS)]
    return [
        {"id": name, "title": title, "ja": ja, "state": state(n, 4), "steps": steps if name == "ATTACK" else []}
        for n, (name, title, ja) in enumerate(PHASES)
    ]


def move(kind: str, label: str, source: str | None, target: str | None, text: str) -> Json:
    """Make one legal move, not yet numbered."""
    return {"kind": kind, "label": label, "from": source, "to": target, "text": text}


def numbered(moves: list[Json]) -> list[Json]:
    """Number the moves."""
    return [{"id": n, **one} for n, one in enumerate(moves)]


KINDS: Json = {
    "hand": [{"kind": "summon", "label": "Summon"}, {"kind": "charge", "label": "Charge", "targets": True}],
    "field": [{"kind": "attack", "label": "Attack", "targets": True}, {"kind": "block", "label": "Block"}],
}
ALTAR = "Sunlit Herald, fatigued; Mossback Guard; Sparkbench Tinker"
UNIT_ROW = "Ember Sprinter; Vine Prowler; Kiln Drummer, new; Sunlit Herald, fatigued"
HAND_ROW = "Mossback Guard, dim; Grove Elder, dim; Budding Song, dim"


def base_scene() -> Json:
    """Make your Attack Phase: two units may attack, one is new, one lies sideways."""
    energy = "Thorn Seedling, fatigued, down; Kindled Arrow, fatigued; Grove Elder, down"
    mine = {
        "cores": ";;;",
        "altar": ALTAR,
        "energy": energy,
        "field": UNIT_ROW,
        "top": "Sparkbench Tinker",
        "hand": HAND_ROW,
    }
    theirs = {
        "cores": ";;;;",
        "altar": "Tide Scout, fatigued; Dawn Acolyte, fatigued",
        "energy": ", fatigued; , fatigued; Gloaming Edge",
        "field": "Tide Scout, fatigued; Twilight Pilgrim",
        "top": "Reef Gatekeeper",
        "hand": ";;;",
    }
    you, rival = player(0, "You", "Hearth", 21, **mine), player(1, "Tide", "", 23, **theirs)
    you["zones"][1]["cards"][0]["on"] = [card("0.altar.9", "Furnace Heart, fatigued")]
    moves = []
    for ref, name in (("0.field.0", "Ember Sprinter"), ("0.field.1", "Vine Prowler")):
        moves += [move("attack", "Attack", ref, f"1.cores.{n}", f'attack "{name}" -> core {n + 1}') for n in range(5)]
        moves.append(move("attack", "Attack", ref, "1.field.0", f'attack "{name}" -> "Tide Scout"'))
    return {
        "stamp": 17,
        "viewer": 0,
        "turn": {"number": 11, "label": "Your Attack Phase · turn 11"},
        "phases": phases("ATTACK"),
        "players": [you, rival],
        "faces": FACES,
        "arrow": None,
        "question": None,
        "moves": numbered([*moves, move("end", "End phase", None, None, "end attack")]),
        "kinds": KINDS,
        "marks": {},
        "ghost": None,
        "now": "You decide. Two units can attack.",
        "dice": [],
    }


BAR: Json = {
    "home": "index.html",
    "crumbs": [{"text": "Core of Altaria", "href": "altaria.html"}, {"text": "Attacking"}],
    "steps": [{"title": f"Part {n}", "state": "done" if n < 5 else "now" if n == 5 else "todo"} for n in range(1, 10)],
}
NAMES = ["Nudge", "The rule", "Where to look", "The move"]
HASTE: Json = {"id": "ALT-14.1", "title": "Haste", "text": "A unit with Haste may attack in the turn it was summoned."}
CHECK, HINT, UNDO, RESET, NEXT = (
    {"name": name.lower(), "label": name, "enabled": True, "primary": name in ("Check", "Next")}
    for name in ("Check", "Hint", "Undo", "Reset", "Next")
)


def coach(kind: str, number: int, title: str, text: str, goal: str, **more: Any) -> Json:
    """Make the task of one step."""
    return {
        "kind": kind,
        "place": f"Attacking · step {number}",
        "title": title,
        "text": text,
        "goal": goal,
        "ticks": [],
        "feedback": None,
        "hints": {"shown": [], "names": NAMES},
        "controls": [CHECK, HINT, UNDO, RESET],
        "choices": None,
        **more,
    }


BREAK = coach(
    "Do",
    5,
    "Break a core",
    "An upright unit may attack: rest it and point at as many cores as its **break rank** (the diamond)."
    " A broken core goes to its owner's hand.",
    "Break one more of Tide's cores this turn.",
)
REFUSAL: Json = {
    "tone": "refused",
    "title": "Kiln Drummer can't attack yet",
    "tried": "You tried: attack with Kiln Drummer. Nothing changed.",
    "facts": [
        {
            "fact": "Kiln Drummer was summoned **this turn** (turn 11) and has no Haste.",
            "clause": "ALT-4.5",
            "clause_title": "Summoning fatigue",
            "clause_text": "A unit cannot attack during the turn in which it was summoned. It stays upright.",
            "repair": "on your next turn, or now if it had Haste.",
        }
    ],
    "say": "",
    "principle": "",
}


def stage(coach_: Json, scene: Json | None = None, **more: Any) -> Json:
    """Make all data of one Stage; `scene` holds what differs from the base."""
    rest = {"events": [], "bar": BAR, "panel": {}, "mode": "lesson", **more}
    return copy.deepcopy({"scene": base_scene() | (scene or {}), "coach": coach_, **rest})


def question(kind: str, number: int, title: str, text: str, goal: str, mode: str, items: list[Json]) -> Json:
    """Make a step that is answered beside the board."""
    return stage(coach(kind, number, title, text, goal, choices={"mode": mode, "items": items}), {"moves": []})


def line(id_: str, text: str, state: str = "", note: str = "", **more: Any) -> Json:
    """Make one choice."""
    return {"id": id_, "text": text, "state": state, "note": note, **more}


def attack() -> Json:
    """Make a do step before any try."""
    return stage(BREAK)


def refusal() -> Json:
    """Make the same step after an illegal try, with two hints shown."""
    shown = [
        {"title": "Nudge", "text": "Not every upright unit is ready.", "clauses": []},
        {"title": "The rule", "text": "", "clauses": [HASTE]},
    ]
    now = {"stamp": 18, "marks": {"0.field.2": "refused"}, "now": "Kiln Drummer cannot attack yet. Nothing changed."}
    return stage({**BREAK, "feedback": REFUSAL, "hints": {"shown": shown, "names": NAMES}}, now)


def ghost() -> Json:
    """Make the one grey moment of an illegal try."""
    arrow = {"from": "0.field.2", "to": ["1.cores.1"], "kind": "attack"}
    return stage(BREAK, {"ghost": {"text": "If this were allowed"}, "moves": [], "arrow": arrow})


def aim() -> Json:
    """Make the choice of two cores one after the other: one is chosen, the next click ends it."""
    ticks = [{"text": "First core", "done": True}, {"text": "Second core", "done": False}]
    task = coach(
        "Do",
        3,
        "Now you point",
        "Herald is lifted. **You choose the cores.**",
        "Finish: choose the cores.",
        ticks=ticks,
    )
    picks = [move("choose", f"Core {n + 1}", None, f"1.cores.{n}", f"choose core {n + 1}") for n in (0, 2, 3, 4)]
    sample = stage(task, {"moves": numbered(picks), "now": "One core chosen. Choose one more."})
    sample["scene"]["players"][0]["zones"][3]["cards"][3]["turned"] = 0
    sample["scene"]["marks"] = {"0.field.3": "selected", "1.cores.1": "chosen"}
    sample["scene"]["arrow"] = {"from": "0.field.3", "to": ["1.cores.1"], "kind": "attack"}
    return sample


def which() -> Json:
    """Make the marking of every unit that may attack; the cards themselves can be clicked."""
    names = [one.split(",")[0].strip() for one in UNIT_ROW.split(";")]
    refs = [f"0.field.{n}" for n in range(4)]
    items = [
        line(ref, name, "picked" if n < 2 else "", ref=ref)
        for n, (ref, name) in enumerate(zip(refs, names, strict=True))
    ]
    text = "Summoning fatigue (召喚疲労) does not turn a card sideways, so **read the marks**."
    return question("Which", 5, "Four volunteers", text, "Mark every unit that may attack a core now.", "many", items)


def predict() -> Json:
    """Make three questions, one of them graded."""
    graded = [{"id": n, "text": n, "state": state} for n, state in (("0", "right"), ("1", ""), ("2", "wrong"))]
    names = ("Reef Gatekeeper", "Sunlit Herald", "both", "none")
    lost = [{"id": name, "text": name, "state": "picked" if name == names[0] else ""} for name in names]
    stands = [{"id": name[0], "text": name, "state": ""} for name in ("fatigued", "upright")]
    items = [
        {"id": "a", "ask": "How many cores break?", "options": graded, "note": "Nothing spills over."},
        {"id": "b", "ask": "What is destroyed?", "options": lost, "note": ""},
        {"id": "c", "ask": "And Herald itself?", "options": stands, "note": ""},
    ]
    text = "Herald attacks two cores; the rival blocks with Reef Gatekeeper. Answer, then watch."
    return question("Predict", 7, "Say it before it happens", text, "Predict the attack, part by part.", "parts", items)


def order() -> Json:
    """Make shuffled lines."""
    lines = ["The owner may use Core Triggers.", "The attacker becomes fatigued and points at cores."]
    lines += ["No core left? The attacker has won.", "The defender may block.", "The chosen cores are broken together."]
    items = [line(str(n), text) for n, text in enumerate(lines)]
    return question(
        "Order", 10, "One attack", "These lines are one core attack, shuffled.", "Put them in order.", "order", items
    )


def spot() -> Json:
    """Make a log with one illegal line; a wrong line was clicked."""
    lines = [
        "You summon Ember Sprinter.",
        "You attack core 1 with Ember Sprinter.",
        "Tide blocks with Reef Gatekeeper.",
    ]
    items = [line(str(n), text) for n, text in enumerate(lines)]
    items[2] |= {"state": "wrong", "note": "Reef Gatekeeper is upright and has Bulwark (ALT-12.3)."}
    text = "A log of your last turn, written down by your cousin. Exactly one line breaks the rules."
    return question(
        "Spot", 11, "Two honest lines and one that is not", text, "Click the line that is illegal.", "log", items
    )


def watch() -> Json:
    """Make a watch step at its middle."""
    rows = [("Sunlit Herald becomes fatigued.", "ALT-11.2", "Y"), ("Two cores are chosen.", "ALT-11.4", "Y")]
    rows += [("Nobody can block.", "ALT-12.6", "T"), ("Both cores are broken together.", "ALT-13.1", "T")]
    events = [{"n": n + 1, "text": text, "clause": clause, "who": who} for n, (text, clause, who) in enumerate(rows)]
    text = "Sunlit Herald has break rank 2. It becomes fatigued and points at two cores."
    task = coach("Watch", 1, "Two cores at once", text, "Watch one attack.", controls=[RESET], hints=None)
    arrow = {"from": "0.field.3", "to": ["1.cores.1", "1.cores.2"], "kind": "attack"}
    now = {"moves": [], "arrow": arrow, "now": "Two cores are chosen."}
    return stage(task, now, events=events, panel={"kind": "watch", "at": 2, "end": 4})


def after() -> Json:
    """Make a solved step with its principle."""
    right = {
        "tone": "right",
        "title": "One core broken",
        "tried": "",
        "facts": [],
        "say": "Tide's hand grew from 4 to 5.",
    }
    right["principle"] = "An attack breaks as many cores as the break rank, and each one feeds the rival a card."
    ticks = [{"text": "One core broken", "done": True}]
    return stage({**BREAK, "feedback": right, "ticks": ticks, "controls": [NEXT, UNDO, RESET]})


def block() -> Json:
    """Make a whole game: the rival attacks, the question is above the board."""
    mine = {
        "cores": ";;;",
        "altar": ALTAR,
        "energy": "Thorn Seedling, fatigued, down; Kindled Arrow, fatigued; Grove Elder, down; Vine Prowler",
        "field": "Mossback Guard; Sunlit Herald, fatigued; Ember Sprinter, dim",
        "top": "Budding Song",
        "hand": "Grove Elder; Vine Prowler; Kindled Arrow",
    }
    theirs = {
        "cores": ";;",
        "altar": "Tide Scout, fatigued; Dawn Acolyte; Reef Gatekeeper",
        "energy": ", fatigued; Gloaming Edge;;;",
        "field": "Springtide Colossus, fatigued; Tide Scout, new; Twilight Pilgrim, fatigued",
        "top": "Headland Gale",
        "hand": ";;;;;",
    }
    you, rival = player(0, "You", "Hearth", 19, 3, **mine), player(1, "Tide", "bot", 17, 2, **theirs)
    you["zones"][1]["cards"][0]["on"] = [card("0.altar.9", "Furnace Heart, fatigued")]
    rival["zones"][1]["cards"][1]["on"] = [card("1.altar.9", "Prism Basin")]
    rival["zones"][3]["cards"][0]["figures"][0]["change"] = 1
    guard, let = (
        move("block", "Block", "0.field.0", None, 'block "Mossback Guard"'),
        move("pass", "Let it through", None, None, "pass"),
    )
    scene = {
        "stamp": 203,
        "turn": {"number": 20, "label": "Tide's Attack Phase"},
        "players": [you, rival],
        "phases": phases("BLOCK"),
        "question": {"title": "Block the Colossus?", "text": "It attacks 3 of your 4 cores. Power 8 against 3."},
        "arrow": {"from": "1.field.0", "to": ["0.cores.0", "0.cores.1", "0.cores.2"], "kind": "attack"},
        "now": "Tide attacks three cores. Block, or let it through.",
        "moves": numbered([guard, let]),
    }
    events = [
        {"n": 3, "text": "Springtide Colossus attacks 3 cores.", "clause": "ALT-11.2", "who": "T"},
        {"n": 2, "text": "Tide Scout is summoned for 1.", "clause": "ALT-9.1", "who": "T"},
        {"head": "Your turn 19"},
        {"n": 1, "text": "Mossback Guard is summoned for 2.", "clause": "ALT-9.1", "who": "Y"},
    ]
    rule = {"id": "ALT-9.1", "title": "Cost", "text": "Rest as many energy cards as the cost says."}
    task = {"title": "Hearth against Tide", "text": "You play Hearth. Turn 20", "controls": [UNDO, HINT]}
    panel = {
        "kind": "log",
        "at": 3,
        "answer": {"n": 2, "title": "Why 1?", "text": "Its printed cost.", "clauses": [rule]},
    }
    return stage(
        task,
        scene,
        mode="play",
        events=events,
        bar={"home": "index.html", "crumbs": [{"text": "Whole game"}]},
        panel=panel,
    )


def arenas() -> Json:
    """Make another shape of table: arenas, counters, scores, dice, stacks, a corner, a zone as a target."""
    sides = []
    for place, name in enumerate(("You", "Rival")):
        zones = [
            zone(place, "space", "field", "Space", "", "Tide Scout, fatigued", "S"),
            zone(place, "ground", "field", "Ground", "", "Dawn Acolyte; Kiln Drummer, reversed", "S", target=True),
            zone(place, "town", "field", "Town", "", "Vine Prowler, level 2", "S"),
            zone(place, "sites", "corner", "Sites", "", ""),
            zone(place, "deck", "pile-1", "Deck", "", " ", count=30),
            zone(place, "hand", "hand", "Hand", "", "Grove Elder; Tide Scout" if place == 0 else ";", "M"),
        ]
        zones[3]["cards"] = [card(f"{place}.sites.town", "Prism Basin")] if place == 0 else []
        zones[0]["cards"][0]["counters"] = [{"shape": "drop", "value": 2, "title": "damage"}]
        zones[1]["cards"][0]["on"] = [card(f"{place}.ground.9", "Furnace Heart", place="gear")]
        zones[2]["cards"][0]["under"] = [card(f"{place}.town.8", "Vine Prowler")]
        scores = [{"sign": "spark", "word": "points", "ja": "", "value": 3}]
        sides.append({"name": name, "letter": name[0], "note": "", "hand_count": 2, "scores": scores, "zones": zones})
    dice = [
        {
            "name": "You",
            "by": "Tide Scout",
            "mine": True,
            "count": "1 hit",
            "label": "You rolled 2 5 for Tide Scout: 1 hit",
            "dice": [{"ref": "0.dice.0", "value": 2, "hit": False}, {"ref": "0.dice.1", "value": 5, "hit": True}],
        }
    ]
    moves = numbered([move("deploy", "Deploy", "0.hand.0", "0.ground", "deploy")])
    return stage(BREAK, {"players": sides, "moves": moves, "kinds": {}, "dice": dice, "phases": []})


MAKERS: tuple[Callable[[], Json], ...] = (
    attack,
    refusal,
    ghost,
    aim,
    which,
    predict,
    order,
    spot,
    watch,
    after,
    block,
    arenas,
)
SAMPLES = {make.__name__: make for make in MAKERS}
