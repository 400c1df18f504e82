"""The board of Millieu: where its cube, trays and panels lie."""
