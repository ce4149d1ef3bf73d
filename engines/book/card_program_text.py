"""The text of effects in the shared effect language, rendered from the same data that the engine carries out.

The phrases are the words `program.*`, those of filters are `change.*`, and a zone to which a card goes is
`goes.<zone>`. A text begins with a small letter and has no full stop, because a game puts its moment before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engines.book.card_programs import (
    ALLOW,
    ALTER,
    CHANGE,
    CHOOSE,
    COUNTERS,
    DISCARD,
    DIVIDE,
    DO,
    DRAW,
    EACH,
    FORBID,
    GIVE,
    IF,
    INSTEAD,
    IT,
    LOOK,
    MARKING,
    MOVE,
    PAY,
    POINTS,
    REROLL,
    ROLL,
    ROLLED,
    SEARCH,
    SUM,
    TAKE,
    UNLESS,
    UNTIL,
    ZONES,
    ProgramRules,
)
from engines.book.card_text import spell_out_name
from engines.book.figure_change_text import FilterText, write_letter
from engines.book.figure_changes import CHOSEN, NUMBER
from engines.book.forbidden_actions import render_for_a_while
from engines.book.toml_schema import Document
from engines.book.words import Words

if TYPE_CHECKING:
    from engines.book.cards import Ability


def render_program(rules: ProgramRules, ability: Ability, words: Words) -> str:
    """Return the text of an ability, without its moment."""
    return _Renderer(rules, words).render_ability(ability)


def render_asked(rules: ProgramRules, instruction: Document, words: Words) -> str:
    """Return the cards that an instruction asks for, in words: "2 cards of the rival's in play"."""
    zone = {DISCARD: rules.hand, SEARCH: rules.deck}.get(instruction["verb"])
    if zone is None:
        return _Renderer(rules, words).name_asked(instruction)
    who = instruction.get("who", "own")
    chooser = instruction.get("by", who)
    whose = "own" if instruction["verb"] == SEARCH or chooser == who else who
    of = {**instruction.get("of", {}), "zone": zone, "whose": "own" if whose == "own" else "rival"}
    return _Renderer(rules, words).name_asked({**instruction, "verb": CHOOSE, "of": of})


def render_question(rules: ProgramRules, instruction: Document, left: int, picked: int, words: Words) -> str:
    """Return the question that an instruction asks, as the player who answers reads it.

    left : the number of cards still to be picked. picked : the number of those picked already.
    """
    return _Renderer(rules, words).render_question(instruction, left, picked)


def render_program_needs(rules: ProgramRules, ability: Ability, words: Words) -> str:
    """Return, in words, what is needed to use an ability: its conditions, its price, and the objects of its choice."""
    return _Renderer(rules, words).render_needs(ability)


def _has_several(part: Sequence[Document]) -> bool:
    """Return True if the last choice in this part is of several cards."""
    counts = [one.get("count", 1) for one in part if one["verb"] == CHOOSE]
    return bool(counts) and counts[-1] > 1


class _Renderer(FilterText):
    def __init__(self, rules: ProgramRules, words: Words) -> None:
        super().__init__(rules.changes, words)
        self.programs, self.tell = rules, words.table("program")
        self.pays = False  # whether a price is being put into words
        self.chooser = "own"  # who chooses by the filter that is being put into words

    def render_ability(self, ability: Ability) -> str:
        pays = self._in_order(ability.pays, pays=True)
        text = self._in_order(ability.does, _has_several(ability.pays))
        if pays:
            text = self.tell("may_pay" if ability.may else "pay", pays=pays, text=text)
        elif ability.may:
            text = self.tell("may", text=text)
        if ability.once:
            text = self.tell("once", text=text)
        if ability.conditions:
            self.chooser = "own"
            held = self.words.listed([self.say_condition(one) for one in ability.conditions])
            text = self.tell("if", conditions=held, text=text)
        return text

    def render_question(self, one: Document, left: int, picked: int) -> str:
        """Return what an instruction asks of the player who answers. left, picked : see the function of this name."""
        verb, who = one["verb"], one.get("who", "own")
        if ZONES in one:
            return self.tell("ask.zone", zones=self._zones(one))
        if verb == UNLESS:
            paid = one[PAY][0]
            count, name = next((-paid[name], name) for name in self.programs.points if name in paid)
            return self.tell("ask.pay", count=count, points=self.tell(f"points.{name}", count=count))
        if verb == DRAW:
            key = "ask.draw.more" if picked else "ask.draw"
            return self.tell(key, count=left)
        if verb == DIVIDE:
            name = next(name for name in self.programs.counted if name in one)
            counter = self.words.find(f"program.counter.{name}") or spell_out_name(name)
            return self.tell("ask.divide", counter=counter, cards=self._among(one), left=left)
        if verb == REROLL:
            key = f"ask.reroll.{one.get('whose', 'own')}{'.up_to' if one.get('up_to') else ''}"
            return self.tell(key, left=left, picked=picked)
        of = dict(one.get("of", {}))
        if verb == DISCARD:
            of |= {"zone": self.programs.hand, "whose": "own" if one.get("by", who) == who else "rival"}
        elif verb == CHOOSE and one.get("by") == "rival":  # for this player, the rival's cards are their own
            of["whose"] = {"own": "rival", "rival": "own"}.get(of.get("whose", "own"), "both")
        up_to = verb == SEARCH or bool(one.get("up_to"))
        asked = SEARCH if verb == SEARCH else CHOOSE
        cards = self.name_asked({"verb": asked, "of": of, "count": left, "up_to": up_to})
        more = ".more" if picked else ""
        return self.tell(f"ask.{verb}{more}", cards=cards, picked=picked)

    def render_needs(self, ability: Ability) -> str:
        chosen = [one for one in ability.does if one["verb"] == CHOOSE and ZONES not in one][:1]
        held = [self.say_condition(one) for one in ability.conditions]
        held += [self.tell("needs.once")] if ability.once else []
        return self.words.listed([*held, *(self._instruction(one, False) for one in (*ability.pays, *chosen))])

    def _in_order(self, part: Sequence[Document], several: bool = False, pays: bool = False) -> str:
        self.pays = pays
        said = []
        for one in part:
            said.append(self._instruction(one, several))
            if one["verb"] == CHOOSE and ZONES not in one:
                several = one.get("count", 1) > 1
        return self.tell("then").join(said)

    def _instruction(self, one: Document, several: bool) -> str:
        verb = one["verb"]
        who = one.get("who", "own")
        if verb == EACH:
            return self._each(one)
        if verb == INSTEAD:
            return self.tell("instead", goes=self._goes(one["to"], "", ""))
        if ZONES in one:
            held = self.words.listed([self.say_condition(part) for part in one.get("is", ())])
            said = self.tell("choose.zone", zones=self._zones(one))
            return self.tell("choose.zone.if", text=said, conditions=held) if held else said
        if verb == CHOOSE:
            return self.tell(f"choose.{one.get('by', 'own')}", cards=self.name_asked(one))
        if verb == DISCARD:
            if one.get("by", who) != who:
                return self.tell("discard.rival.chosen", cards=self.name_asked(one))
            return self.tell(f"discard.{who}{'.random' if one.get('random') else ''}", cards=self.name_asked(one))
        if verb == DRAW:
            return self._draw(one, who)
        if verb == POINTS:
            return self.words.listed([self._points(one, name, who) for name in self.programs.points if name in one])
        if verb == LOOK:
            key = f"look.{'hand' if one['zone'] == self.programs.hand else 'deck'}.{one.get('whose', 'own')}"
            return self.tell(key, count=one.get("count", 1))
        if verb == SEARCH:
            goes = self._goes(one.get("to", self.programs.hand), "", "")
            shown = "" if not one.get("show") else ".show" if one.get("count", 1) == 1 else ".show.several"
            return self.tell(f"search{shown}", cards=self.name_asked(one), goes=goes)
        if verb == IF:
            held = self.words.listed([self.say_condition(part) for part in one["is"]])
            return self.tell("if", conditions=held, text=self._in_order(one[DO], several))
        if verb in (ROLL, REROLL):
            return self._dice(one)
        if verb == DIVIDE:
            return self.tell("divide", counters=self._divided(one), cards=self._among(one))
        if verb == UNLESS:
            return self._unless(one, several)
        if verb == FORBID:
            it = self.tell(f"what.{'them' if several else 'it'}")
            text = render_for_a_while(self.rules, one, it, self.words)
            return self.tell("given", text=text, until=self.tell(f"until.{one[UNTIL]}"))
        if verb == ALTER:
            return self._alter(one)
        return self._about_cards(one, several)

    def _zones(self, one: Document) -> str:
        """Return zones in words, without their players: "the Space arena or the Ground arena"."""
        return self.words.listed([self.tell(f"zone.{zone}") for zone in one[ZONES]], "or")

    def _each(self, one: Document) -> str:
        held = self.words.listed([self.say_condition(part) for part in one.get("is", ())])
        text = self._in_order(one[DO])
        text = self.tell("if", conditions=held, text=text) if held else text
        text = self.tell("each.player", text=text) if "who" in one else text
        zones = self.words.listed([self.tell(f"zone.{zone}") for zone in one.get(ZONES, ())])
        return self.tell("each.zone", zones=zones, text=text) if zones else text

    def _dice(self, one: Document) -> str:
        """Return, in words, which dice are rolled or rerolled."""
        count, up_to = one.get("count", 1), bool(one.get("up_to"))
        if one["verb"] == ROLL:
            return self.tell("roll", number=self._number_of_dice(count))
        whose = one.get("whose", "own")
        if one.get("all") or (up_to and "count" not in one):
            return self.tell(f"reroll.{'all' if one.get('all') else 'any'}.{whose}")
        return self.tell(f"reroll.{whose}{'.up_to' if up_to else ''}", number=self._number_of_dice(count))

    def _number_of_dice(self, count: Any) -> str:
        """Return a number of dice in words: "2 dice", or as many as something counts."""
        if letter := write_letter(count):
            return self.tell("dice.letter", number=letter.lstrip("+"))
        if not isinstance(count, Mapping):
            return self.tell("dice.one" if count == 1 else "dice", number=count)
        return self.tell("dice.counted", number=self.say_amount("dice", count))

    def _divided(self, one: Document) -> str:
        """Return the counters that are divided, in words."""
        name = next(name for name in self.programs.counted if name in one)
        counter, amount = self.words.find(f"program.counter.{name}") or spell_out_name(name), one[name]
        if letter := write_letter(amount):
            return f"{letter.lstrip('+')} {counter}"
        return f"{amount} {counter}" if isinstance(amount, int) else self.say_amount(name, amount)

    def _among(self, one: Document) -> str:
        """Return the cards among which counters are divided, in words."""
        return self.name_cards(one["of"])

    def _alter(self, one: Document) -> str:
        running = self.tell(f"running.{one['running']}")
        if "to" in one:
            return self.tell("alter.to", running=running, number=one["to"])
        by = one["by"]
        if letter := write_letter(by):
            key = "less" if letter[0] == "-" else "more"
            return self.tell(f"alter.{key}", running=running, number=letter[1:])
        if not isinstance(by, int):
            return self.tell("alter.each", running=self.say_amount(running, by))
        return self.tell(f"alter.{'more' if by > 0 else 'less'}", running=running, number=abs(by))

    def _unless(self, one: Document, several: bool) -> str:
        paid = one[PAY][0]
        costs = [self.tell(f"points.{name}", count=-paid[name]) for name in self.programs.points if name in paid]
        count = next(-paid[name] for name in self.programs.points if name in paid)
        text, self.chooser = self._in_order(one[DO], several), "own"
        held = self.words.listed([self.say_condition(part) for part in one.get("is", ())])
        key = "unless.if" if held else "unless"
        return self.tell(key, text=text, count=count, points=costs[0], conditions=held)

    def name_asked(self, one: Document) -> str:
        """Return the cards that an instruction asks for, with their number."""
        of = dict(one.get("of", {}))
        zone = {DISCARD: self.programs.hand, SEARCH: self.programs.deck}.get(one["verb"])
        plain = {name: value for name, value in of.items() if name not in ("zone", "whose")}
        noun, count = self._noun(of), one.get("count", 1)
        up_to = (one["verb"] == SEARCH and count > 1) or bool(one.get("up_to"))
        if zone is not None:
            facts = self._predicates(plain, (zone,))
            rest = self._that(facts, count) if facts else ""
        else:
            zones = self.rules.zones_of(of, self.rules.play)
            whose = of.get("whose", "own")
            self.chooser = one.get("by", "own")
            named = [of["zone"]] if of.get("zone") == CHOSEN else zones
            where = self.say_where(named, whose) if "zone" in of else self._in_play(whose)
            facts = self._predicates(of, zones)
            rest = self.say("there", where=where) + (self._that(facts, count) if facts else "")
        return self.tell("cards.up_to" if up_to else "cards", count=count, noun=noun, rest=rest)

    def say_amount(self, name: str, amount: object) -> str:
        """Return a change of a figure in words, which may be about the dice that the text has rolled."""
        if not isinstance(amount, Mapping) or ROLLED not in amount:
            return super().say_amount(name, amount)
        figure = self.words.find(f"change.figure.{name}") or self.words.find(f"program.counter.{name}")
        facts = {"amount": f"{amount.get('times', 1):+d}", "figure": figure or spell_out_name(name).capitalize()}
        if amount[ROLLED] == SUM:
            return self.tell("amount.sum", **facts)
        return self.tell("amount.rolled", shows=self._shows(amount[ROLLED]), **facts)

    def say_condition(self, one: Document) -> str:
        """Return a condition in words, which may be about the dice that the text has rolled."""
        if ROLLED not in one:
            return super().say_condition(one)
        least, most = one.get("min"), one.get("max")
        key = "least" if most is None else "most" if least is None else "between"
        if one[ROLLED] == SUM:
            return self.tell(f"sum.{key}", least=least, most=most)
        return self.tell(f"rolled.{key}", least=least, most=most, shows=self._shows(one[ROLLED]))

    def _shows(self, wanted: Any) -> str:
        """Return what is asked of a die in words: "4 or more"."""
        if not isinstance(wanted, Mapping):
            return str(wanted)
        least, most = wanted.get("min"), wanted.get("max")
        key = "least" if most is None else "most" if least is None else "between"
        return self.tell(f"shows.{key}", least=least, most=most)

    def say_whose(self, whose: str) -> str:
        """Return whose cards a filter selects, from the point of view of the player who chooses by it."""
        return self.tell("whose.own") if whose == self.chooser == "rival" else super().say_whose(whose)

    def _in_play(self, whose: str) -> str:
        return self.tell("play.own") if whose == self.chooser == "rival" else self.say(f"play.{whose}")

    def _that(self, facts: Sequence[str], count: int) -> str:
        key = "each_of_which" if count > 1 else "that"
        return self.tell(key, what=self.words.listed(facts))

    def _draw(self, one: Document, who: str) -> str:
        count = one.get("count", 1)
        if isinstance(count, Mapping):
            facts: dict[str, Any] = {"count": count.get("times", 1), "cards": self.name_cards(count["count"])}
            text = self.tell(f"draw.{who}.each", **facts)
            return self.tell("plus", text=text, plus=count["plus"]) if count.get("plus") else text
        return self.tell(f"draw.{who}{'.up_to' if one.get('up_to') else ''}", count=count)

    def _points(self, one: Document, name: str, who: str) -> str:
        amount = one[name]
        count = abs(amount) if isinstance(amount, int) else 2
        points = self.tell(f"points.{name}", count=count)
        if write_letter(amount):
            return self.tell(f"points.{who}.each", points=f"{write_letter(amount)} {points}")
        if isinstance(amount, Mapping):
            return self.tell(f"points.{who}.each", points=self.say_amount(name, amount))
        key = "pay" if self.pays and amount < 0 else f"{who}.{'gain' if amount > 0 else 'lose'}"
        return self.tell(f"points.{key}", count=abs(amount), points=points)

    def _about_cards(self, one: Document, several: bool) -> str:
        verb = one["verb"]
        what = one.get("what")
        if what is None:
            who = self.say("each", cards=self.name_cards(one["of"]))
        else:
            who = self.tell(f"what.{'them' if what == IT and several else what}")
        if verb == MOVE:
            return self.tell("move", who=who, goes=self._goes(one["to"], one.get("where", ""), who, self._given(one)))
        if verb == MARKING:
            marks = [self._set(name, one[name]) for name in self.programs.marks if name in one]
            return self.tell("mark", who=who, marks=self.words.listed(marks))
        if verb == COUNTERS:
            put = [self._counters(name, one[name]) for name in self.programs.counted if name in one]
            return self.tell("counters", who=who, counters=self.words.listed(put))
        if verb == ALLOW:
            key = f"allow.{one['action']}"
            return self.tell("given", text=self.tell(key, who=who), until=self.tell(f"until.{one[UNTIL]}"))
        if verb in (GIVE, TAKE):
            return self.tell("given", text=self.say_giving(one, who), until=self.tell(f"until.{one[UNTIL]}"))
        assert verb == CHANGE
        figures = self.words.listed([self.say_amount(name, one[name]) for name in self.rules.figures if name in one])
        return self.tell("change", who=who, figures=figures, until=self.tell(f"until.{one[UNTIL]}"))

    def _goes(self, to: str, where: str, who: str, given: str = "") -> str:
        key = f"goes.{to}.{where}" if where and self.words.has(f"goes.{to}.{where}") else f"goes.{to}"
        key = key if self.words.has(key) else "goes.any"
        whose = self.words.say("goes.owners")
        return self.words.say(key, whose=whose, zone=spell_out_name(to)) + given

    def _given(self, one: Document) -> str:
        known = self.programs.marks_at(one["to"]) if one["to"] in self.programs.enter else {}
        said = [self._set(name, one[name]) for name in known if name in one]
        return self.tell("with_marks", marks=self.words.listed(said)) if said else ""

    def _set(self, name: str, value: Any) -> str:
        marks = self.rules.marks_in(self.rules.play)
        mark = marks.get(name) or next(one.marks[name] for one in self.rules.places.values() if name in one.marks)
        return f"{spell_out_name(name)} {value}" if mark.kind == NUMBER else self.say_mark(mark, value)

    def _counters(self, name: str, amount: Any) -> str:
        if not isinstance(amount, int):
            return self.say_amount(name, amount)
        counter = self.words.find(f"program.counter.{name}") or spell_out_name(name)
        return self.tell(f"counters.{'put' if amount > 0 else 'take'}", count=abs(amount), counter=counter)
