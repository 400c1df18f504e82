"""The first Python that runs in a bundle on Linux: it makes the modules importable, and begins the program.

All modules lie in one file that `module_archive.py` has written. It stays open, so a program that runs while its folder
is replaced goes on with the modules that it began with. What is not in there, such as libraries, is found as always.
"""

# Nothing can be imported here but what is built into Python: no __future__, no typing.
import sys
from _frozen_importlib import ModuleSpec
from marshal import loads
from posix import O_CLOEXEC, O_RDONLY, fstat, pread
from posix import open as open_file

_HEAD = 8
"""Bytes at the beginning of the archive: where its table is, which goes on to the end."""


class Modules:
    """Finds and loads all modules of one archive; ``folder`` is where they seem to lie."""

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
        spec.cached = spec.origin  # or else Python would work it out
        if entry[0]:
            spec.submodule_search_locations = [place]
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """As Python makes them."""

    def exec_module(self, module: object) -> None:
        exec(self.get_code(module.__name__), module.__dict__)  # noqa: S102 - that is what importing is

    def get_code(self, name: str) -> object:
        _package, packed, at, size = self._table[name]
        code = pread(self._file, size, at)
        if packed:
            from zlib import decompress

            code = decompress(code)
        return loads(code)  # noqa: S302 - it is ours

    def get_source(self, name: str) -> None:
        """There is none."""

    def is_package(self, name: str) -> bool:
        return self._table[name][0]


def begin() -> int:
    """Do what `launcher.c` was asked for, with its own path and the name that it was called by in front."""
    folder = globals().pop("__file__").rpartition("/")[0]  # a worker would look for it, to run it once more
    sys.executable, *sys.argv = sys.argv[1:]
    sys.orig_argv = sys.argv[:]  # from which the arena begins itself anew
    sys.frozen = True
    sys.path = [sys.path[-1], folder]  # libraries of Python, and all others
    sys.meta_path.insert(0, Modules(folder, f"{folder}/modules"))
    from start import main

    return main()


if __name__ == "__main__":
    sys.exit(begin())
