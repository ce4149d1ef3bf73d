"""Sample scenes for tests and for looking at: what Python would put on the stage, written by hand.

They are modelled on lesson steps; names and numbers are sample content, not rules.
"""

from __future__ import annotations

import copy
from typing import Any

Json = dict[str, Any]


def face(
    name: str,
    ja: str,
    cost: int | str,
    attributes: str,
    emblem: str,
    category: str,
    type_: str,
    tab: str = "",
    power: int | None = None,
    rank: int | None = None,
    rules: tuple[str, ...] = (),
) -> Json:
    """One face of `scene["faces"]`; the first attribute gives the hue."""
    hues = attributes.split()
    figures = (
        []
        if power is None
        else [
            {"sign": "shield", "value": power, "word": "power"},
            {"sign": "diamond", "value": rank, "word": "break rank"},
        ]
    )
    return {
        "name": name,
        "ja": ja,
        "cost": str(cost),
        "attributes": hues,
        "hue": hues[0],
        "emblem": emblem,
        "category": category,
        "type": type_,
        "tab": tab,
        "rules": list(rules),
        "figures": figures,
    }


FACES: Json = {
    one["name"]: one
    for one in (
        face(
            "Ember Sprinter",
            "熾火の走り手",
            1,
            "red",
            "flame",
            "Unit",
            "Unit · Emberkin 熾の民",
            "Haste",
            2,
            1,
            ("**Haste.** May attack in the turn it was summoned.",),
        ),
        face(
            "Kiln Drummer",
            "窯鳴らし",
            2,
            "red",
            "flame",
            "Unit",
            "Unit · Emberkin 熾の民",
            "Resonance",
            2,
            1,
            ("**Resonance.** While you have another unit of its species, its break rank is 1 higher.",),
        ),
        face("Sunlit Herald", "陽だまりの使者", 3, "red green", "flame", "Unit", "Unit · Emberkin 熾の民", "", 5, 2),
        face(
            "Mossback Guard",
            "苔むす番兵",
            2,
            "green",
            "sprout",
            "Unit",
            "Unit · Rootling 根の子",
            "Bulwark",
            3,
            1,
            ("**Bulwark.** Rest this unit to stop an attack and battle the attacker.",),
        ),
        face("Thorn Seedling", "棘の若芽", 1, "green", "sprout", "Unit", "Unit · Rootling 根の子", "Grudge", 1, 1),
        face(
            "Grove Elder",
            "木立の古老",
            3,
            "green green",
            "sprout",
            "Unit",
            "Unit · Rootling 根の子",
            "Resonance",
            4,
            1,
            (
                "**Resonance.** While you have another unit of its species, its break rank is 1 higher.",
                "**On summon:** put the top card of your deck into your Energy Zone face down and fatigued.",
            ),
        ),
        face(
            "Vine Prowler",
            "蔓くぐり",
            2,
            "green",
            "bow",
            "Unit",
            "Unit · Ranger 野駆け",
            "Lurk",
            3,
            1,
            ("**Lurk.** Units cannot choose it as the target of an attack.",),
        ),
        face("Sparkbench Tinker", "火花の細工師", 2, "yellow", "gear", "Unit", "Unit · Artisan 匠", "", 2, 1),
        face(
            "Kindled Arrow",
            "燃える一矢",
            2,
            "red",
            "burst",
            "Magic",
            "Magic",
            "",
            rules=("Choose an opponent's unit with power 4 or less; destroy it.",),
        ),
        face(
            "Budding Song",
            "芽吹きの歌",
            1,
            "green",
            "burst",
            "Magic",
            "Magic",
            "",
            rules=("Choose one of your units; it gets +3 power until end of turn.",),
        ),
        face(
            "Furnace Heart",
            "炉の心臓",
            2,
            "red",
            "gate",
            "Force",
            "Force",
            "",
            rules=("**Active:** your units have +1 power.",),
        ),
        face("Tide Scout", "潮先の斥候", 1, "blue", "wave", "Unit", "Unit · Tidefolk 潮の民", "Infiltrate", 1, 1),
        face("Reef Gatekeeper", "礁の門番", 2, "blue", "wave", "Unit", "Unit · Tidefolk 潮の民", "Bulwark", 3, 0),
        face(
            "Twilight Pilgrim", "黄昏の巡り人", 2, "blue white", "lantern", "Unit", "Unit · Luminary 灯の民", "", 4, 1
        ),
        face("Dawn Acolyte", "暁の侍者", 1, "white", "lantern", "Unit", "Unit · Luminary 灯の民", "Ward", 2, 1),
        face(
            "Springtide Colossus",
            "大潮の巨像",
            5,
            "blue blue",
            "colossus",
            "Unit",
            "Unit · Colossus 巨いなる者",
            "",
            8,
            3,
        ),
        face("Fogbound Watcher", "霧間の待ち手", 3, "blue", "mist", "Unit", "Unit · Mistling 霧の子", "Ambush", 4, 1),
        face("Gloaming Edge", "薄暮の刃", 2, "purple", "mask", "Unit", "Unit · Shade 影の子", "Ambush", 2, 1),
        face(
            "Prism Basin",
            "七彩の水盤",
            2,
            "white",
            "gate",
            "Force",
            "Force",
            "",
            rules=("**Active:** the opponent's units have -1 power.",),
        ),
        face(
            "Headland Gale",
            "岬の大風",
            2,
            "blue",
            "burst",
            "Magic",
            "Magic",
            "",
            rules=("Choose an opponent's unit; rest it.", "**Core Trigger:** choose an opponent's unit; rest it."),
        ),
    )
}


def card(ref: str, name: str | None = None, turned: int = 0, label: str = "", **more: Any) -> Json:
    """One card; without a name it is a face-down one."""
    state = {0: "upright", 90: "fatigued", 180: "reversed"}[turned]
    printed = FACES[name]["figures"] if name else []
    figures = ", ".join(f"{one['word']} {one['value']}" for one in printed)
    text = label or ", ".join(part for part in (name or "Face-down card", figures, state) if part) + "."
    return {
        "ref": ref,
        "face": name,
        "down": False,
        "turned": turned,
        "figures": [{"sign": one["sign"], "value": one["value"], "change": 0} for one in printed],
        "tags": [],
        "on": [],
        "counters": [],
        "dim": False,
        "label": text,
        **more,
    }


def zone(
    place: int, role: str, slot: str, title: str, ja: str, cards: list[Json], size: str = "XS", **more: Any
) -> Json:
    """One zone with its cards."""
    return {
        "id": f"{place}.{role}",
        "role": role,
        "slot": slot,
        "title": title,
        "ja": ja,
        "count": len(cards),
        "size": size,
        "outlines": 0,
        "cards": cards,
        "target": False,
        **more,
    }


def player(
    place: int,
    name: str,
    note: str,
    cores: list[Json],
    altar: list[Json],
    energy: list[Json],
    field: list[Json],
    deck: int,
    grave: list[Json],
    hand: list[Json],
) -> Json:
    """One side of the table."""
    return {
        "name": name,
        "letter": name[0],
        "note": note,
        "hand_count": len(hand),
        "zones": [
            zone(place, "cores", "side", "Cores", "コア", cores, outlines=7 - len(cores)),
            zone(place, "altar", "resource-1", "Altar", "祭壇", altar),
            zone(place, "energy", "resource-2", "Energy", "エネルギー", energy),
            zone(place, "field", "field", "Battlefield", "バトル場", field, "S"),
            zone(
                place,
                "deck",
                "pile-1",
                "Deck",
                "山札",
                [card(f"{place}.deck.0", None, label=f"{name}: deck, {deck} cards.")],
                count=deck,
            ),
            zone(place, "grave", "pile-2", "Grave", "墓地", grave[-1:], count=len(grave)),
            zone(place, "hand", "hand", "Hand", "手札", hand, "M"),
        ],
    }


def downs(place: int, role: str, turns: list[int]) -> list[Json]:
    """Face-down cards, one for each orientation."""
    what = {"cores": "core", "energy": "energy", "hand": "hand card"}[role]
    state = {0: "", 90: ", fatigued"}
    return [
        card(
            f"{place}.{role}.{n}",
            None,
            turn,
            label=f"{'Your' if place == 0 else 'Tide'} {what} {n + 1} of {len(turns)}, face down{state[turn]}.",
        )
        for n, turn in enumerate(turns)
    ]


PHASE_NAMES = [
    ("HEAL", "Heal", "ヒール"),
    ("DRAW", "Draw", "ドロー"),
    ("CHARGE", "Charge", "チャージ"),
    ("MAIN", "Main", "メイン"),
    ("ATTACK", "Attack", "アタック"),
    ("END", "End", "エンド"),
]
ATTACK_STEPS = [("ATTACK", "Declare"), ("AMBUSH", "Ambush"), ("BLOCK", "Block"), ("BATTLE", "Battle or Break")]


def phases(now: str, step: str) -> list[Json]:
    """The phase strip with one phase opened."""
    names = [one[0] for one in PHASE_NAMES]
    at = names.index(now)
    step_names = [one[0] for one in ATTACK_STEPS]
    where = step_names.index(step) if step in step_names else -1

    def state(n: int, here: int) -> str:
        return "done" if n < here else "now" if n == here else "next"

    return [
        {
            "id": name,
            "title": title,
            "ja": ja,
            "state": state(n, at),
            "steps": [
                {"id": one, "title": text, "state": state(m, where)} for m, (one, text) in enumerate(ATTACK_STEPS)
            ]
            if name == "ATTACK"
            else [],
        }
        for n, (name, title, ja) in enumerate(PHASE_NAMES)
    ]


KINDS: Json = {
    "hand": [{"kind": "summon", "label": "Summon"}, {"kind": "charge", "label": "Charge", "targets": True}],
    "field": [{"kind": "attack", "label": "Attack", "targets": True}, {"kind": "block", "label": "Block"}],
}


def base_scene() -> Json:
    """Your Attack Phase: one unit may attack, one is new, one lies sideways."""
    own_hand = [
        card("0.hand.1", "Mossback Guard", dim=True),
        card("0.hand.2", "Grove Elder", dim=True),
        card("0.hand.3", "Budding Song", dim=True),
    ]
    altar = [
        card(
            "0.altar.1",
            "Sunlit Herald",
            90,
            on=[card("0.altar.9", "Furnace Heart", 90, label="Furnace Heart, Force on Sunlit Herald, stopped.")],
        ),
        card("0.altar.2", "Mossback Guard"),
        card("0.altar.3", "Sparkbench Tinker"),
    ]
    energy = [
        card(
            "0.energy.0",
            "Thorn Seedling",
            90,
            down=True,
            label="Energy 1, face down, fatigued. You know it: Thorn Seedling.",
        ),
        card("0.energy.1", "Kindled Arrow", 90),
        card("0.energy.2", "Grove Elder", down=True, label="Energy 3, face down. You know it: Grove Elder."),
    ]
    you = player(
        0,
        "You",
        "Hearth",
        downs(0, "cores", [0] * 4),
        altar,
        energy,
        [
            card(
                "0.field.1",
                "Ember Sprinter",
                label="Ember Sprinter, power 2, break rank 1, upright, Haste. Can attack.",
            ),
            card("0.field.2", "Vine Prowler", label="Vine Prowler, power 3, break rank 1, upright, Lurk. Can attack."),
            card(
                "0.field.3",
                "Kiln Drummer",
                tags=["new"],
                label="Kiln Drummer, power 2, break rank 1, upright, new. Cannot attack.",
            ),
            card("0.field.4", "Sunlit Herald", 90, label="Sunlit Herald, power 5, break rank 2, fatigued."),
        ],
        21,
        [card("0.grave.1", "Sparkbench Tinker")],
        own_hand,
    )
    rival = player(
        1,
        "Tide",
        "",
        downs(1, "cores", [0] * 5),
        [card("1.altar.1", "Tide Scout", 90), card("1.altar.2", "Dawn Acolyte", 90)],
        [*downs(1, "energy", [90, 90]), card("1.energy.5", "Gloaming Edge")],
        [
            card("1.field.1", "Tide Scout", 90, label="Tide Scout, power 1, break rank 1, fatigued."),
            card("1.field.2", "Twilight Pilgrim"),
        ],
        23,
        [card("1.grave.1", "Reef Gatekeeper")],
        downs(1, "hand", [0] * 4),
    )
    moves: list[Json] = []
    for who, name in (("0.field.1", "Ember Sprinter"), ("0.field.2", "Vine Prowler")):
        for n in range(5):
            moves.append(
                {
                    "kind": "attack",
                    "label": "Attack",
                    "from": who,
                    "to": f"1.cores.{n}",
                    "text": f'attack "{name}" -> core {n + 1}',
                }
            )
        moves.append(
            {
                "kind": "attack",
                "label": "Attack",
                "from": who,
                "to": "1.field.1",
                "text": f'attack "{name}" -> "Tide Scout"',
            }
        )
    moves.append({"kind": "end", "label": "End phase", "from": None, "to": None, "text": "end attack"})
    return {
        "stamp": 17,
        "viewer": 0,
        "turn": {"number": 11, "label": "Your Attack Phase · turn 11"},
        "phases": phases("ATTACK", "ATTACK"),
        "players": [you, rival],
        "faces": FACES,
        "arrow": None,
        "question": None,
        "moves": [{"id": n, **move} for n, move in enumerate(moves)],
        "kinds": KINDS,
        "marks": {},
        "ghost": None,
        "now": "You decide. Two units can attack.",
        "dice": [],
    }


BAR: Json = {
    "home": "index.html",
    "crumbs": [{"text": "Core of Altaria", "href": "altaria.html"}, {"text": "Attacking"}],
    "steps": [{"title": f"Step {n}", "state": "done" if n < 5 else "now" if n == 5 else "todo"} for n in range(1, 10)],
}
HINT_NAMES = ["Nudge", "The rule", "Where to look", "The move"]
HASTE: Json = {"id": "ALT-14.1", "title": "Haste", "text": "A unit with Haste may attack in the turn it was summoned."}
CONTROLS = [
    {"name": "check", "label": "Check", "primary": True, "enabled": True},
    {"name": "hint", "label": "Hint", "enabled": True},
    {"name": "undo", "label": "Undo", "enabled": True},
    {"name": "reset", "label": "Reset", "enabled": True},
]


def coach(kind: str, number: int, title: str, text: str, goal: str, **more: Any) -> Json:
    """The task of one step."""
    return {
        "kind": kind,
        "place": f"Attacking · step {number}",
        "title": title,
        "text": text,
        "goal": goal,
        "ticks": [],
        "feedback": None,
        "hints": {"shown": [], "names": HINT_NAMES},
        "controls": CONTROLS,
        "choices": None,
        **more,
    }


BREAK = coach(
    "Do",
    5,
    "Break a core",
    "An upright unit may attack: rest it and point at as many cores as its **break rank**"
    " (the diamond). A broken core goes to its owner's hand.",
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
            "clause_text": "A unit cannot attack during the turn in which it was summoned. It is not turned sideways.",
            "repair": "on your next turn, or now if it had Haste.",
        }
    ],
    "say": "",
    "principle": "",
}


def stage(scene: Json, coach_: Json, **more: Any) -> Json:
    """Everything one Stage needs."""
    return copy.deepcopy(
        {"scene": scene, "coach": coach_, "events": [], "bar": BAR, "panel": {}, "mode": "lesson", **more}
    )


def attack() -> Json:
    """A do step before anything was tried."""
    return stage(base_scene(), BREAK)


def refusal() -> Json:
    """The same step after an illegal try, two hints shown."""
    scene = base_scene()
    scene |= {"stamp": 18, "marks": {"0.field.3": "refused"}, "now": "Kiln Drummer cannot attack yet. Nothing changed."}
    return stage(
        scene,
        {
            **BREAK,
            "feedback": REFUSAL,
            "hints": {
                "shown": [
                    {"title": "Nudge", "text": "Not every upright unit is ready.", "clauses": []},
                    {"title": "The rule", "text": "", "clauses": [HASTE]},
                ],
                "names": HINT_NAMES,
            },
        },
    )


def ghost() -> Json:
    """The one grey beat of an illegal try."""
    scene = base_scene()
    scene |= {
        "ghost": {"text": "If this were allowed"},
        "moves": [],
        "arrow": {"from": "0.field.3", "to": ["1.cores.1"], "kind": "attack"},
    }
    return stage(scene, BREAK)


def aim() -> Json:
    """Choosing two cores one after the other: one is chosen, the next click ends it."""
    scene = base_scene()
    herald = scene["players"][0]["zones"][3]["cards"][3]
    herald["turned"] = 0
    scene |= {
        "marks": {"0.field.4": "selected", "1.cores.1": "chosen"},
        "arrow": {"from": "0.field.4", "to": ["1.cores.1"], "kind": "attack"},
        "now": "One core chosen. Choose one more.",
        "moves": [
            {
                "id": n,
                "kind": "choose",
                "label": f"Core {n + 1}",
                "from": None,
                "to": f"1.cores.{n}",
                "text": f"choose core {n + 1}",
            }
            for n in (0, 2, 3, 4)
        ],
    }
    return stage(
        scene,
        coach(
            "Do",
            3,
            "Now you point",
            "Herald is already lifted for a core attack. **You choose the cores.**"
            " They are all face down, so trust your finger.",
            "Finish the attack: choose the cores.",
            ticks=[{"text": "First core", "done": True}, {"text": "Second core", "done": False}],
        ),
    )


def which() -> Json:
    """Marking every unit that may attack."""
    scene = base_scene()
    scene["moves"] = []
    field = scene["players"][0]["zones"][3]["cards"]
    items = [
        {"id": one["ref"], "ref": one["ref"], "text": one["face"], "state": "picked" if n < 2 else "", "note": ""}
        for n, one in enumerate(field)
    ]
    return stage(
        scene,
        coach(
            "Which",
            5,
            "Five volunteers",
            "You summoned Sprinter and Drummer this turn. Summoning fatigue (召喚疲労)"
            " does not turn a card sideways, so **read the marks**.",
            "Mark every unit that may attack a core now.",
            choices={"mode": "many", "items": items},
        ),
    )


def predict() -> Json:
    """Four questions, two of them graded."""
    scene = base_scene()
    scene["moves"] = []
    parts = [
        {
            "id": "a",
            "ask": "How many cores break?",
            "options": [
                {"id": "0", "text": "0", "state": "right"},
                {"id": "1", "text": "1", "state": ""},
                {"id": "2", "text": "2", "state": "wrong"},
            ],
            "note": "Nothing spills over: the block stopped the attack as a whole.",
        },
        {
            "id": "b",
            "ask": "What is destroyed?",
            "options": [
                {"id": n, "text": n, "state": "picked" if n == "Reef Gatekeeper" else ""}
                for n in ("Reef Gatekeeper", "Sunlit Herald", "both", "none")
            ],
            "note": "",
        },
        {
            "id": "c",
            "ask": "Herald's power afterwards?",
            "options": [{"id": "5", "text": "5", "state": ""}, {"id": "2", "text": "2", "state": ""}],
            "note": "",
        },
        {
            "id": "d",
            "ask": "And Herald itself?",
            "options": [{"id": "f", "text": "fatigued", "state": ""}, {"id": "u", "text": "upright", "state": ""}],
            "note": "",
        },
    ]
    return stage(
        scene,
        coach(
            "Predict",
            7,
            "Say it before it happens",
            "Now you are the wave. Herald attacks two cores; the rival blocks with Reef Gatekeeper."
            " Answer four questions, then watch.",
            "Predict the attack, part by part.",
            choices={"mode": "parts", "items": parts},
        ),
    )


def order() -> Json:
    """Six shuffled lines."""
    lines = [
        "The owner may use Core Triggers.",
        "The attacker is rested and points at cores.",
        "No core left? The attacker has won.",
        "The defender may block.",
        "The chosen cores are broken together.",
        "The other broken cards go to hand.",
    ]
    scene = base_scene()
    scene["moves"] = []
    return stage(
        scene,
        coach(
            "Order",
            10,
            "One attack, six beats",
            "These six lines are one core attack, shuffled. Put them in order;"
            " the table then plays your order until it trips.",
            "Put the six lines in order.",
            choices={
                "mode": "order",
                "items": [{"id": str(n), "text": text, "state": "", "note": ""} for n, text in enumerate(lines)],
            },
        ),
    )


def spot() -> Json:
    """A log with one illegal line; a wrong one was clicked."""
    lines = [
        "You summon Ember Sprinter.",
        "You attack core 1 with Ember Sprinter.",
        "Tide blocks with Reef Gatekeeper; Sprinter is destroyed.",
        "You attack Mossback Guard with Vine Prowler; both are destroyed.",
        "You attack cores 2 and 3 with Sunlit Herald.",
        "Tide blocks with Reef Gatekeeper.",
    ]
    items = [
        {
            "id": str(n + 1),
            "text": text,
            "state": "wrong" if n == 3 else "",
            "note": "The Guard is fatigued and has no Lurk (ALT-11.8). Bulwark is no shield for the one who has it."
            if n == 3
            else "",
        }
        for n, text in enumerate(lines)
    ]
    scene = base_scene()
    scene["moves"] = []
    return stage(
        scene,
        coach(
            "Spot",
            11,
            "Five honest lines and one that is not",
            "A log of your last turn, written down by your cousin. Exactly one line breaks the rules.",
            "Click the line that is illegal.",
            choices={"mode": "log", "items": items},
        ),
    )


def watch() -> Json:
    """A watch step in the middle."""
    texts = [
        ("Sunlit Herald is rested.", "ALT-11.2"),
        ("Two cores are chosen.", "ALT-11.4"),
        ("Nobody can block.", "ALT-12.6"),
        ("Both cores are broken together.", "ALT-13.1"),
        ("Both go to their owner's hand: 2 to 4.", "ALT-13.2"),
    ]
    scene = base_scene()
    scene |= {
        "moves": [],
        "arrow": {"from": "0.field.4", "to": ["1.cores.1", "1.cores.2"], "kind": "attack"},
        "now": "Two cores are chosen.",
    }
    return stage(
        scene,
        {
            **coach(
                "Watch",
                1,
                "Two cores at once",
                "Sunlit Herald has break rank (ブレイクランク) 2. It turns sideways and points at"
                " two cores (コア). Nothing is there to stop it.",
                "Watch one attack, and count the rival's cards.",
            ),
            "controls": [{"name": "reset", "label": "Reset", "enabled": True}],
            "hints": None,
        },
        events=[
            {"n": n + 1, "text": text, "clause": clause, "who": "Y" if n < 2 else "T"}
            for n, (text, clause) in enumerate(texts)
        ],
        panel={"kind": "watch", "at": 2, "end": 5},
    )


def after() -> Json:
    """A solved step with its principle."""
    return stage(
        base_scene(),
        {
            **BREAK,
            "feedback": {
                "tone": "right",
                "title": "One core broken",
                "tried": "",
                "facts": [],
                "say": "Sprinter lies sideways now. Tide's hand grew from 4 to 5.",
                "principle": "An attack breaks as many cores as the break rank, and each one feeds the rival a card.",
            },
            "ticks": [{"text": "One core broken", "done": True}],
            "controls": [{"name": "next", "label": "Next step", "primary": True, "enabled": True}, *CONTROLS[2:]],
        },
    )


def block() -> Json:
    """A whole game: the rival attacks, the question stands above the board."""
    scene = base_scene()
    you = player(
        0,
        "You",
        "Hearth",
        downs(0, "cores", [0] * 4),
        scene["players"][0]["zones"][1]["cards"],
        [
            card("0.energy.0", "Thorn Seedling", 90, down=True),
            card("0.energy.1", "Kindled Arrow", 90),
            card("0.energy.2", "Grove Elder", down=True),
            card("0.energy.3", "Vine Prowler"),
        ],
        [
            card("0.field.1", "Mossback Guard"),
            card("0.field.2", "Sunlit Herald", 90),
            card("0.field.3", "Ember Sprinter", dim=True),
        ],
        19,
        [card(f"0.grave.{n}", "Budding Song") for n in range(3)],
        [card("0.hand.1", "Grove Elder"), card("0.hand.2", "Vine Prowler"), card("0.hand.3", "Kindled Arrow")],
    )
    colossus = card(
        "1.field.1", "Springtide Colossus", 90, label="Springtide Colossus, power 8, break rank 3, fatigued, attacking."
    )
    colossus["figures"][0] = {"sign": "shield", "value": 8, "change": 1}
    rival = player(
        1,
        "Tide",
        "bot",
        downs(1, "cores", [0] * 3),
        [
            card("1.altar.1", "Tide Scout", 90),
            card("1.altar.2", "Dawn Acolyte", on=[card("1.altar.9", "Prism Basin")]),
            card("1.altar.3", "Reef Gatekeeper"),
        ],
        [*downs(1, "energy", [90]), card("1.energy.7", "Gloaming Edge"), *[card(f"1.energy.{n}") for n in (8, 9, 10)]],
        [colossus, card("1.field.2", "Tide Scout", tags=["new"]), card("1.field.3", "Twilight Pilgrim", 90)],
        17,
        [card("1.grave.1", "Headland Gale"), card("1.grave.2", "Reef Gatekeeper")],
        downs(1, "hand", [0] * 6),
    )
    scene |= {
        "stamp": 203,
        "turn": {"number": 20, "label": "Tide's Attack Phase"},
        "players": [you, rival],
        "phases": phases("ATTACK", "BLOCK"),
        "question": {
            "title": "Block the Colossus?",
            "text": "It attacks 3 of your 4 cores. Power 8 against 3 (+1 Furnace Heart, −1 Prism Basin).",
        },
        "arrow": {"from": "1.field.1", "to": ["0.cores.0", "0.cores.1", "0.cores.2"], "kind": "attack"},
        "now": "Tide attacks three cores. Block, or let it through.",
        "moves": [
            {
                "id": 0,
                "kind": "block",
                "label": "Block",
                "from": "0.field.1",
                "to": None,
                "text": 'block "Mossback Guard"',
            },
            {"id": 1, "kind": "pass", "label": "Let it through", "from": None, "to": None, "text": "pass"},
        ],
    }
    events = [
        {"n": 5, "text": "Springtide Colossus attacks 3 cores.", "clause": "ALT-11.2", "who": "T"},
        {"n": 4, "text": "Tide Scout is summoned for 1.", "clause": "ALT-9.1", "who": "T"},
        {"n": 3, "text": "A card goes to energy, face down.", "clause": "ALT-8.2", "who": "T"},
        {"head": "Your turn 19"},
        {"n": 2, "text": "Sunlit Herald breaks 2 cores. Core Trigger: Tide draws 1.", "clause": "ALT-13.1", "who": "Y"},
        {"n": 1, "text": "Mossback Guard is summoned for 2.", "clause": "ALT-9.1", "who": "Y"},
    ]
    return stage(
        scene,
        {
            "title": "Hearth against Tide",
            "text": "You play Hearth. Turn 20",
            "feedback": None,
            "hints": None,
            "choices": None,
            "controls": [
                {"name": "undo", "label": "Undo", "enabled": True},
                {"name": "hint", "label": "Hint", "enabled": True},
            ],
        },
        mode="play",
        events=events,
        bar={
            "home": "index.html",
            "crumbs": [{"text": "Core of Altaria", "href": "altaria.html"}, {"text": "Whole game"}],
        },
        panel={
            "kind": "log",
            "at": 5,
            "answer": {
                "n": 4,
                "title": "Why is it 1?",
                "text": "Its printed cost is 1.",
                "clauses": [{"id": "ALT-9.1", "title": "Cost", "text": "Rest as many energy cards as the cost says."}],
            },
        },
    )


SAMPLES = {one.__name__: one for one in (attack, refusal, ghost, aim, which, predict, order, spot, watch, after, block)}
