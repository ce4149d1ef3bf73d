"""`tebiki simulate`: plays many games between bots and prints the results."""

from __future__ import annotations

from pathlib import Path

import click

import engines
from engines.game import Game
from engines.search.players import STRENGTHS
from tutor.commands.arguments import (
    DeckName,
    UsageError,
    WholeNumber,
    bot_type,
    find_decks,
    find_game,
    find_rules,
    game_argument,
    set_option,
)

MOST_GAMES = 10_000_000
MOST_JOBS = 1000
BOTS = bot_type(("random", "erratic", *STRENGTHS))


@click.command("simulate", short_help="play thousands of games between bots")
@game_argument
@click.option("-n", "--games", type=WholeNumber(1, MOST_GAMES), default=1000, help="number of games (default 1000)")
@click.option(
    "--bots",
    "players",
    type=BOTS,
    nargs=2,
    metavar="BOT BOT",
    default=("quick", "quick"),
    help=f"the bot that plays each deck: {', '.join(BOTS.offered)} (default quick quick)",
)
@set_option
@click.option(
    "--decks", type=DeckName(), nargs=2, metavar="DECK DECK", help="two decks: ids (see --list), or deck files"
)
@click.option("--seed", type=WholeNumber(0), default=0, help="seed of the first game (default 0)")
@click.option(
    "--jobs",
    type=WholeNumber(-MOST_JOBS, MOST_JOBS),
    default=-1,
    help="number of processes (default -1: one per core; -2: all cores but one, and so on)",
)
@click.option(
    "--rule", "changes", multiple=True, metavar="NAME=NUMBER", help="a house rule, such as cores=5 (see --list)"
)
@click.option("--list", "listed", is_flag=True, help="list the decks and house rules of the game, and exit")
def command(
    game: str | None,
    games: int,
    players: tuple[str, str],
    sets: tuple[Path, ...],
    decks: tuple[str, str] | None,
    seed: int,
    jobs: int,
    changes: tuple[str, ...],
    listed: bool,
) -> None:
    """Play many games between bots and print the results."""
    played = find_game(game)
    assert game is not None
    from tutor.sets.kept_sets import with_kept_sets

    if listed:
        print(describe_choices(find_decks(played, (), sets).game if sets else with_kept_sets(played)))
        return
    if jobs == 0:
        raise UsageError("tebiki simulate: --jobs must not be 0.")
    from tutor.matches import simulate as play_outs
    from tutor.text import format_message

    found = find_decks(played, decks or (), sets)
    one, two = (*found.decks, None, None)[:2]
    chosen = (found.game.decks[one], found.game.decks[two]) if one and two else None
    name = game if game.endswith(engines.ENDINGS) else played.name
    rules = find_rules(played, changes)
    records = play_outs.simulate_games(name, games, chosen, players, seed, jobs, rules, True, found.game.card_sets)
    print(play_outs.format_records(found.game, records))
    if blank := play_outs.cards_without_effect(found.game, chosen or ()):
        print(format_message("hand.unplayed", cards=", ".join(blank)))
    if players[0] == players[1] != "random":
        from tutor.matches.game_faults import describe_faults

        changed = play_outs.load_house_game(name, rules, found.game.card_sets)
        print("\nWhat to look at first")
        print("\n".join(f"- {sentence}" for sentence in describe_faults(changed, records, chosen, seed)))


def describe_choices(game: Game) -> str:
    """Return the decks of a game and the rule parameters that can be changed, as lines."""
    from tutor.boards.presentation import describe_deck_size
    from tutor.matches.house_rules import list_rule_choices

    lines = [f"Decks of {game.title}"]
    for id, deck in game.decks.items():
        lines.append(f"  {id:<16} {deck.name}, {describe_deck_size(game, deck.cards)}")
        if said := deck.description.get("en"):
            lines.append(f"  {'':<16} {said}")
    lines += ["", "House rules"]
    for name, rule in game.parameter_rules.items():
        lines.append(
            f"  {name:<16} {rule.standard:<4} {rule.low} to {rule.high:<5} {game.meaning(name)} ({rule.clause})"
        )
    for one in list_rule_choices(game):
        if one.sort == "rule":
            lines.append(f"  {one.id:<16} {one.standard:<4} {one.low} to {one.high:<5} {one.title} ({one.clause})")
    return "\n".join(lines)
