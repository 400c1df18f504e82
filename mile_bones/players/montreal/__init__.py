"""Computer players of Mille, from easy to expert.

``choose`` plans a whole turn and gives its steps one by one; ``rate`` says what each step is worth.
"""
