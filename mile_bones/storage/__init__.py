"""The user's files: mb.ini with settings and results, the game in progress, saved games. No other room touches them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mile_bones.offering import offering

if TYPE_CHECKING:
    from mile_bones.storage.autosave import Autosave
    from mile_bones.storage.history import History
    from mile_bones.storage.ini import Ini
    from mile_bones.storage.own_files import OwnFile, require_foreign
    from mile_bones.storage.problems import Problem, ProblemKind, Report
    from mile_bones.storage.profile import WINDOWS, Profile
    from mile_bones.storage.recent import ExportFolders, RecentFiles
    from mile_bones.storage.records import load_record, save_record
    from mile_bones.storage.results import Entry, HighScores, Placement, Results
    from mile_bones.storage.reviews import KeptReview, KeptSummary, OwnReview
    from mile_bones.storage.rows import Entered, PlayedGame, Scorable, Seat
    from mile_bones.storage.settings import (
        ANIMATION,
        ASK_DISCARD,
        AUTO_DRAW,
        DONE,
        DOUBLE_CLICK,
        DRAG_DISTANCE,
        LANGUAGE,
        LARGE_INDICES,
        LOG,
        LONGEST_NAME,
        METHOD,
        MUTE,
        NAME,
        OUTLINES,
        SCANNING,
        SORT,
        SPEECH,
        TEXT,
        THEME,
        TUTOR,
        VOLUME,
        WINDOW,
        Setting,
        Settings,
    )
    from mile_bones.storage.statistics import Counted, Result, Span, Statistics

__all__ = [
    "ANIMATION",
    "ASK_DISCARD",
    "AUTO_DRAW",
    "DONE",
    "DOUBLE_CLICK",
    "DRAG_DISTANCE",
    "LANGUAGE",
    "LARGE_INDICES",
    "LOG",
    "LONGEST_NAME",
    "METHOD",
    "MUTE",
    "NAME",
    "OUTLINES",
    "SCANNING",
    "SORT",
    "SPEECH",
    "TEXT",
    "THEME",
    "TUTOR",
    "VOLUME",
    "WINDOW",
    "WINDOWS",
    "Autosave",
    "Counted",
    "Entered",
    "Entry",
    "ExportFolders",
    "HighScores",
    "History",
    "Ini",
    "KeptReview",
    "KeptSummary",
    "OwnFile",
    "OwnReview",
    "Placement",
    "PlayedGame",
    "Problem",
    "ProblemKind",
    "Profile",
    "RecentFiles",
    "Report",
    "Result",
    "Results",
    "Scorable",
    "Seat",
    "Setting",
    "Settings",
    "Span",
    "Statistics",
    "load_record",
    "require_foreign",
    "save_record",
]

__getattr__ = offering(
    __name__,
    {
        "autosave": "Autosave",
        "history": "History",
        "ini": "Ini",
        "own_files": "OwnFile require_foreign",
        "problems": "Problem ProblemKind Report",
        "profile": "WINDOWS Profile",
        "recent": "ExportFolders RecentFiles",
        "records": "load_record save_record",
        "results": "Entry HighScores Placement Results",
        "reviews": "KeptReview KeptSummary OwnReview",
        "rows": "Entered PlayedGame Scorable Seat",
        "settings": (
            "ANIMATION ASK_DISCARD AUTO_DRAW DONE DOUBLE_CLICK DRAG_DISTANCE LANGUAGE LARGE_INDICES LOG "
            "LONGEST_NAME METHOD MUTE NAME OUTLINES SCANNING SORT SPEECH TEXT THEME TUTOR VOLUME WINDOW Setting "
            "Settings"
        ),
        "statistics": "Counted Result Span Statistics",
    },
)
