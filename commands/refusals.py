"""What the system refuses any program, in a line a person can act on: memory, files, the screen.

Such a refusal is no failure of the program, so that it gets no code and no log.
"""

import errno
import os
from typing import NoReturn

_LINES = {
    errno.ENOSPC: "на диске не хватило места: освободите место и повторите",
    errno.EDQUOT: "исчерпана отведённая вам часть диска: освободите место и повторите",
    errno.EFBIG: "файл вышел больше, чем разрешает система: проверьте ulimit -f",
    errno.EMFILE: "открыто слишком много файлов: разрешите больше (ulimit -n 1024) и повторите",
    errno.ENFILE: "в системе открыто слишком много файлов: закройте другие программы и повторите",
    errno.ENOMEM: "не хватило памяти: закройте другие программы или возьмите меньший файл",
    errno.EAGAIN: "система не даёт начать новый процесс: закройте другие программы и повторите",
    errno.EROFS: "диск открыт только для чтения: укажите другую папку",
    errno.EIO: "диск не отвечает (ошибка ввода-вывода): проверьте его",
}

_NO_MEMORY = f"Ошибка: {_LINES[errno.ENOMEM]}\n".encode()


def give_up() -> NoReturn:
    """Say that there is no memory and end at once: anything else would need some."""
    os.write(2, _NO_MEMORY)
    os._exit(2)


def explain(error: BaseException) -> str | None:
    """One Russian line for what the system refused; none for anything else."""
    if isinstance(error, ImportError) and "failed to map" in str(error):  # a library's code
        return _LINES[errno.ENOMEM]
    if not isinstance(error, OSError) or error.errno not in _LINES:
        return None
    where = f"{error.filename}: " if isinstance(error.filename, str) else ""
    return where + _LINES[error.errno]
