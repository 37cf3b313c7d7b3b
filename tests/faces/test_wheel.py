"""What is installed by ``pip install .``: the built wheel, in an environment of its own."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
PACKAGES = [name.rstrip("*") for name in SETUPTOOLS["packages"]["find"]["include"]]
MODULES = {f"{name}.py" for name in SETUPTOOLS["py-modules"]}
NOT_SOURCE = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info", "tests")
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def shipped(folder: Path) -> set[str]:
    """Files of the packages, all of which belong into the wheel."""
    return {
        file.relative_to(folder).as_posix()
        for package in PACKAGES
        for file in (folder / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that nothing left by an earlier build gets in."""
    folder = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, folder / "source", ignore=NOT_SOURCE)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
    subprocess.run(
        [*pip, "--no-deps", "--no-build-isolation", "--wheel-dir", folder, folder / "source"],
        check=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel in it.

    What the project depends on is borrowed from the environment of the tests by a ``.pth`` file.
    Files of that kind inside a borrowed folder are not read, so the copy of the project installed
    there for development stays out of sight.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / SCRIPTS / ("python.exe" if os.name == "nt" else "python")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", wheel], check=True)
    place = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    Path(place, "borrowed.pth").write_text("\n".join(sorted(borrowed)), encoding="utf-8")
    return folder


def run(environment: Path, program: str, *arguments: str) -> str:
    """Run a program of the environment elsewhere than in the project, for a user new to it."""
    ours = ("PYTHON", "PRAVILA", "XDG")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    home = dict.fromkeys(("HOME", "USERPROFILE", "LOCALAPPDATA"), str(environment / "home"))
    done = subprocess.run(
        [environment / SCRIPTS / program, *arguments],
        cwd=environment,
        env=clean | home,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_in_the_packages_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    assert shipped(wheel.parent / "source") <= inside
    assert inside >= MODULES
    assert not [name for name in inside if name.startswith(("tests/", "bench/", "start"))]


def test_bundled_texts_are_inside_byte_for_byte(wheel: Path) -> None:
    texts = sorted((ROOT / "corpus" / "texts").glob("*.txt"))
    assert texts
    with zipfile.ZipFile(wheel) as archive:
        for text in texts:
            assert archive.read(f"corpus/texts/{text.name}") == text.read_bytes()


def test_licence_and_notice_are_inside(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if ".dist-info/" in name]
    assert any(name.endswith("/LICENSE") for name in names)
    assert any(name.endswith("/corpus/NOTICE") for name in names)


def test_the_project_is_imported_from_the_wheel(environment: Path) -> None:
    code = "import cli, corpus, kg, search; print(cli.__file__, *corpus.__path__, *kg.__path__)"
    for place in run(environment, "python", "-c", code).split():
        assert environment in Path(place).parents


def test_installed_search_finds_the_ruling_on_the_bundled_texts(environment: Path) -> None:
    query = "фальшренонс после претензии"
    found = json.loads(run(environment, "pravila", "search", query, "--json"))
    assert any("63A3" in hit["laws"] for hit in found["hits"][:3])


def test_installed_version_is_the_projects(environment: Path, wheel: Path) -> None:
    assert run(environment, "pravila", "--version") == f"pravila {wheel.name.split('-')[1]}\n"
