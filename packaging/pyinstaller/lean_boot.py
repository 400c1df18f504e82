"""The first Python code that runs in a bundle on Linux: it makes the modules importable and starts the program.

All modules are in one file, which `module_archive.py` wrote. The file stays open, so that a running program keeps its
modules even if its folder is replaced. Everything else, such as libraries, is found in the usual way.
"""

# Only modules that are built into Python can be imported here: no __future__, no typing.
import sys
from _frozen_importlib import ModuleSpec
from marshal import loads
from posix import O_CLOEXEC, O_RDONLY, fstat, pread
from posix import open as open_file

_HEAD = 8
"""The number of bytes at the beginning of the archive that contain the offset of its table. The table extends to the
end of the archive.
"""


class Modules:
    """The finder and loader of all modules of one archive. ``folder`` is the folder in which they appear to be."""

    def __init__(self, folder: str, archive: str) -> None:
        self._folder = folder
        self._file = open_file(archive, O_RDONLY | O_CLOEXEC)
        table = int.from_bytes(pread(self._file, _HEAD, 0), "little")
        size = fstat(self._file).st_size - table
        self._table = loads(pread(self._file, size, table))  # noqa: S302 - it is ours

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        entry = self._table.get(name)
        if entry is None:
            return None
        place = f"{self._folder}/{name.replace('.', '/')}"
        spec = ModuleSpec(name, self, origin=f"{place}/__init__.pyc" if entry[0] else f"{place}.pyc")
        spec.has_location = True
        spec.cached = spec.origin  # otherwise Python would compute it
        if entry[0]:
            spec.submodule_search_locations = [place]
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Return None, so that Python makes the module as usual."""

    def exec_module(self, module: object) -> None:
        exec(self.get_code(module.__name__), module.__dict__)  # noqa: S102 - importing means executing

    def get_code(self, name: str) -> object:
        _package, packed, at, size = self._table[name]
        code = pread(self._file, size, at)
        if packed:
            from zlib import decompress

            code = decompress(code)
        return loads(code)  # noqa: S302 - it is ours

    def get_source(self, name: str) -> None:
        """Return None, because there is no source."""

    def is_package(self, name: str) -> bool:
        return self._table[name][0]


def begin() -> int:
    """Start the program with the arguments that `launcher.c` has passed on.

    The launcher puts two arguments before the others: its own path, and the name by which it was called.
    """
    folder = globals().pop("__file__").rpartition("/")[0]  # removed, because a worker would run that file again
    sys.executable, *sys.argv = sys.argv[1:]
    sys.orig_argv = sys.argv[:]  # the arena restarts itself from these
    sys.frozen = True
    sys.path = [sys.path[-1], folder]  # first the folder of Python's own libraries, then the one of all others
    sys.meta_path.insert(0, Modules(folder, f"{folder}/modules"))
    from start import main

    return main()


if __name__ == "__main__":
    sys.exit(begin())
