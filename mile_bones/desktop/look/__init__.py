"""The look of the program: themes, the style sheet, and the pictures of cards."""
