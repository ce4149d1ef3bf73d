"""The rehearsal of a class, on a small scale: answers survive whatever process is killed."""

import sys

import pytest

from benchmarks import rehearsal
from tests.tutor.finishing import finished

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the rehearsal kills by process")


@pytest.mark.slow
def test_two_learners_lose_nothing_when_kernels_and_server_are_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(rehearsal, "PAUSE", (0.05, 0.2))
    server = rehearsal.ClassServer(tmp_path)
    try:
        found = finished(rehearsal.rehearse_class(server, 2, 12.0))
    finally:
        server.kill()
    assert found.killed >= 1
    assert sum(one.answered for one in found.learners) > 5
    assert any(one.resumed for one in found.learners)
    assert found.lost_after_an_answer() == 0
    assert max(found.lost()) <= 2


def learner(sent, answered, kept):
    one = rehearsal.RehearsingLearner(None, "Quiet Fox", "altaria", None, sent=sent, answered=answered)
    one.opened, one.clicks, one.kept = [1.0], [0.1], lambda: kept
    return one


def test_what_is_lost_is_seen_and_not_allowed():
    def unmet(*learners):
        found = rehearsal.Rehearsal(list(learners), [100.0], 2, 1.0)
        return [row.what for row in found.rows() if not row.met]

    assert unmet(learner(10, 9, 9), learner(8, 8, 8)) == []
    assert unmet(learner(10, 9, 8)) == ["Of these answered but not kept"]
    rows = rehearsal.Rehearsal([learner(10, 9, 9)], [100.0], 2, 1.0).rows()
    assert {row.verdict for row in rows if not row.demanded} == {""}, "nothing is met where nothing is demanded"
    assert unmet(learner(10, 5, 5)) == ["Clicks lost, most of one learner"]
