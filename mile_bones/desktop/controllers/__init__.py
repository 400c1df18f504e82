"""What the window does: each controller takes what it uses, and none takes the window."""
