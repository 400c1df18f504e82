"""mille in a terminal: the screen and the commands of the manual page, over the engine that the desktop uses too."""
