"""The dialogs: one module each, all on the same paper. They ask and tell; what follows from an answer is not theirs."""
