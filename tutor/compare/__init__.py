"""The games beside each other: measured by play, by their phase graphs, and by what their rules answer.

Everything is computed from the engines. What a person must judge (which job a step does, a short answer to a design
question) is data with clause ids beside it, and tests hold it against the engines.
"""
