"""The board of Millieu: the places of its cube, trays and panels."""
