"""Computer players of Millieu, from easy to champion.

``choose`` plans a whole turn and returns its steps one by one; ``rate`` returns the worth of each step.
"""
