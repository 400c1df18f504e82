"""The dialogs, one module for each. They ask and show, and emit signals; controllers act on the answers."""
