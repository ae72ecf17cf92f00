"""Trains with Ray Train, whose driver this is."""

import os
from typing import Any

import faults

RANKS = 4


def train(config: dict[str, Any]) -> None:
    """Train in one worker."""
    import ray.train  # noqa: PLC0415  in the process of the worker
    import ray.train.torch  # noqa: PLC0415
    import torch_faults  # noqa: PLC0415

    context = ray.train.get_context()
    rank, world = context.get_world_rank(), context.get_world_size()
    is_mine = rank == config["rank"]
    if is_mine:
        faults.before_start(config["fault"])
    print(f"rank {rank} of {world} is ready", flush=True)
    model = ray.train.torch.prepare_model(torch_faults.model())
    torch_faults.train(model, config["fault"], rank, world, is_mine=is_mine)


def main() -> None:
    """Train, with the fault that the command line names."""
    import ray  # noqa: PLC0415  the workers need not import it again
    from ray.train import RunConfig, ScalingConfig  # noqa: PLC0415
    from ray.train.torch import TorchConfig, TorchTrainer  # noqa: PLC0415

    given = faults.arguments()
    folder = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120
    ray.init(
        num_cpus=RANKS + 1,
        include_dashboard=False,
        object_store_memory=2**27,
        runtime_env={"env_vars": {"PYTHONPATH": folder}},
    )
    trainer = TorchTrainer(
        train,
        train_loop_config={"fault": given.fault, "rank": given.rank},
        torch_config=TorchConfig(backend="gloo", timeout_s=int(given.timeout)),
        scaling_config=ScalingConfig(num_workers=RANKS, use_gpu=False),
        run_config=RunConfig(storage_path=os.environ["RAY_STORAGE"]),
    )
    trainer.fit()


if __name__ == "__main__":
    main()
