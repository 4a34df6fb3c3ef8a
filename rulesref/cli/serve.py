"""``rulesref serve``."""

from __future__ import annotations

import click

from rulesref.base.diagnostics import Problem, ProblemsFound
from rulesref.base.messages import N_
from rulesref.cli import common
from rulesref.cli.common import Session

PORT = 8017
#: All addresses of the machine: phones come by the one that their Wi-Fi leads to.
_EVERY = "0.0.0.0"  # noqa: S104 - behind the guard of the pages


@common.command("serve")
@common.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    help="The port; 0 takes any that is free.",
)
@common.option(
    "--host", metavar="ADDRESS", default=_EVERY, help="Only this address of the machine."
)
@common.option("--local", is_flag=True, help="Only this machine: no phone can open it.")
@common.option(
    "--new-key", is_flag=True, help="New codes: whoever joined before has to scan again."
)
@common.option(
    "--play",
    "name",
    metavar="NAME",
    type=common.Completed("play"),
    help="Open with this session, not with the first page.",
)
def command(
    session: Session, port: int, host: str, local: bool, new_key: bool, name: str | None
) -> None:
    """Serve pages for the phones around the table: answers, scores and games. They join by a code on the same Wi-Fi; nothing needs to be installed, no account, no internet."""
    if name is not None:
        from rulesref.cli.play.screen import open_store

        name = open_store(session).play(name).name
    serve(session, "127.0.0.1" if local else host, port, name, new_key=new_key)


def serve(
    session: Session,
    host: str = _EVERY,
    port: int = PORT,
    play: str | None = None,
    *,
    new_key: bool = False,
) -> None:
    """Serve until Ctrl-C, opening with the first page or with a play."""
    from rulesref.web.markup import link
    from rulesref.web.server import Server

    there = "/" if play is None else link("play", play)
    try:
        server = Server(
            session.library, session.lang, host=host, port=port, there=there, new_keys=new_key,
            report=lambda: click.echo(common.report(session), err=True),
        )  # fmt: skip
    except (OSError, UnicodeError) as error:  # a host can be no name at all
        reason = getattr(error, "strerror", None) or str(error)
        raise ProblemsFound([Problem("E641", None, {"port": port, "reason": reason})]) from None

    def ready() -> None:
        if server.alone:
            session.echo(N_("Only this computer can open it: {address}"), address=server.join)
            session.echo(N_("Ctrl-C ends it."))
            return
        click.echo(server.code(), nl=False)
        session.echo(N_("Phones on the same Wi-Fi open: {address}"), address=server.join)
        for each in server.links[1:]:
            session.echo(
                N_("or: {address}"), address=each + server.join.removeprefix(server.links[0])
            )
        session.echo(N_("Others on this Wi-Fi could read along; Ctrl-C ends it."))

    server.run(ready)
