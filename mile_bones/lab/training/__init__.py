"""Training by self-play, which makes the networks of the levels ``expert`` and ``champion``.

``mile-bones train`` runs it. It needs the extra ``lab`` (numba and torch).
"""
