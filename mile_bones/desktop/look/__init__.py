"""How everything looks: themes, the style sheet, the pictures of cards."""
