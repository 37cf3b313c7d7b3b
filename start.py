"""Set everything up and go: the only thing needed beforehand is Python 3.11 or newer.

    python3 start.py [OPTIONS OF pravila app]   set up, build the library, open the application
    python3 start.py test [OPTIONS OF pytest]   set up with the tools for tests, run all the tests
    python3 start.py setup                      set up with the tools for tests, and stop there

On Windows: ``py start.py`` and ``py start.py test``.

The environment is made beside this file, in ``.venv``, from the lock file (each package checked
against its hash). A second run finds its stamp there and starts at once. Only the standard
library is used here, and no syntax newer than Python 3.7, so that an old Python can be told why
it will not do.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED = (3, 11)
HOME = Path(__file__).resolve().parent
VENV = HOME / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PRAVILA = PYTHON.with_name("pravila.exe" if os.name == "nt" else "pravila")
LOG = VENV / "install.log"
LOCKS = {"app": HOME / "requirements.lock", "test": HOME / "requirements-dev.lock"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
DEBIAN = {"browser": ("chromium", "chromium-driver"), "nginx": ("nginx-light",)}
NETWORK_SIGNS = ("connection broken by", "NewConnectionError", "NameResolutionError")
FAILED = 2
USAGE = """
По-русски:

    python3 start.py [ПАРАМЕТРЫ pravila app]    установить, построить библиотеку, открыть приложение
    python3 start.py test [ПАРАМЕТРЫ pytest]    всё установить и прогнать тесты
    python3 start.py setup                      только установить, вместе со средствами для тестов

Параметры приложения: pravila app --help (после установки).
"""


def tell(russian: str, english: str) -> None:
    """Print one line in both languages."""
    sys.stderr.write(f"{russian} / {english}\n")
    sys.stderr.flush()


def stop(russian: str, english: str) -> SystemExit:
    """Print why one cannot go on, on one line; the caller raises what this returns."""
    tell("Ошибка: " + russian, "Error: " + english)
    return SystemExit(FAILED)


def check_python() -> None:
    """Stop if this Python is too old or cannot make environments."""
    if sys.version_info < NEEDED:
        have = ".".join(map(str, sys.version_info[:2]))
        raise stop(
            f"нужен Python 3.11 или новее, а этот – {have}",
            f"Python 3.11 or newer is needed, this is {have}",
        )
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise stop(
            "у Python нет модуля venv; в Debian и Ubuntu: sudo apt-get install python3-venv",
            "Python lacks its venv module; on Debian and Ubuntu: sudo apt-get install python3-venv",
        ) from None


def works() -> bool:
    """Whether the environment is there and its Python runs (it may have been removed since)."""
    try:
        return (
            subprocess.run([str(PYTHON), "-c", "import pip"], capture_output=True).returncode == 0
        )
    except OSError:
        return False


def make_environment() -> None:
    """Make ``.venv``, in place of a broken one."""
    if works():
        return
    if VENV.exists() and not (VENV / "pyvenv.cfg").exists():
        raise stop(
            f"папка {VENV} занята чем-то другим; уберите её",
            f"{VENV} is something else; move it away",
        )
    shutil.rmtree(str(VENV), ignore_errors=True)
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True)
    if made.returncode or not works():
        why = " ".join((made.stdout + made.stderr).split())[-300:]
        raise stop("окружение не создалось: " + why, "the environment could not be made")


def stamp(lock: Path) -> str:
    """What the environment would be made from: the lock, the project's own list, this Python."""
    parts = (lock.read_bytes(), (HOME / "pyproject.toml").read_bytes(), sys.version.encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def pip(*arguments: str) -> None:
    """Run pip in the environment, its words kept in a log; stop with the reason if it fails."""
    quiet = ("--disable-pip-version-check", "--no-input", "--progress-bar", "off")
    command = [str(PYTHON), "-m", "pip", "install", *quiet, *arguments]
    with LOG.open("ab") as log:
        done = subprocess.run(command, cwd=str(HOME), stdout=log, stderr=subprocess.STDOUT)
    if done.returncode == 0:
        return
    said = LOG.read_text(encoding="utf-8", errors="replace")
    if any(sign in said for sign in NETWORK_SIGNS):
        raise stop(
            f"нет связи с каталогом пакетов Python; проверьте сеть (журнал: {LOG})",
            "the Python package index cannot be reached; check the network",
        )
    errors = [line for line in said.splitlines() if line.startswith("ERROR")]
    raise stop(
        "пакеты не установились (журнал: {}): {}".format(LOG, (errors or [""])[-1]),
        "the packages could not be installed",
    )


def install(purpose: str) -> None:
    """Install what the lock for this purpose lists, and the project itself, unless it is there.

    The lock for tests holds all that the application needs too, so that the stamp of either will
    do for the application.
    """
    marks = {name: VENV / ("stamp-" + name) for name in LOCKS}
    enough = ("app", "test") if purpose == "app" else ("test",)
    for name in enough:
        if marks[name].exists() and marks[name].read_text() == stamp(LOCKS[name]):
            return
    tell("Устанавливаю пакеты, это минута-другая…", "Installing packages, a minute or two…")
    for mark in marks.values():
        if mark.exists():
            mark.unlink()
    if LOG.exists():
        LOG.unlink()
    pip("--require-hashes", "-r", str(LOCKS[purpose]))
    pip("--no-deps", "--no-build-isolation", "--editable", str(HOME))
    marks[purpose].write_text(stamp(LOCKS[purpose]))


def set_up(purpose: str) -> None:
    """Make the environment and fill it."""
    make_environment()
    install(purpose)


def become(*command: str) -> int:
    """End as this command: signals and the exit code are its own from here on."""
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(command[0], command)
    with subprocess.Popen(command) as child:
        while True:
            try:
                return child.wait()
            except KeyboardInterrupt:  # it was sent to the child as well, which is finishing
                continue


def find_programs() -> dict[str, str | None]:
    """The programs the tests drive: a Chromium (``CHROMIUM`` names it) and nginx."""
    path = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin"))
    named = os.environ.get("CHROMIUM")
    return {
        "browser": named or next(filter(None, map(shutil.which, BROWSERS)), None),
        "nginx": shutil.which("nginx", path=path),
    }


def install_debian(packages: list[str]) -> None:
    """Install Debian packages where this user may; the caller looks at what came of it."""
    apt = shutil.which("apt-get")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if apt is None or not (root or shutil.which("sudo")):
        return
    names = " ".join(packages)
    tell(f"Ставлю для тестов: {names}…", f"Installing for the tests: {names}…")
    # RUNLEVEL keeps Debian from starting the servers that are installed.
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive", RUNLEVEL="1")
    start = [apt] if root else ["sudo", "-n", apt]
    for arguments in (["update", "-qq"], ["install", "-y", "-qq", *packages]):
        subprocess.run([*start, *arguments], env=environment, stdout=subprocess.DEVNULL)


def need_programs() -> None:
    """Make sure that the tests find their programs; nothing is left out without a word.

    A web server is put on a machine only where it is one for checks (``CI``).
    """
    wanted = ("browser", "nginx") if os.environ.get("CI") else ("browser",)
    programs = find_programs()
    missing = [name for name in wanted if programs[name] is None]
    if missing:
        install_debian([package for name in missing for package in DEBIAN[name]])
    programs = find_programs()
    if programs["browser"] is None:
        raise stop(
            "для тестов нужен Chromium: установите его (переменная CHROMIUM называет путь) "
            'или пропустите тесты в браузере явно: start.py test -m "not browser"',
            "the tests need Chromium: install it (the variable CHROMIUM names its path) "
            'or leave the browser tests out: start.py test -m "not browser"',
        )
    os.environ["CHROMIUM"] = programs["browser"]
    if programs["nginx"] is None:
        tell(
            "Нет nginx: тесты приложения за прокси-сервером будут пропущены.",
            "There is no nginx: the tests behind a proxy will be skipped.",
        )


def run_tests(arguments: list[str]) -> int:
    """Set up with the tools for tests and run pytest, whose summary is the last line printed."""
    set_up("test")
    if "not browser" not in arguments:
        need_programs()
    os.chdir(str(HOME))
    return become(str(PYTHON), "-m", "pytest", *spread(arguments), *arguments)


def spread(arguments: list[str]) -> list[str]:
    """Options that run the tests in several processes, a file's tests in one of them.

    Many tests wait for a server or a browser more than they compute. None for a single test, and
    where the user says how they are to run or wants to talk to them.
    """
    own = ("-n", "--numprocesses", "--dist", "-s", "--pdb", "--trace")
    if any("::" in one or one.startswith(own) for one in arguments):
        return []
    return ["-n", str(max(2, min(4, os.cpu_count() or 2))), "--dist", "loadfile"]


def run_app(arguments: list[str]) -> int:
    """Set up and open the application, which builds the library first if need be."""
    set_up("app")
    return become(str(PYTHON), str(HOME / "cli.py"), "app", *arguments)


def main(arguments: list[str]) -> int:
    """Choose between the three uses."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if arguments[:1] in (["-h"], ["--help"]):
        sys.stdout.write((__doc__ or "") + USAGE)
        return 0
    check_python()
    if arguments[:1] == ["test"]:
        return run_tests(arguments[1:])
    if arguments[:1] == ["setup"]:
        set_up("test")
        tell(f"Готово: {PRAVILA} --help", f"Done: {PRAVILA} --help")
        return 0
    return run_app(arguments)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
