"""The words that announce, join, or rule out a reference – Russian and English, all forms."""

from __future__ import annotations

import re

_RULE = r"(?:правил(?:ами|ам|ах|ом|о|а|у|е)?|Правил(?:ами|ам|ах|ом|о|а|у|е)?"
_RULE += r"|ПРАВИЛ(?:АМИ|АМ|АХ|ОМ|О|А|У|Е)?)"
_ACT = r"(?:закон(?:ами|ам|ах|ом|ов|а|у|е|ы)?|Закон(?:ами|ам|ах|ом|ов|а|у|е|ы)?"
_ACT += r"|ЗАКОН(?:АМИ|АМ|АХ|ОМ|ОВ|А|У|Е|Ы)?)"
_ARTICLE = r"(?i:стать(?:ями|ям|ях|ей|ёй|ею|ёю|я|и|е|ю)|статей)"
_SHORT = r"(?:(?:ст|Ст)\.(?:\s?ст\.)?|пр\.|Пр\.|прав\.|Прав\.|пр-л[аоуе]м?|§{1,2})"
_ENGLISH = r"(?:Laws?|laws?|LAWS?|Ll?\.(?=\s?\d))"
_LETTER_L = r"(?:L(?=\s?\d))"

LAW_TRIGGER = rf"(?:{_RULE}|{_ACT}|{_ARTICLE}|{_SHORT}|{_ENGLISH}|{_LETTER_L})"
"""A word after which a number is a law: «Правило», «Закон», «статья», «ст.», «§», Law, L."""

PLURAL = re.compile(
    r"правил$|правил(?:ами|ам|ах)$|правила$|закон(?:ы|ов|ами|ам|ах)$|стать(?:и|ям|ями|ях)$|статей$"
    r"|ст\.\s?ст\.$|§§$|laws$|ll\.$|п\.\s?п\.$|пп\.$|пункт(?:ы|ов|ам|ами|ах)$|paragraphs$|paras\.?$",
    re.IGNORECASE,
)
"""Trigger words that may stand before several numbers."""

SECTION_TRIGGER = (
    r"(?:(?:под)?пункт(?:ами|ам|ах|ом|ов|а|у|е|ы)?|(?:Под)?[Пп]ункт(?:ами|ам|ах|ом|ов|а|у|е|ы)?"
    r"|подп\.|пп\.|п\.(?:\s?п\.)?|П\.|раздел(?:ами|ам|ах|ом|ов|а|у|е|ы)?"
    r"|Раздел(?:ами|ам|ах|ом|ов|а|у|е|ы)?"
    r"|параграф(?:ами|ам|ах|ом|ов|а|у|е|ы)?|Параграф(?:ами|ам|ах|ом|ов|а|у|е|ы)?"
    r"|[Чч]аст(?:ями|ям|ях|ью|ию|ей|ь|и)"
    r"|[Ss]ections?|[Pp]aragraphs?|[Pp]aras?\.?|[Ss]ub-?sections?)"
)
"""A word after which a number is a part of a law or a paragraph of the commentary."""

FILLER = (
    r"\s*(?:(?:соответственно|же|именно)\s+)?[«\"“]?"
    r"(?:№{1,2}\s*|[Nn]o\.\s*|N\s*(?=\d)|номер(?:ами|ам|ах|ом|ов|а|у|е|ы)?\s*)?"
)
"""What may stand between the trigger and its number."""

CONJUNCTION = (
    r"(?i:и/или|(?:но|а)\s+не|а\s+также(?:\s+и)?|(?:а\s+)?равно(?:\s+как)?(?:\s+и)?|или\s+же"
    r"|(?:так\s+же,?\s+)?как\s+и|вместе\s+с|наряду\s+с|в\s+сочетании\s+с|плюс|и|или|либо|да"
    r"|and/or|as\s+well\s+as|together\s+with|and|or|&)"
)
_ASIDE = (
    r"(?:,\s*(?P<aside>возможно|вероятно|может\s+быть|в\s+частности|например|соответственно"
    r"|при\s+необходимости|где\s+нужно|конечно|possibly|perhaps|if\s+necessary),\s*)"
)
SEPARATOR = re.compile(
    rf"\s*(?:{CONJUNCTION}{_ASIDE}|(?:[,;]|/)\s*(?:{CONJUNCTION}(?=[\s(\d])\s*)?"
    rf"|{CONJUNCTION}(?=[\s(\d])\s*"
    rf"|(?P<box>\()\s*(?:{CONJUNCTION}\s+))"
    rf"(?:(?:в|во|к|по|с|из|от|под|in|under|to|of)\s+)?(?:№\s*)?"
)
"""What joins two items of a list."""

RANGE_SIGN = re.compile(r"\s?(?:\.{2,4}|…|-|–|—|−)\s?|\s+(?:по|до|to|through|till?)\s+")
"""What joins the ends of a range."""

RANGE_OPENING = re.compile(r"(?:с|со|от|from|between)\s+", re.IGNORECASE)

_OTHER_TEXT = (
    r"[«\"“]?(?:Конституции|[Рр]егламента|[Уу]става|[Пп]оложения\s+о\b|[Пп]оложения\s+[«\"“]"
    r"|[Дд]оговора|Политики|Памятки|Методики|Соглашения|Постановления|Приказа|Порядка\s+[а-я]"
    r"|(?:Трудового|Гражданского|Уголовного|Налогового|Административного|Семейного|Этического)"
    r"\s+[Кк]одекса|Кодекса\s+(?:РФ|об\s+админ|этики)|(?:Федерального\s+)?[Зз]акона\s+(?:РФ|о\b)"
    r"|Федерального\s+[Зз]акона|Общих\s+[Уу]словий|[Уу]словий\s+соревнован|Кодекса\s+[Пп]рактики|Bye-?laws"
    r"|Constitution|of\s+the\s+(?:Constitution|Regulations|Code\s+of\s+Practice|General\s+Conditions)"
    r"|(?:General\s+)?Conditions\s+of\s+Contest)"
)
EXTERNAL = re.compile(rf"\.?(?:\s*-?ФЗ\b|\s+(?:(?:УК|ГК|КоАП|ТК|НК)\b|{_OTHER_TEXT}))")
"""After a reference: it belongs to a text that is not the Laws of bridge."""

EXTERNAL_PARAGRAPH = re.compile(
    rf"\.?\s+(?:{_OTHER_TEXT}|[Пп]ротокола|[Кк]онтракта|[Пп]оложения|[Пп]риложения|[Ии]нструкции)"
)
"""After the number of a paragraph: it belongs to a text that is no commentary."""

EXTERNAL_BEFORE = re.compile(
    r"(?:(?:[Фф]едеральн|[Уу]головн|[Гг]ражданск|[Тт]рудов)[а-я]+|by-?)\s*$"
    r"|(?<!\w)(?:[Уу]став[а-я]{0,2}|Конституци[а-я]{1,3})(?:\s+[А-ЯЁA-Z]{2,6})?,?\s*\(?$"
)
"""Before «закон», «статья»: another law than those of bridge («Федеральный закон 44»)."""

EXTERNAL_NAMED_BEFORE = re.compile(r"[Зз]акон[а-я]*\s[^«»\n]{0,24}«[^«»\n]{3,60}»,?\s*\(?$")
"""Before «ст.»: a law of the state with its name («Закон РФ «О защите прав», ст. 16»)."""

EXTERNAL_PARAGRAPH_BEFORE = re.compile(
    r"(?:(?:[Рр]егламент|[Уу]став|Положени|Общи[а-я]+\s+[Уу]слови|[Дд]оговор|Приложени|Политик"
    r"|Памятк|Инструкци|Правил[а-я]*\s+(?:дорожн|пожарн|внутренн|поведен|пользован|техник))[а-я]*"
    r"(?:\s+[а-яё]{3,16}){0,2}(?:\s+[А-ЯЁA-Z]{2,6})?,?\s*\(?"
    r"|(?:положени|услови|приложени)[а-я]*,"
    r"|(?<!\w)(?:гл|глав[а-я]+|ч|част[а-я]+|разд|раздел[а-я]*)\.?\s*\d{1,2},"
    r"|(?:Conditions|Regulations|Policy|Contest|Practice)(?:\s+\d{4})?,?\s*\(?)\s*$"
)
"""Before «п.», «§»: what follows is a part of another text («Регламент, п. 3.2»)."""

NOT_A_LAW_BEFORE = re.compile(
    r"(?<!\w)(?:пример[а-я]*|игрок[а-я]*|офис[а-я]*|оф|комн|(?<!\.)[кд]\.|каб|пом|код[а-я]{0,2}|упр|упражнени[а-я]*|гл|рейтинг[а-я]*|разряд[а-я]*|категори[а-я]*|стол[а-я]{0,3}|сдач[а-я]*|раздач[а-я]*|дом[а-я]{0,2}|кв|квартир[а-я]*"
    r"|комнат[а-я]*|ауд|аудитори[а-я]*|кабинет[а-я]*|класс[а-я]{0,3}|школ[а-я]*|групп[а-я]*"
    r"|тур[а-я]{0,2}|раунд[а-я]*|номер[а-я]*|№|глав[а-я]*|рис|рисун[а-я]*|табл|таблиц[а-я]*|стр|с\."
    r"|страниц[а-я]*|корп|корпус[а-я]*|строени[а-я]*|ул|улиц[а-я]*|шоссе|проспект[а-я]*|матч[а-я]*"
    r"|сесси[а-я]*|секци[а-я]*|лини[а-я]*|пар[аыуе]?|команд[а-я]*|мест[а-я]*|ряд[а-я]{0,2}|том[а-я]*"
    r"|приложени[а-я]*|форм[а-я]*|вариант[а-я]*|задач[а-я]*|диаграмм[а-я]*"
    r"|позици[а-я]*|карт[аыуеой]{0,2}|сч[её]т[а-я]*|рейс[а-я]*|вагон[а-я]*"
    r"|автобус[а-я]*|маршрут[а-я]*|модел[а-я]*|верси[а-я]*|размер[а-я]*|этаж[а-я]*|подъезд[а-я]*"
    r"|зал[а-я]{0,3}|клетк[а-я]*|доск[а-я]*|борд[а-я]{0,2}|индекс[а-я]*|тел|(?:example|table|board"
    r"|room|chapter|figure|fig|page|flat|apt|hand|group|score|team|pair|round|session|row|seat"
    r"|flight|gate|version|vol)s?|pp?|class|section\s+table|match(?:es)?)"
    r"[\s.:№#«\"“]*(?:\d{1,3}[A-ZА-Я]?\d?(?:,|\s+(?:и|and))\s+){0,4}$",
    re.IGNORECASE,
)
"""Before a bare number with a letter: it names something else (a table, a flat)."""

BID_BEFORE = re.compile(
    r"(?<!\w)(?:контракт[а-я]*|заявк[а-я]*|назначени[а-я]*|заяв[а-я]+|назнач[а-я]+|объяв[а-я]+"
    r"|откры[а-я]+|контр[а-я]*|bids?|opens?|opened|contracts?)"
    r"[\s.:№#«\"“]*(?:\d{1,3}[A-ZА-Я]?\d?(?:,|\s+(?:и|and))\s+){0,4}$",
    re.IGNORECASE,
)
"""Before a bare number with a letter: it is a bid, if it can be one («открыл 2С»)."""

HIGHEST_BID = 7
"""No bid is on a higher level, whatever number a law has."""

ADDRESS_BEFORE = re.compile(
    r"(?<!\w)(?:ул|пер|пр-т|просп|наб|пл)\.\s+[А-ЯЁ][^\n.,;]{0,24},?\s?$"
    r"|(?<!\w)(?:улиц[аеы]|проспект|шоссе|переулок)\s[^\n.;]{0,24},?\s?$"
)
"""Before a number with a letter: it is a house («ул. Мира 27А»)."""

UNITS_AFTER = re.compile(r"\s?(?:%|°|Street\b|Road\b|[A-Z]{2}\d|\d[A-Z]{2}\b)")

BRIDGE = re.compile(
    r"правил|закон|суд[ьеие]|игрок|заявк|торговл|розыгрыш|взятк|ренонс|сдач|карт|партн[её]р|оппонент"
    r"|апелляц|болван|вистующ|\bbridge\b|\bdirector\b|bidding|\bauction\b|\brevoke|\btricks?\b|declarer"
    r"|\bdummy\b",
    re.IGNORECASE,
)
"""A text with one of these words may speak of the Laws of bridge."""
