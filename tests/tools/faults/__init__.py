"""Lets every call to the disk fail once, and checks that nothing is lost: a harness like that of SQLite's own tests.

    PYTHONPATH=tests:tests/tools python -m faults               every operation, a sample of the cases
    PYTHONPATH=tests:tests/tools python -m faults --all         every case
    PYTHONPATH=tests:tests/tools python -m faults history.add   only the operation of this name

An operation of the storage, or a scene from a session, runs again and again in a folder that is made for it. Each time
another call to the system fails, once or from then on (``shim``). Then the disk is sound again, the program starts
again, and everything that was acknowledged has to be there (``invariants``). From the log of a run without a fault, the
harness makes all states in which a loss of power could have left the disk, and the same has to hold in each of them
(``power``).
"""
