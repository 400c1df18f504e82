"""Computer players of Millieu, from easy to champion.

``choose`` plans a whole turn and gives its steps one by one; ``rate`` says what each step is worth.
"""
