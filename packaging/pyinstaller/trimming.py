"""The files that PyInstaller finds but that a bundle leaves out, and the reasons. Names are those in the bundle, with
"/".
"""

from __future__ import annotations

import re
import sys

LANGUAGES = ("de", "es", "fa", "fr")
"""The languages of the program besides English. Qt's own translations are included for these only."""

# On Linux, only these system libraries are included. Every desktop has the others, and they must fit the desktop: they
# read its configuration, or are shared with GTK and the drivers of the graphics card, which are made for exactly that
# version. Some libraries are left out for other reasons. Those for cryptography are not needed by the program and would
# have to be updated every few weeks. Others, such as readline, are under the GPL.
SYSTEM_LIBRARIES = (
    "libbz2.",
    "libffi.",
    "liblzma.",
    "libsqlite3.",
    "libxcb-cursor.",
    "libxcb-icccm.",
    "libxcb-image.",
    "libxcb-keysyms.",
    "libxcb-randr.",
    "libxcb-render",
    "libxcb-shape.",
    "libxcb-shm.",
    "libxcb-sync.",
    "libxcb-util.",
    "libxcb-xfixes.",
    "libxcb-xkb.",
    "libxkbcommon",
    "libzstd.",
)
"""Libraries that a small system, or one with an older desktop, may lack. They are included from the build machine."""

PLUGINS = frozenset(
    {
        "accessiblebridge",
        "iconengines/libqsvgicon",
        "iconengines/qsvgicon",
        "imageformats/libqsvg",
        "imageformats/qsvg",
        "platforminputcontexts/libcomposeplatforminputcontextplugin",
        "platforminputcontexts/libibusplatforminputcontextplugin",
        "platforms/libqcocoa",
        "platforms/libqoffscreen",
        "platforms/libqwayland",
        "platforms/libqxcb",
        "platforms/qoffscreen",
        "platforms/qwindows",
        "platformthemes/libqgtk3",
        "platformthemes/libqxdgdesktopportal",
        "styles/libqmacstyle",
        "styles/qmodernwindowsstyle",
        "wayland-decoration-client/libadwaita",
        "wayland-decoration-client/libbradient",
        "wayland-graphics-integration-client/libqt-plugin-wayland-egl",
        "wayland-shell-integration/libxdg-shell",
        "xcbglintegrations/libqxcb-egl-integration",
        "xcbglintegrations/libqxcb-glx-integration",
    }
)
"""Qt's plugins that are included: for windows on every system, styles and dialogs of desktops, input methods, and
SVG.
"""

# pyqtgraph's charts import OpenGL and OpenGLWidgets, although they draw without these modules.
MODULES = frozenset({"Core", "DBus", "Gui", "OpenGL", "OpenGLWidgets", "Svg", "Widgets"})
"""The modules of Qt that Python imports."""
_LIBRARIES = MODULES | {"WaylandClient", "WlShellIntegration", "XcbQpa"}

MODULES_LEFT_OUT = (
    "_hashlib",
    "_pydecimal",
    *(["_pyi_rth_utils"] if sys.platform == "linux" else []),
    "_ssl",
    "ensurepip",
    "lib2to3",
    "numpy.distutils",
    "numpy.f2py",
    "numpy.testing",
    "pip",
    "pkg_resources",
    "pydoc_data",
    "pyqtgraph.examples",
    "pyqtgraph.opengl",
    "readline",
    "setuptools",
    "ssl",
    "tkinter",
    "torch",
    "xmlrpc",
)
_LEXERS_KEPT = ("pygments.lexers._mapping", "pygments.lexers.python")

HOOKS_LEFT_OUT = frozenset(
    {
        "pyi_rth_inspect",
        "pyi_rth_multiprocessing",
        "pyi_rth_pkgutil",
        "pyi_rth_pyqtgraph_multiprocess",
        "pyi_rth_setuptools",
        *(["pyi_rth_pyside6"] if sys.platform == "linux" else []),  # on Linux, PySide6 finds its plugins without it
    }
)
"""Hooks that PyInstaller would run at every start. start.py does their work when it is needed, or nothing needs it."""

_LATER = frozenset(
    {
        "asyncio",
        "colorama",
        "concurrent",
        "email",
        "ftplib",
        "html",
        "http",
        "linkify_it",
        "markdown_it",
        "multiprocessing",
        "numpy",
    }
    | {"optparse", "pygments", "pyqtgraph", "rich", "tarfile", "textual", "typing_extensions", "urllib", "xml"}
)
_CODECS_OF_EAST_ASIA = re.compile(r"/_codecs_(cn|hk|iso2022|jp|kr|tw)\.|/_multibytecodec\.")
_NUMPY_LEFT_OUT = re.compile(r"numpy/(.*/)?(tests|testing|f2py|include|lib/.*\.a)(/|$)|numpy/.*\.(pyi|a|pxd|h)$")
_SYSTEM_LIBRARY = re.compile(r"lib[^/]+\.so(\.[0-9.]+)?")
# Libraries that PyInstaller links from their folders into the place where all programs look.
_OF_A_WHEEL = re.compile(r"libQt6|libicu|libpyside6|libshiboken6|lib[a-z0-9_]+-[0-9a-f]{8}")
_CRYPTOGRAPHY = re.compile(r"lib(crypto|ssl)[-.]")
# The software that draws in place of a graphics card on Windows. It has 20 MB, and nothing here uses it.
_SOFTWARE_OPENGL = "opengl32sw.dll"
_QT_PLUGIN = re.compile(r"PySide6/(?:Qt/)?plugins/([^/]+/[^/.]+)")
_QT_LIBRARY = re.compile(r"(?:^|/)(?:lib)?Qt6([A-Za-z]+)(?:\.so|\.dll|\.framework|\.dylib)")
_QT_BINDING = re.compile(r"PySide6/Qt([A-Za-z]+)\.(?:abi3|pyd)")


def is_needed(name: str) -> bool:
    """Return True if this file goes into the bundle."""
    file = name.rpartition("/")[2]
    if _CRYPTOGRAPHY.match(file) or file == _SOFTWARE_OPENGL:
        return False
    if _SYSTEM_LIBRARY.fullmatch(name) and not _OF_A_WHEEL.match(name):
        return name.startswith(SYSTEM_LIBRARIES)
    if plugin := _QT_PLUGIN.match(name):
        return plugin[1] in PLUGINS
    if binding := _QT_BINDING.match(name):
        return binding[1] in MODULES
    if library := _QT_LIBRARY.search(name):
        return library[1] in _LIBRARIES
    if "/translations/" in name and name.startswith("PySide6/"):
        return file in {f"qtbase_{language}.qm" for language in LANGUAGES}
    if name.startswith(("PySide6/Qt/qml/", "PySide6/qml/", "PySide6/QtAsyncio/", "PySide6/scripts/")):
        return False
    if _CODECS_OF_EAST_ASIA.search(name):
        return False
    if name.startswith("pyqtgraph/"):
        return "/icons/" in name and "/peegee/" not in name
    if file in ("direct_url.json", "INSTALLER", "REQUESTED", "RECORD") and ".dist-info/" in name:
        return False
    return _NUMPY_LEFT_OUT.match(name) is None


def is_needed_module(name: str) -> bool:
    """Return True if this Python module goes into the bundle."""
    if name.startswith("pygments.lexers."):
        return name in _LEXERS_KEPT
    return not any(name == left or name.startswith(f"{left}.") for left in MODULES_LEFT_OUT)


def is_for_later(name: str) -> bool:
    """Return True if no start of the window imports this module, so that it can stay compressed."""
    return name.partition(".")[0] in _LATER or name.startswith(("mile_bones.lab.", "mile_bones.terminal."))
