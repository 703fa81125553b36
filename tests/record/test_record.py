"""The record of a check: plain JSON, each number with its role, readable where nothing of torch is."""

import json
import subprocess
import sys

import pytest

from faqbook import checks
from faqbook.record import ID, METADATA, Number, Result, stored

RESULT = Result("a.b", "close", "it", True, (Number("measured", "", 1.0), Number("theory", "1", 1.0)), 402, "to 10⁻¹²")


def test_it_is_read_without_torch():
    program = "import sys, faqbook.record; assert not {'torch', 'matplotlib', 'yaml'} & set(sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_it_survives_storing():
    back = Result.from_json(json.loads(json.dumps(RESULT.to_json())))
    assert back == RESULT and back.line() == RESULT.line()


@pytest.mark.parametrize("data", [{}, {"id": "a.b"}, {"strange": 1}, {"numbers": 1}, {"numbers": [{"role": "theory"}]}])
def test_another_record_is_refused(data):
    with pytest.raises(ValueError, match="record: expected the fields of a check"):
        Result.from_json(data if "id" in data or not data else RESULT.to_json() | data)


def test_a_number_has_one_of_the_roles():
    with pytest.raises(ValueError, match="role: expected one of measured, theory, bound, required, got 'derived'"):
        Number("derived", "1", 1)


def test_a_stored_output_gives_its_record():
    record = RESULT.to_json()
    assert stored({"output_type": "display_data", "metadata": {METADATA: record}}) == record
    assert stored({"output_type": "stream"}) is None and stored({"metadata": {}}) is None


def test_the_pattern_of_ids_is_anchored_nowhere_so_that_others_can_embed_it():
    assert not ID.pattern.startswith("^") and not ID.pattern.endswith("$")


def test_details_say_which_number_is_what():
    assert RESULT.details() == [
        ("checked", "equal within a tolerance, everywhere"),
        ("theory", "1"),
        ("values", "402"),
        ("tolerance", "to 10⁻¹²"),
        ("id", "a.b"),
    ]
    with checks.recording() as (records):
        checks.at_least("a.b", 0.99, required=0.95, what="right")
        checks.at_most("a.b", 0.71, theory=0.75)
        checks.less("a.b", 1, 2, sides=("p", "q"))
    rows = [result.details()[1:-1] for result in records]
    assert rows == [
        [("required", "at least 0.95"), ("measured", "0.99")],
        [("theory", "at most 0.75"), ("measured", "0.71")],
        [("measured", "p 1"), ("measured", "q 2")],
    ]
