"""From a mention to a decision: which provision is meant, in which edition, and how surely.

Nothing is dropped and nothing is forced. The readings a written number allows are ranked against
the inventory of the edition the text speaks of; where that does not decide, all stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kg.citation import Status
from kg.editions import Existence, Inventory
from kg.provision import Provision


@dataclass(frozen=True, slots=True)
class Decision:
    """What a mention was resolved to: targets in canonical form, status, confidence, reasons."""

    targets: tuple[Provision, ...]
    status: Status
    confidence: float
    reasons: tuple[str, ...]


def _elsewhere(
    provision: Provision, edition: str | None, editions: Mapping[str, Inventory]
) -> list[str]:
    return [
        name
        for name, inventory in editions.items()
        if name != edition and inventory.exists(provision) is Existence.YES
    ]


def resolve_one(
    provision: Provision, edition: str | None, editions: Mapping[str, Inventory]
) -> Decision:
    """The status of one provision in an edition (None: the text does not say which)."""
    name = f"Правило {provision}" if not provision.depth else str(provision)
    of_name = f"Правила {provision}" if not provision.depth else str(provision)
    inventory = editions.get(edition) if edition else None
    if inventory is None:
        holders = _elsewhere(provision, edition, editions)
        said = f"издания {edition} нет среди описей" if edition else "издание не названо"
        if edition is None and holders:
            where = ", ".join(holders)
            return Decision(
                (provision,), Status.RESOLVED, 0.9, (f"{said}; {name} есть в изданиях: {where}",)
            )
        if not edition and all(one.exists(provision) is Existence.NO for one in editions.values()):
            return Decision(
                (provision,), Status.DANGLING, 0.9, (f"{of_name} нет ни в одном известном издании",)
            )
        return Decision((provision,), Status.UNVERIFIED, 0.7, (said,))
    existence = inventory.exists(provision)
    if existence is Existence.YES:
        return Decision((provision,), Status.RESOLVED, 1.0, (f"{name} есть в издании {edition}",))
    if existence is Existence.UNKNOWN:
        known = provision in inventory.unconfirmed
        why = (
            "номер известен, с текстом издания не сверен"
            if known
            else "в описи нет, но она неполна"
        )
        return Decision(
            (provision,),
            Status.UNVERIFIED,
            0.9 if known else 0.7,
            (f"{name} в издании {edition} не подтверждено: {why}",),
        )
    evidence = inventory.why_absent(provision)
    holders = _elsewhere(provision, edition, editions)
    if holders:
        where = ", ".join(holders)
        reason = f"{of_name} нет в издании {edition} ({evidence}); есть в изданиях: {where}"
        return Decision((provision,), Status.WRONG_EDITION, 0.9, (reason,))
    return Decision(
        (provision,), Status.DANGLING, 0.9, (f"{of_name} нет в издании {edition}: {evidence}",)
    )


def resolve(
    readings: tuple[Provision, ...], edition: str | None, editions: Mapping[str, Inventory]
) -> Decision:
    """The reading the inventory of the edition supports; all of them when it cannot tell."""
    if len(readings) == 1:
        return resolve_one(readings[0], edition, editions)
    inventory = editions.get(edition) if edition else None
    tiers: list[list[Provision]] = []
    if inventory is not None:
        tiers.append([one for one in readings if inventory.exists(one) is Existence.YES])
        tiers.append([one for one in readings if inventory.plausible(one)])
    else:
        everywhere = list(editions.values())
        tiers.append(
            [one for one in readings if any(i.exists(one) is Existence.YES for i in everywhere)]
        )
    for supported in tiers:
        if len(supported) == 1:
            decision = resolve_one(supported[0], edition, editions)
            others = ", ".join(str(one) for one in readings if one != supported[0])
            reason = f"знак читается двояко; {others} в описи нет, выбрано {supported[0]}"
            return Decision(
                decision.targets,
                decision.status,
                min(decision.confidence, 0.95),
                (reason, *decision.reasons),
            )
        if supported:
            break
    names = " или ".join(map(str, readings))
    return Decision(readings, Status.AMBIGUOUS, 0.5, (f"знак читается двояко: {names}",))
