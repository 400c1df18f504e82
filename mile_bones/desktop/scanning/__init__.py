"""Everything in the window by one key: its parts are lit one after another, and the key takes the one that is lit."""
