"""Words of a question that do not say what it is about, and small words that do.

Searching for «можно ли спросить о значении только одной заявки» means searching for its content
words. But «не», «до», «после», «без», «вне» change what is asked, so they are kept.
"""

from __future__ import annotations

_KEPT = """
не до после без вне перед ни раньше позже пока
"""

_DROPPED = """
ли можно нельзя что чем чего чему как какой каков который когда где куда откуда почему зачем
кто кого кому чей сколько если ведь разве неужели надо нужно должный быть есть мочь может
делать сделать случай ситуация происходить случиться

я мы ты вы он она оно они мой наш твой ваш его ее их свой себя сам этот тот такой это то весь
все каждый другой же бы вот тут там здесь так тоже также и а но или либо да чтобы хотя потому
поэтому в во на к ко с со у о об обо от из за по при для про под над через между ну еще уже
потом сейчас вообще просто именно пусть мне меня нас нам нибудь вправе являться следовать вследствие
см относительно касательно согласно некий некоторый данный
короче типа блин щас ща вдруг подсказать подскажите скажите пожалуйста плиз народ
помочь помогите привет здравствуйте чувак мужик

the a an of to in on at by for from with is are was were be been do does did can could may
might must shall should will would i we you he she it they my our his her its their this that
these those what which who whom when where why how if and or as there has have had me us him
them any some then than so just also about into over up off who's what's it's
"""

_WEAK = """
понимать считать считаться значить означать объяснять рассказать интересовать хотеть играть
говорить сказать знать иметь получить стать оказаться давать дать один только правильно верно
сразу слово термин применяться использоваться применять производиться
осуществляться осуществлять существовать иметься допускаться полагаться касаться относиться
распространяться порядок условие критерий соответствующий
"""

KEPT = frozenset(_KEPT.split())
"""Small words that carry meaning; they count, but less than a content word."""

ENGLISH_SMALL = {
    "not": "не",
    "no": "не",
    "before": "до",
    "after": "после",
    "without": "без",
    "outside": "вне",
    "until": "до",
}
"""The same in English, with the word the texts have for it."""

DROPPED = frozenset(_DROPPED.split())
"""Lemmas left out unless they stand in quotes or inside the name of a notion."""

WEAK = frozenset(_WEAK.split())
"""Content words that say little in a question about the Laws; they count half."""
