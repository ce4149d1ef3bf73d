"""Benchmarks: the speed of the engines and the app, compared with others. `python -m benchmarks` runs them."""
