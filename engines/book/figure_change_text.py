"""The text of continuous changes of figures, rendered from the same data that the engine carries out.

The phrases are the words `change.*`; the phrase for a zone is `change.zone.<zone>` or `lies.<zone>`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engines.book.card_text import spell_out_name
from engines.book.figure_changes import (
    ANY,
    CHOICE,
    CHOSEN,
    COST,
    DID,
    FILTER_WORDS,
    GIVE,
    IT,
    KEYWORD,
    NOT,
    NUMBER,
    OWN_NUMBER,
    SET,
    TAKE,
    TARGETING,
    CardMark,
    ChangeRules,
)
from engines.book.keywords import write_keyword
from engines.book.toml_schema import Document
from engines.book.words import Words


def render_changes(
    rules: ChangeRules, changes: Sequence[Document], conditions: Sequence[Document], words: Words
) -> str:
    """Return the text of an ability: one sentence for each change, preceded by its conditions."""
    return FilterText(rules, words).render_sentences(changes, conditions)


ANY_NUMBER = "X"
"""What stands for the number behind a keyword where none is known."""


def write_letter(amount: object) -> str:
    """Return an amount that depends on the number behind a keyword, with its sign; "" for another one."""
    if amount == OWN_NUMBER:
        return f"+{ANY_NUMBER}"
    if not isinstance(amount, Mapping) or OWN_NUMBER not in amount:
        return ""
    times, plus = amount.get("times", 1), amount.get("plus", 0)
    size = "" if abs(times) == 1 else str(abs(times))
    return f"{'-' if times < 0 else '+'}{size}{ANY_NUMBER}" + (f"{plus:+d}" if plus else "")


class FilterText:
    """Puts filters, numbers, conditions and continuous changes into words."""

    def __init__(self, rules: ChangeRules, words: Words) -> None:
        self.rules, self.words, self.say = rules, words, words.table("change")

    def render_sentences(self, changes: Sequence[Document], conditions: Sequence[Document]) -> str:
        """Return a sentence for each change, preceded by the conditions."""
        held = self.words.listed([self.say_condition(one) for one in conditions])
        parts = [self._change(one) for one in changes]
        said = [self.say("while", conditions=held, text=text) if held else text for text in parts]
        return " ".join(self.say("sentence", text=f"{text[:1].upper()}{text[1:]}") for text in said)

    def _change(self, one: Document) -> str:
        if one.get("verb") in (GIVE, TAKE):
            who = self.say("each", cards=self.name_cards(one["of"])) if "of" in one else self.say("self")
            return self.say_giving(one, who)
        if one.get(COST) is not None and COST not in self.rules.figures:
            return self._cost(one)
        figures = self.words.listed(
            [self.say_amount(name, one[name]) for name in self.rules.figures if one.get(name) is not None]
        )
        if one.get(SET):
            said = [self._set_to(name, one[name]) for name in self.rules.figures if one.get(name) is not None]
            return self.words.listed(said)
        if "of" not in one:
            return self.say("gets", who=self.say("self"), figures=figures)
        return self.say("gets", who=self.say("each", cards=self.name_cards(one["of"])), figures=figures)

    def _set_to(self, name: str, amount: object) -> str:
        """Return, in words, what a figure of the card itself becomes."""
        figure = self.words.find(f"change.figure.{name}") or spell_out_name(name).capitalize()
        if not isinstance(amount, Mapping) or "count" not in amount:
            return self.say("set", figure=figure, number=write_letter(amount).lstrip("+") or amount)
        facts = {
            "times": amount.get("times", 1),
            "plus": amount.get("plus", 0),
            "cards": self.name_cards(amount["count"]),
        }
        return self.say("set.plus" if facts["plus"] else "set.each", figure=figure, **facts)

    def _cost(self, one: Document) -> str:
        who = self.say("self")
        if "of" in one:
            facts = self._predicates(one["of"], self.rules.costs)
            rest = self.say("only.that", what=self.words.listed(facts)) if facts else ""
            whose = self.say(f"costs.{one['of'].get('whose', 'own')}")
            who = self.say("each", cards=self.say("named", noun=self._noun(one["of"]), rest=f"{whose}{rest}"))
        return self.say("costs.less" if one[COST] < 0 else "costs.more", who=who, number=abs(one[COST]))

    def say_giving(self, one: Document, who: str) -> str:
        """Return, in words, that cards get a keyword, or lose it."""
        found = self.rules.keywords.get(one[KEYWORD], {})
        number = one.get(OWN_NUMBER) if one["verb"] == GIVE else None
        said = write_keyword(one[KEYWORD], number, found if number is not None else {**found, OWN_NUMBER: False})
        return self.say("given" if one["verb"] == GIVE else "taken", who=who, keyword=said)

    def say_amount(self, name: str, amount: object) -> str:
        """Return a change of a figure in words."""
        figure = self.words.find(f"change.figure.{name}") or spell_out_name(name).capitalize()
        if letter := write_letter(amount):
            return self.say("amount", amount=letter, figure=figure)
        if not isinstance(amount, Mapping):
            return self.say("amount", amount=f"{amount:+d}", figure=figure)
        facts = {"amount": f"{amount.get('times', 1):+d}", "figure": figure, "cards": self.name_cards(amount["count"])}
        plus = amount.get("plus", 0)
        return self.say("amount.plus", plus=f"{plus:+d}", **facts) if plus else self.say("amount.each", **facts)

    def say_condition(self, one: Document) -> str:
        """Return a condition in words."""
        if "dice" in one:
            least, most = one.get("min"), one.get("max")
            key = "dice.least" if most is None else "dice.most" if least is None else "dice.between"
            key = "dice.one" if least == 1 and most is None else key
            return self.say(key, die=one["dice"], least=least, most=most)
        if DID in one:
            return self._deed(one)
        if "turn" in one:
            return self.say(f"turn.{one['turn']}")
        if "of" in one:
            be, zones = one["be"], self.rules.zones_of(one["be"], self.rules.usual_of_self)
            there = [self.say("is", what=self.say_where(zones, "own"))] if "zone" in be else []
            kind = [self.say("is", what=be["category"])] if "category" in be else []
            key = "be" if one["of"] == "self" else f"be.{one['of']}"
            return self.say(key, what=self.words.listed([*there, *kind, *self._predicates(be, zones)]))
        of, least, most = one["count"], one.get("min"), one.get("max")
        facts = {"noun": self._noun(of), "rest": self._rest(of)}
        if least is not None and most is not None and least != most:
            return self.say("count.between", least=least, most=most, **facts)
        if least is not None:
            key = "exactly" if least == most else "one" if least == 1 else "least"
            return self.say(f"count.{key}", number=least, **facts)
        return self.say("count.most" if most else "count.none", number=most, **facts)

    def _deed(self, one: Document) -> str:
        """Return, in words, how often something must have been done this turn."""
        least, most, who = one.get("min"), one.get("max"), one.get("who", "own")
        key = "least" if most is None else "none" if not most else "most" if least is None else "between"
        action = self.words.say(f"forbid.action.{one[DID]}")
        if "zone" in one:
            where = self.say_where([one["zone"]], "both")
            action = self.say("did.where", action=action, where=where)
        key = "once" if key == "least" and least == 1 else key
        return self.say(f"did.{key}", who=self.say(f"did.{who}"), action=action, least=least, most=most)

    def name_cards(self, of: Document) -> str:
        """Return, in words and in the singular, the cards that a filter selects."""
        return self.say("named", noun=self._noun(of), rest=self._rest(of))

    def _noun(self, of: Document) -> str:
        noun = of.get("category") or self.say("card")
        return self.say("other", card=noun) if of.get("other") else str(noun)

    def _rest(self, of: Document) -> str:
        """Return the zones of a filter and its further requirements in words, with a leading space."""
        whose = of.get("whose", "own")
        zones = self.rules.zones_of(of, self.rules.play)
        where = (
            self.say_where([of["zone"]] if of.get("zone") == CHOSEN else zones, whose)
            if "zone" in of
            else self.say(f"play.{whose}")
        )
        facts = self._predicates(of, zones)
        return self.say("there.that" if facts else "there", where=where, what=self.words.listed(facts))

    def say_where(self, zones: Sequence[str], whose: str) -> str:
        """Return these zones of a player in words."""
        said = []
        for zone in zones:
            if zone == CHOSEN and zone not in self.rules.places:
                said.append(self.say("chosen", whose=self.say_whose(whose)))
                continue
            key = next(key for key in (f"change.zone.{zone}", f"lies.{zone}", "lies.any") if self.words.has(key))
            said.append(self.words.say(key, whose=self.say_whose(whose), zone=spell_out_name(zone)))
        return self.words.listed(list(dict.fromkeys(said)), "or")

    def say_whose(self, whose: str) -> str:
        """Return whose cards a filter selects, in words."""
        return self.say(f"whose.{whose}")

    def _predicates(self, of: Document, zones: Sequence[str]) -> list[str]:
        """Return the requirements on cards in these zones, in words: one predicate for each entry of the filter."""
        marks = self.rules.marks_in(zones)
        found = [self.say("is", what=self.say("role", role=spell_out_name(of["role"])))] if "role" in of else []
        if of.get(DID) and DID not in self.rules.further:
            found.append(self.say("did", action=self.words.say(f"forbid.action.{of[DID]}")))
        if of.get(KEYWORD) and KEYWORD not in self.rules.further:
            name = str(of[KEYWORD])
            said = write_keyword(name, 0, {**self.rules.keywords.get(name, {}), OWN_NUMBER: False})
            found.append(self.say("has", field=self.say("quoted", what=said)))
        if TARGETING in of and TARGETING not in self.rules.further:
            whom = of[TARGETING]
            known = {IT: "attacks.it", "self": "attacks.self"}.get(whom if isinstance(whom, str) else "")
            found.append(self.say(known) if known else self.say("attacks", what=self._attacked(whom)))
        if ANY in of and ANY not in self.rules.further:
            found.append(self.words.listed([self._together(one, zones) for one in of[ANY]], "or"))
        if NOT in of and NOT not in self.rules.further:
            found.append(self.say("not_so", what=self._together(of[NOT], zones)))
        for name, value in of.items():
            if name in marks:
                found.append(self._mark(name, marks[name], value))
            elif name not in (*FILTER_WORDS, "category") or name in self.rules.further:
                found.append(self._field(name, value))
        return found

    def _together(self, of: Document, zones: Sequence[str]) -> str:
        """Return the requirements of a filter inside another one in words."""
        kind = [self.say("is", what=self.say("a", what=of["category"]))] if "category" in of else []
        return self.words.listed([*kind, *self._predicates(of, zones)])

    def _attacked(self, of: Document) -> str:
        """Return the card that is attacked in words."""
        facts = self._predicates(of, self.rules.zones_of(of, self.rules.play))
        noun = self._noun(of)
        return (
            self.say("named", noun=noun, rest=self.say("only.that", what=self.words.listed(facts))) if facts else noun
        )

    def _mark(self, name: str, mark: CardMark, value: object) -> str:
        if mark.kind == NUMBER:
            return self._number(name, value)
        return self.say("is", what=self.say_mark(mark, value))

    def say_mark(self, mark: CardMark, value: object) -> str:
        """Return a mark in words: "tapped", "face-down"."""
        if mark.kind == CHOICE:
            return self._word_of_mark(str(value))
        yes, no = mark.words
        said = yes if value else no
        return self._word_of_mark(said) if said else self.say("not", what=self._word_of_mark(yes))

    def _word_of_mark(self, word: str) -> str:
        return self.words.find(f"change.mark.{word}") or word

    def _field(self, name: str, value: object) -> str:
        if isinstance(value, Mapping) and "has" in value:
            value = value["has"]
        if isinstance(value, bool):
            return self.say("has" if value else "has_not", field=spell_out_name(name))
        if isinstance(value, str):
            return self.say("called" if name == "name" else "has.text", field=spell_out_name(name), value=value)
        return self._number(name, value)

    def _number(self, name: str, value: object) -> str:
        field = spell_out_name(name)
        if not isinstance(value, Mapping):
            return self.say("has.number", field=field, number=value)
        least, most = value.get("min"), value.get("max")
        if least is not None and most is not None:
            return self.say("has.between", field=field, least=least, most=most)
        key, number = ("has.least", least) if most is None else ("has.most", most)
        return self.say(key, field=field, number=number)
