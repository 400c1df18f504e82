"""Lets every call to the disk fail once, and checks that nothing is lost: a harness like that of SQLite's own tests.

    PYTHONPATH=tests:tests/tools python -m faults                 every operation, a sample of the cases
    PYTHONPATH=tests:tests/tools python -m faults --all           every case
    PYTHONPATH=tests:tests/tools python -m faults history.add     only the operation of this name

An operation of the storage, or a scene from a session, runs again and again in a folder that is made for it. Each time
another call to the system fails, once or from then on (``shim``). Then the disk is sound again, and the program starts
again. Everything that was acknowledged must then be there (``invariants``). The harness also logs a run without a
fault. From this log it makes all states in which a loss of power could have left the disk. In each of these states,
everything that was acknowledged must be there, too (``power``).
"""
