"""The first Python code of a bundle on Linux: it makes the modules importable, and starts the program.

All modules are in one file that `module_archive.py` has written. The file stays open, so a running program whose folder
is replaced continues with the modules with which it began. Anything else, such as libraries, is found as usual.
"""

# Only modules built into Python can be imported here: no __future__, no typing.
import sys
from _frozen_importlib import ModuleSpec
from marshal import loads
from posix import O_CLOEXEC, O_RDONLY, fstat, pread
from posix import open as open_file

_HEAD = 8
"""The length in bytes of the header. It contains the offset of the table, which is at the end of the archive."""


class Modules:
    """Finds and loads all modules of one archive. ``folder`` is where they appear to be."""

    def __init__(self, folder: str, archive: str) -> None:
        self._folder = folder
        self._file = open_file(archive, O_RDONLY | O_CLOEXEC)
        table = int.from_bytes(pread(self._file, _HEAD, 0), "little")
        size = fstat(self._file).st_size - table
        self._table = loads(pread(self._file, size, table))  # noqa: S302 - it is the bundle's own

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
        """Leave it to Python to make the module."""

    def exec_module(self, module: object) -> None:
        exec(self.get_code(module.__name__), module.__dict__)  # noqa: S102 - importing means this

    def get_code(self, name: str) -> object:
        _package, packed, at, size = self._table[name]
        code = pread(self._file, size, at)
        if packed:
            from zlib import decompress

            code = decompress(code)
        return loads(code)  # noqa: S302 - it is the bundle's own

    def get_source(self, name: str) -> None:
        """Return None: the archive has no source."""

    def is_package(self, name: str) -> bool:
        return self._table[name][0]


def begin() -> int:
    """Start the program. Return its exit status.

    ``launcher.c`` puts its own path and the name that it was called by before the arguments.
    """
    folder = globals().pop("__file__").rpartition("/")[0]  # a worker would look for it and run it again
    sys.executable, *sys.argv = sys.argv[1:]
    sys.orig_argv = sys.argv[:]  # with which the arena starts itself again
    sys.frozen = True
    sys.path = [sys.path[-1], folder]  # libraries of Python, and all others
    sys.meta_path.insert(0, Modules(folder, f"{folder}/modules"))
    from start import main

    return main()


if __name__ == "__main__":
    sys.exit(begin())
