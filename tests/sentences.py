"""The sentences of the program for the catalogues: those that are marked or said, and the help of commands."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any, BinaryIO

from babel.messages.extract import extract_python


def extract(file: BinaryIO, keywords: Any, tags: Any, options: Any) -> Iterator[tuple[Any, ...]]:
    """What babel finds, the docstrings of commands, which are their help, and the help of options."""
    yield from extract_python(file, keywords, tags, options)
    file.seek(0)
    for node in ast.walk(ast.parse(file.read())):
        match node:
            case ast.FunctionDef() if any(map(_makes_a_command, node.decorator_list)):
                yield node.lineno, None, cleandoc(ast.get_docstring(node) or ""), []
            case ast.keyword(arg="help", value=ast.Constant(value=str(sentence))):
                yield node.value.lineno, None, sentence, []


def _makes_a_command(decorator: ast.expr) -> bool:
    made_by = ast.unparse(decorator).partition("(")[0]
    return made_by in ("common.command", "click.group")
