"""The dialogs, one module for each. Dialogs ask and show things, and emit signals. Controllers act on the answers."""
