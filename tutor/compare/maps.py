"""Maps of the games: distances between them, and places on a plane that keep the distances as well as can be.

Two distances. *By behaviour*: for every metric the values are standardised over the games (mean 0, deviation 1); the
distance is the root of the mean square difference over the metrics that both games have (Euclid's, divided by the
root of their number, so that a missing metric does not bring games nearer). *By mechanics*: the share of design
questions that the two games answer differently (Hamming; Gower's coefficient for questions of one kind).

Places are found by classical scaling (Torgerson 1952, Psychometrika 17, 401-419), and from there moved until distances
on the plane are as near to the given ones as can be (SMACOF: de Leeuw 1977, by scikit-learn). How near that is, says
Kruskal's stress (1964, Psychometrika 29, 1-27): 0 keeps all of them; 0.1 he calls fair, 0.2 poor.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy

from tutor.estimates import standardised

Distances = Sequence[Sequence[float]]


def by_behaviour(values: Mapping[str, Mapping[str, float | None]]) -> list[list[float]]:
    """Return the distances between games from their values by metric, in the order of `values`."""
    rows = list(values.values())
    standard: list[dict[str, float]] = [{} for _ in rows]
    for metric in dict.fromkeys(key for row in rows for key in row):
        having = [(row[metric], scores) for row, scores in zip(rows, standard, strict=True) if metric in row]
        known = [(value, scores) for value, scores in having if value is not None]
        for (_, scores), value in zip(known, standardised([value for value, _ in known]), strict=True):
            scores[metric] = value
    return [[_euclid(one, other) for other in standard] for one in standard]


def by_answers(answers: Mapping[str, Mapping[str, str]]) -> list[list[float]]:
    """Return the distances between games from their answers by question, in the order of `answers`."""
    rows = list(answers.values())
    return [[_hamming(one, other) for other in rows] for one in rows]


def places(distances: Distances) -> list[tuple[float, float]]:
    """Return a place for each, so that the distances on the plane are as near to the given ones as can be."""
    n = len(distances)
    if n < 2:
        return [(0.0, 0.0)] * n
    square = numpy.array(distances, float) ** 2
    centre = numpy.eye(n) - 1 / n
    values, vectors = numpy.linalg.eigh(-centre @ square @ centre / 2)
    found = []
    for axis in (-1, -2):
        along = vectors[:, axis] * math.sqrt(max(0.0, values[axis]))
        sign = -1 if along[numpy.argmax(numpy.abs(along))] < 0 else 1  # an axis may point either way
        found.append(along * sign)
    return [(round(float(x), 6), round(float(y), 6)) for x, y in _moved(distances, numpy.array(found).T)]


def _moved(distances: Distances, start: numpy.ndarray) -> numpy.ndarray:
    from sklearn.manifold import smacof

    exact = {"normalized_stress": False, "max_iter": 3000, "eps": 1e-12}
    found, _ = smacof(numpy.array(distances, float), n_components=2, init=start, n_init=1, **exact)
    moved: numpy.ndarray = found
    return moved


def stress(distances: Distances, found: Sequence[tuple[float, float]]) -> float:
    """Return how far distances between places are from the given ones: Kruskal's stress (1964), 0 if all are kept."""
    pairs = [(one, other) for one in range(len(found)) for other in range(one)]
    whole = math.fsum(distances[one][other] ** 2 for one, other in pairs)
    lost = math.fsum((distances[one][other] - math.dist(found[one], found[other])) ** 2 for one, other in pairs)
    return math.sqrt(lost / whole) if whole else 0.0


def _euclid(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    both = one.keys() & other.keys()
    return math.sqrt(math.fsum((one[key] - other[key]) ** 2 for key in both) / len(both)) if both else 0.0


def _hamming(one: Mapping[str, str], other: Mapping[str, str]) -> float:
    both = one.keys() & other.keys()
    return sum(one[key] != other[key] for key in both) / len(both) if both else 0.0
