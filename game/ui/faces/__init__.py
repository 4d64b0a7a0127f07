"""The faces of the opponents, drawn in code: who looks how, and in what mood."""
