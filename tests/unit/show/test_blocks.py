from __future__ import annotations

from rulesref.show.blocks import Bullets, bullets


def test_a_list_of_one_depth() -> None:
    assert bullets(iter(["花", "草"])) == Bullets(((0, "花"), (0, "草")))
    assert bullets(["花"], numbered=True) == Bullets(((0, "花"),), first=1)
