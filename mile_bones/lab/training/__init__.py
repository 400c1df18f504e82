"""Training by self-play: the networks that the levels ``expert`` and ``champion`` are made of.

``mile-bones train`` runs it. It needs the extra ``lab`` (numba and torch).
"""
