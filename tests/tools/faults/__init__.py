"""Every call to the disk fails once, and nothing is lost: a harness as SQLite's own tests have one.

    PYTHONPATH=tests:tests/tools python -m faults               every operation, a sample of the cases
    PYTHONPATH=tests:tests/tools python -m faults --all         every case
    PYTHONPATH=tests:tests/tools python -m faults history.add   only what is called so

An operation of the storage, or a scene from a session, runs again and again in a folder of its own; each time another
call to the system fails, once or from then on (``shim``). Then the disk is sound again, the program starts anew, and
what was acknowledged has to be there (``invariants``). From the log of a run without a fault, all the states are made
in which a loss of power could have left the disk, and each of them has to hold the same (``power``).
"""
