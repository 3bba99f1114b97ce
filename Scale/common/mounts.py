"""Where containers see the files that a plan names: every path of it is below a folder that they mount."""

import os

from .faults import USAGE, Fault


def read_mount(text, what):
    """The claim or file system, and the absolute folder, of `NAME=/FOLDER`."""
    name, _, folder = text.partition("=")
    if not name or not os.path.isabs(folder):
        raise Fault(f"{text}: not of the form {what}=/FOLDER", USAGE)
    return name, os.path.normpath(folder)


def check_mounted(paths, folders):
    """Refuses paths that no container would see."""
    for path in paths:
        if not any(os.path.commonpath([path, folder]) == folder for folder in folders):
            raise Fault(
                f"{path}: in none of the folders that containers mount"
                f" ({', '.join(folders) or 'none'}); plan it where they are mounted at the same place", USAGE)
