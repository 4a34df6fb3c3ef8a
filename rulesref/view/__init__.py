"""What a page shows, as plain values: no markup, no server, no game (画面の中身).

A page is made from one of these values and from nothing else; ``data`` would be its JSON.
"""
