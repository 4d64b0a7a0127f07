"""Bots as players of the kernel, so that hands among them need no Python.

Both play alike, action for action (``tests/kernel/test_table.py``).
"""

from ai import bridge
from ai.baselines import Blind, Greedy, Unaware, UniformRandom, standard_for
from ai.bot import Bot
from ai.habits import HABIT_KINDS, Habit, Habitual
from ai.kernel import table
from ai.kernel.plain_player import KernelProfile
from ai.master.player import Master
from ai.plain import Plain
from ai.players import drop_table
from ai.tuned import Tuned, numbers_for
from game.rules.ruleset import RuleSet


def player_of(bot: Bot, rules: RuleSet, seats: int) -> table.KernelPlayer | None:
    """Return the bot as a kernel player; None if the kernel has no equivalent.

    ``KernelError`` where there is no kernel, or where it cannot play by these rules.
    """
    match bot:
        case Habitual():
            return _with_habits(bot, rules, seats)
        case Plain():
            return _plain(bot, rules, seats, None)
        case Tuned():
            return _plain(Plain(numbers_for(rules).profile), rules, seats, None)
        case Unaware(bot=Plain() as mistaken):
            believed = bot.believed(rules)
            return _plain(mistaken, rules, seats, believed)
        case Blind(bot=Plain() as blind):
            player = _plain(blind, rules, seats, standard_for(rules))
            player.kind = table.BLIND
            return player
        case Master() if not bot.against:
            return bot.in_kernel(rules, seats)
        case Greedy():
            return table.KernelPlayer(kind=table.GREEDY, drop_at=bot.drop_at)
        case UniformRandom():
            return table.KernelPlayer(kind=table.UNIFORM)
        case _:
            return None


def _with_habits(bot: Bot, rules: RuleSet, seats: int) -> table.KernelPlayer | None:
    habits: list[Habit] = []
    while isinstance(bot, Habitual):
        habits.append(bot.habit)
        bot = bot.bot
    # Between turns one with habits is asked as if a turn of its own began, which no net is shown.
    is_unsure = isinstance(bot, Master) and rules.drop_when == "any_time"
    player = None if is_unsure or isinstance(bot, Blind) else player_of(bot, rules, seats)
    if player is None or len(habits) > table.HABITS:
        return None
    kinds = list(HABIT_KINDS.values())
    player.narrow([(kinds.index(habit.kind), habit.number) for habit in habits])
    return player


def _plain(bot: Plain, rules: RuleSet, seats: int, believed: RuleSet | None) -> table.KernelPlayer:
    own = rules if believed is None else believed
    drops = drop_table(own, seats) if bot.profile.uses_tables else None
    wrong = None if believed is None else bridge.kernel_rules(believed)
    return table.KernelPlayer.plain(KernelProfile.of(bot.profile.numbers), drops, wrong)
