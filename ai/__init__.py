"""The computer opponents: they see a seat view, as a person does, and nothing else."""

__tonk__ = True
