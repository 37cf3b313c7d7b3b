"""What goes wrong with a cluster, told in one Russian line, and whether to try again."""

from __future__ import annotations

import ssl
from typing import Any

import opensearchpy
from opensearchpy import TransportError

from corpus.cluster import Cluster
from corpus.errors import LibraryError, PravilaError, ServerError

BUSY = frozenset({429, 502, 503, 504})
"""HTTP answers that pass: too much at once, a node or a shard that is just moving."""

PASSING = frozenset(
    {
        "connect_transport_exception",
        "illegal_index_shard_state_exception",
        "index_shard_closed_exception",
        "node_closed_exception",
        "node_disconnected_exception",
        "node_not_connected_exception",
        "no_shard_available_action_exception",
        "receive_timeout_transport_exception",
        "search_context_missing_exception",
        "send_request_transport_exception",
        "shard_not_found_exception",
    }
)
"""What OpenSearch says, with whatever status (500 and 404 were seen), when a node it asked on the
way has just died: the next try goes to another copy."""

_BLOCKS = ("cluster_block_exception", "index_create_block_exception")
_LONGEST_REASON = 300


def retryable(error: TransportError) -> bool:
    """Whether the same request may well succeed in a moment, perhaps on another node."""
    if isinstance(error, opensearchpy.SSLError):
        return False
    if isinstance(error, opensearchpy.ConnectionError):
        return True
    return passing(error.info, error.status_code)


def passing(info: Any, status: object) -> bool:
    """Whether an error in the words of OpenSearch is one that passes."""
    if blocked(kind_of(info), status):
        return False
    return status in BUSY or not PASSING.isdisjoint(_kinds(info))


def _kinds(info: Any) -> set[str]:
    """Every type of error named anywhere in an answer: causes and single shards too."""
    if isinstance(info, dict):
        below = set().union(*(_kinds(value) for value in info.values()))
        kind = info.get("type")
        return below | {kind} if isinstance(kind, str) else below
    if isinstance(info, list):
        return set().union(*(_kinds(value) for value in info))
    return set()


def blocked(kind: str, status: object) -> bool:
    """Whether an error says that somebody or a full disk forbids writing; that does not pass."""
    return kind in _BLOCKS and status != 503


def kind_of(info: Any) -> str:
    """The error's type in the words of OpenSearch; empty when there is none."""
    said = info.get("error") if isinstance(info, dict) else None
    return str(said.get("type", "")) if isinstance(said, dict) else ""


def reason_of(info: Any) -> str:
    """The error's reason, one line of it."""
    said = info.get("error") if isinstance(info, dict) else info
    if isinstance(said, dict):
        causes = said.get("root_cause")
        first = causes[0] if isinstance(causes, list) and causes else said
        said = first.get("reason") or said.get("reason") or said.get("type")
    return " ".join(str(said or "").split())[:_LONGEST_REASON]


def explained(error: TransportError, cluster: Cluster) -> PravilaError:
    """The line for a refusal that does not pass by itself."""
    if isinstance(error, opensearchpy.SSLError):
        return _untrusted(error, cluster)
    status, kind = error.status_code, kind_of(error.info)
    if blocked(kind, status):
        return block(reason_of(error.info))
    if status == 401:
        return ServerError(
            f"кластер {where(cluster)} не принимает имя и пароль: проверьте переменные "
            "PRAVILA_OPENSEARCH_USER и PRAVILA_OPENSEARCH_PASSWORD"
        )
    if status == 403:
        return ServerError(
            f"кластер {where(cluster)} не даёт прав ({reason_of(error.info)}): "
            "они нужны на указатели, псевдонимы и шаблоны библиотеки"
        )
    if kind == "index_not_found_exception":
        return LibraryError("указателя библиотеки на кластере нет: постройте его – pravila build")
    if not kind:
        return not_opensearch(cluster)
    return ServerError(f"кластер {where(cluster)} отказал: {status}, {reason_of(error.info)}")


def block(reason: str) -> ServerError:
    """The line for an index or a cluster that may not be written to."""
    if "flood-stage" in reason or "disk" in reason:
        return ServerError(
            "на дисках кластера кончается место, и он запретил запись: освободите место "
            "и повторите pravila build"
        )
    return ServerError(f"кластер запретил запись ({reason}): снимите запрет и повторите")


def away(error: TransportError, cluster: Cluster, seconds: float) -> ServerError:
    """The line for a cluster that did not answer as it should for so many seconds."""
    if isinstance(error, opensearchpy.ConnectionError):
        return ServerError(
            f"кластер поиска не отвечает ({where(cluster)}; ждали {seconds:.0f} с): "
            "проверьте адрес и что его узлы работают"
        )
    if error.status_code == 429:
        return ServerError(
            f"кластер {where(cluster)} перегружен и за {seconds:.0f} с не взял работу: "
            "повторите позже"
        )
    reason = reason_of(error.info) if kind_of(error.info) else "нет ответа"
    return ServerError(
        f"кластер {where(cluster)} сейчас не может ответить ({error.status_code}, {reason}): "
        "проверьте, все ли его узлы работают"
    )


def not_opensearch(cluster: Cluster) -> ServerError:
    """The line for an address where something else answers."""
    return ServerError(f"по адресу {where(cluster)} отвечает не OpenSearch: проверьте адрес и порт")


def where(cluster: Cluster) -> str:
    """The addresses, for a message."""
    return ", ".join(cluster.urls)


def _untrusted(error: opensearchpy.SSLError, cluster: Cluster) -> ServerError:
    cause: BaseException | None = error.info if isinstance(error.info, BaseException) else None
    told = str(cause or error)
    while cause is not None and not isinstance(cause, ssl.SSLError):
        cause = cause.__cause__ or cause.__context__ or _inner(cause)
    if isinstance(cause, ssl.SSLCertVerificationError):
        if "match" in cause.verify_message:
            return ServerError(
                f"сертификат кластера {where(cluster)} выдан на другое имя: проверьте адрес"
            )
        return ServerError(
            f"сертификат кластера {where(cluster)} подписан неизвестно кем "
            f"({cause.verify_message}): укажите, кому верить – pravila build --ca ФАЙЛ"
        )
    if "WRONG_VERSION_NUMBER" in told or "UNKNOWN_PROTOCOL" in told:
        return ServerError(f"по адресу {where(cluster)} отвечают без TLS: попробуйте http://")
    return ServerError(f"защищённого соединения с {where(cluster)} не вышло: {told[:200]}")


def _inner(cause: BaseException) -> BaseException | None:
    return next((arg for arg in cause.args if isinstance(arg, BaseException)), None)
