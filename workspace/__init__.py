"""One opened library behind both faces, and what changes it.

>>> workspace = open_workspace()
>>> workspace.unit("laws-1987/12C2").text
>>> workspace.finder.search("фальшренонс после претензии")
"""

from workspace.adding import AddReport, Refusal, add_files, remove
from workspace.building import BuildReport, build
from workspace.location import location
from workspace.opened import Workspace, open_workspace
from workspace.rollback import rollback

__all__ = [
    "AddReport",
    "BuildReport",
    "Refusal",
    "Workspace",
    "add_files",
    "build",
    "location",
    "open_workspace",
    "remove",
    "rollback",
]
