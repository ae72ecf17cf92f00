"""What to do with a job is said as an instruction, not as something that the job says."""

import trainwreck
from trainwreck.output import diagnosis_text


def test_what_to_do_follows_a_colon() -> None:
    found = trainwreck.diagnose(
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."
    )
    assert found.action
    text = diagnosis_text.as_text(found)
    assert f"\nWhat to do: fix it first. {found.action.reason}\n" in text
