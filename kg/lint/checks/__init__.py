"""The rules, one module each; a module's ``RULE`` is its page, its examples and its check."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from kg.lint.rule import Rule

RULES: tuple[Rule, ...] = tuple(
    import_module(f"{__name__}.{name}").RULE
    for _, name, _ in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name)
    if name[1:4].isdigit()
)
"""Every rule, in order of code: a new module is a new rule."""
