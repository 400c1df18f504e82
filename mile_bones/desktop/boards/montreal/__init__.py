"""The board of Mille: the places of its stock, pile, sets, hand and panels."""
