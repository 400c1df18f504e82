"""The board of Mille: where its stock, pile, sets, hand and panels lie."""
