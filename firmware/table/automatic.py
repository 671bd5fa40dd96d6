"""What the box does in its turn, in words for panel and page."""

from firmware.table.session import Session
from rules.heckmeck import Heckmeck
from rules.moves import Keep


def reason(session: Session) -> tuple[str, str]:
    """Return why the box decided so, short and long; "" without hints, or if nothing is known."""
    plan = session.game.plan
    if plan is None or plan.reason is None or not session.settings.hints:
        return "", ""
    if plan.reason.chance:
        best, other = map(session.percent, (plan.reason.best, plan.reason.other))
        return (
            session.say("Wins {best}, else {other}", best=best, other=other),
            session.say("It wins with {best} so, with {other} otherwise.", best=best, other=other),
        )
    best, other = map(session.number, (plan.reason.best, plan.reason.other))
    return (
        session.say("Worth {best}, not {other}", best=best, other=other),
        session.say("That is worth {best} points, the next best {other}.", best=best, other=other),
    )


def kept(session: Session) -> Keep | None:
    """Return what the box kept last, if its next throw follows."""
    game = session.game
    last = game.steps[-1].move if game.steps else None
    ours = game.automatic is not None and isinstance(game.state, Heckmeck)
    return last if ours and isinstance(last, Keep) and game.state.turn.kept else None


def task(session: Session) -> str:
    """Return what people do for the box now, for the page; "" if a person plays."""
    game, words = session.game, session.words
    if game.automatic is None or game.question is not None:
        return ""
    state = game.state
    player, many = words.name(state.player), session.many
    if game.thinking is not None:
        return session.say("{player} thinks …", player=player)
    keep = kept(session)
    if keep is not None and isinstance(state, Heckmeck):
        return many(
            "{player} keeps {kept} x {face}. Throw {count} die for it.",
            "{player} keeps {kept} x {face}. Throw {count} dice for it.",
            state.turn.left,
            player=player,
            kept=state.turn.kept[keep.face],
            face=words.face(keep.face),
        )
    count = len(game.plan.reroll) if game.plan and game.plan.reroll else state.legal_moves().dice
    if game.plan is not None and game.plan.reroll:
        return many(
            "Re-roll the marked die for {player}.",
            "Re-roll the {count} marked dice for {player}.",
            count,
            player=player,
        )
    return many(
        "Throw {count} die for {player}.", "Throw {count} dice for {player}.", count, player=player
    )
