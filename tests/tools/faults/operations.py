"""All operations of the harness, by name."""

from __future__ import annotations

from faults import backups, games, histories, sessions, settings
from faults.scene import Act, Operation, Scene
from mile_bones.storage.autosave import Autosave
from mile_bones.storage.files import sweep
from mile_bones.storage.history import History
from mile_bones.storage.ini import Ini


def start(scene: Scene) -> None:
    """Do what a program does first with the files of a profile."""
    sweep(scene.root)
    Ini(scene.profile.ini_path, scene.report)
    slot = Autosave(scene.profile, scene.report, scene.clock)
    scene.later(slot)
    slot.load()
    History(scene.profile.history_path, scene.report).games()


def _nothing(scene: Scene) -> None:
    """Prepare nothing: there are no files before."""


def _storage(name: str, prepare: Act, act: Act, *expected: str) -> Operation:
    return Operation(name, prepare, act, start, frozenset(expected))


STORAGE = (
    _storage("ini.change, new", _nothing, settings.change),
    _storage("ini.change", settings.some_settings, settings.change),
    _storage("ini.change, a link", settings.settings_through_a_link, settings.change),
    _storage("ini.change, vanished", settings.some_settings, settings.change_after_it_vanished),
    _storage("ini.change, damaged", settings.damaged_settings, settings.change_what_is_damaged, "SETTINGS_DAMAGED"),
    _storage("ini.change, twice", settings.some_settings, settings.trouble_twice),
    _storage("results.record_game, new", _nothing, settings.count_a_game),
    _storage("results.record_game", settings.some_settings, settings.count_a_game),
    _storage("recent.add", settings.some_settings, settings.remember_a_file),
    _storage("records.save, new", games.a_folder, games.save_as),
    _storage("records.save", games.a_saved_file, games.save_as),
    _storage("records.save, a link", games.a_link_to_a_saved_file, games.save_as),
    _storage("autosave.save, new", _nothing, games.play),
    _storage("autosave.go_on", games.a_game_in_progress, games.go_on),
    _storage("autosave.two_windows", _nothing, games.beside_another_window),
    _storage("autosave.clear", games.a_game_in_progress, games.clear),
    _storage("autosave.keep", games.a_game_in_progress, games.keep),
    _storage("autosave.retire", games.a_game_in_progress, games.retire),
    _storage("autosave.damaged", games.a_damaged_game, games.read_what_is_damaged, "GAME_DAMAGED"),
    _storage("history.add, new", _nothing, histories.add),
    _storage("history.add", histories.some_games, histories.add),
    _storage("history.add, an older one", histories.games_of_the_first_version, histories.add_to_an_older_one),
    _storage("history.add, an old one", histories.games_of_the_second_version, histories.add_to_an_older_one),
    _storage("history.add, damaged", histories.a_damaged_one, histories.add_beside_what_is_damaged, "HISTORY_DAMAGED"),
    _storage("history.delete", histories.some_games, histories.delete),
    _storage("history.clear_statistics", histories.some_games, histories.clear_statistics),
    _storage("history.write_down", histories.some_games, histories.write_down),
    _storage("history.keep_review", histories.some_games, histories.keep_reviews),
    _storage("history.look", histories.some_games, histories.look),
    _storage("history.look, after a kill", histories.games_beside_the_database, histories.look),
    _storage("history.add, after a kill", histories.games_beside_the_database, histories.add),
    _storage("backups.make", backups.a_profile, backups.make),
    _storage("backups.make, the eighth", backups.a_week_of_backups, backups.make),
    _storage("backups.restore", backups.a_backup_and_a_game_since, backups.restore),
    _storage("backups.restore, and undo", backups.a_backup_and_a_game_since, backups.restore_and_undo),
    _storage("export", histories.games_and_a_file, histories.export),
    _storage("import", histories.many_games_in_a_file, histories.import_),
)

SESSION = tuple(
    Operation(f"session.{name}", prepare, act, sessions.start)
    for name, prepare, act in (
        ("play, new", _nothing, sessions.play),
        ("play", sessions.a_game_in_progress, sessions.play),
        ("finish", sessions.before_the_last_card, sessions.finish),
        ("finish, and quit", sessions.before_the_last_card, sessions.finish_and_quit),
        ("finish, after a kill", sessions.a_game_that_is_over, sessions.finish),
        ("give_up", sessions.a_game_in_progress, sessions.give_up),
        ("put_away", sessions.a_game_in_progress, sessions.set_aside),
        ("go_on_from_the_history", sessions.an_unfinished_game_in_the_history, sessions.go_on_from_the_history),
        ("enter_what_waits", sessions.a_game_that_waits, sessions.enter_what_waits),
        ("take_over", backups.files_of_an_earlier_version, backups.take_over),
        ("go_back", backups.files_that_were_taken_over, backups.go_back),
        ("change_settings", _nothing, sessions.change_settings),
    )
)

ALL = {operation.name: operation for operation in (*STORAGE, *SESSION)}
