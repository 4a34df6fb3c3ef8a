"""``rulesref play``: accompanies a play at the table, from the setup to the final score."""

from __future__ import annotations

import importlib

import click

from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session

#: The commands of a play in the order in which they are used, with their short help.
COMMANDS = {
    "new": N_("Begin a game."),
    "do": N_("Carry out one line."),
    "show": N_("Show the whole state."),
    "history": N_("Show what was done."),
    "time": N_("Show how long a game has taken."),
    "curve": N_("Show the points by round."),
    "edit": N_("Give an earlier line anew."),
    "drop": N_("Leave an earlier line out."),
    "insert": N_("Put a line in before an earlier one."),
    "undo": N_("Take lines back."),
    "redo": N_("Do lines again that were taken back."),
    "position": N_("Print the position to score, as YAML."),
    "list": N_("List the sessions."),
    "stats": N_("Show statistics over all finished sessions."),
    "export": N_("Print a session for a file, a sheet, a text or BG Stats."),
    "import": N_("Read an exported session."),
    "rename": N_("Give a session another name."),
    "delete": N_("Delete a session."),
    "trash": N_("List what was deleted or written over."),
    "restore": N_("Bring back what was deleted or written over."),
}
#: The modules in which they are.
_MODULES = {
    "new": "beginning", "do": "doing", "edit": "doing", "drop": "doing", "insert": "doing",
    "undo": "doing", "redo": "doing", "show": "looking",
    "history": "looking", "time": "looking", "curve": "looking", "stats": "looking",
    "position": "looking", "list": "looking", "export": "files", "import": "files",
    "rename": "files", "delete": "files", "trash": "files", "restore": "files",
}  # fmt: skip


def load(name: str) -> click.Command:
    """The command of a play with this name; its module is imported here."""
    module = importlib.import_module(f"rulesref.cli.play.{_MODULES[name]}")
    command: click.Command = getattr(module, f"{name}_command")
    return command


class PlayGroup(common.CommandGroup):
    """The commands of a play; without one the loop. ``--play`` may stand before or after them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """``--play NAME`` belongs to all of them."""
        return super().parse_args(ctx, common.hoisted(args, {"--play": True}))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A first word that is a game begins a play of it."""
        if args[0] not in self.table and ctx.ensure_object(Session).library.called(args[0]):
            return "new", self.get_command(ctx, "new"), args
        return super().resolve_command(ctx, args)


@click.group(
    "play",
    cls=PlayGroup,
    table=COMMANDS,
    load=load,
    invoke_without_command=True,
    subcommand_metavar="[COMMAND] [ARGS]...",
)
@common.option(
    "--play",
    "name",
    metavar="NAME",
    type=common.Completed("play"),
    help="Which session; otherwise the one used last.",
)
@click.pass_context
def command(ctx: click.Context, name: str | None) -> int | None:
    """Guide you through a game at the table, from the setup to the final score: whose turn it is, what may be done, what it costs and wins, what is due, with the rules.

    Without a command: go on with the session used last, line by line; standard input may be a file of lines. Every line is stored at once.
    """
    session = ctx.ensure_object(Session)
    session.play = name
    if ctx.invoked_subcommand is not None:
        return None
    from rulesref.cli.play.loop import Loop
    from rulesref.cli.play.screen import named_play

    return Loop(session, named_play(session)).run()
