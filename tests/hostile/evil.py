"""Words that act where a program takes them for more than words."""

from __future__ import annotations

SCRIPT = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">'
SVG = '<svg onload="window.hacked=1"><a xlink:href="javascript:window.hacked=1">x</a></svg>'
MARKDOWN = "[нажмите](javascript:window.hacked=1) ![x](http://evil.example/x.png) **жирно** $x^2$"
BREAKOUT = "\"'> </script></style></title><b>вышел</b> ]]> -->"
TURTLE = '" . <urn:evil> <urn:evil> <urn:evil> . """ \\" \\u0022'
DOT = 'x"]; evil [label="'
FORMULA = "=cmd|' /C calc'!A0"
ESCAPES = "\x1b[31mкрасно\x1b]0;чужой заголовок\x07\x9b2J\x08\x7f"
BIDI = "Правило \u202eА52\u202c и \u2066тайно\u2069 и \u200fсправа"

TITLE = f"{SCRIPT} {BREAKOUT}"
TEXT = f"""ПРОТОКОЛ {SCRIPT}

1. Комитет постановил: {SVG} фальшренонс по Правилу 63А3 {MARKDOWN}.

2. По Правилу 64А2 {BREAKOUT} уступка взяток {TURTLE}.

3. {FORMULA} по Правилу 12А1 клейм {DOT}.

4. Фальшренонс {ESCAPES} по Правилу 61А {BIDI} исправлен.
"""
NAME = "<img src=x onerror=window.hacked=1> =1+1 \x1b[31m \u202etxt.exe.txt"
"""A file's name; no slash may be in one."""
ACTING = "\x1b\x07\x08\x7f\x9b\u202e\u2066\u2069\u200f"
"""Characters that must reach no terminal."""


def told(error: Exception, most: int = 2_000) -> str:
    """What a refusal says, after it was found to be one line a person can read."""
    said = str(error)
    assert "\n" not in said
    assert 0 < len(said) < most
    return said
