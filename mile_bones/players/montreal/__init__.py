"""Computer players of Mille, from easy to expert.

``choose`` plans a whole turn and returns its steps one by one; ``rate`` returns the worth of each step.
"""
