# /// script
# requires-python = ">=3.11"
# dependencies = ["torch"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Trains small models into states that print no error: python silent.py KIND.

Needs PyTorch. Each KIND prints what a training loop of some framework would.
"""

import json
import resource
import sys
import time

import torch


def data(size: int = 64) -> tuple[torch.Tensor, torch.Tensor]:
    """Return a batch of a linear problem with noise."""
    inputs = torch.randn(size, 8)
    return inputs, inputs.sum(dim=1, keepdim=True) + 0.3 * torch.randn(size, 1)


def step(
    model: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    inputs: torch.Tensor,
    targets: torch.Tensor,
) -> tuple[float, float]:
    """Train on one batch; return its loss and the norm of the gradients."""
    loss = torch.nn.functional.mse_loss(model(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    norm = torch.nn.utils.clip_grad_norm_(model.parameters(), float("inf"))
    optimizer.step()
    return loss.item(), norm.item()


def zero() -> None:
    """Average only the finite losses, as loops that skip NaN do."""
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.9)
    total, count = 0.0, 0
    for number in range(1, 4001):
        loss, _ = step(model, optimizer, *data())
        if torch.isfinite(torch.tensor(loss)):
            total, count = total + loss, count + 1
        if number == 1000:
            optimizer.param_groups[0]["lr"] = 50
        if number % 100 == 0:
            print(f"iter {number}: loss {total / max(count, 1):.4f}", flush=True)
            total, count = 0.0, 0


def validation() -> None:
    """Feed one NaN to BatchNorm, whose running statistics only validation reads."""
    model = torch.nn.Sequential(torch.nn.BatchNorm1d(8), torch.nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with torch.no_grad():
        model(torch.full((4, 8), float("nan")))
    for epoch in range(8):
        model.train()
        losses = [step(model, optimizer, *data())[0] for _ in range(20)]
        model.eval()
        inputs, targets = data()
        held = torch.nn.functional.mse_loss(model(inputs), targets).item()
        print(f"Epoch {epoch}: train loss {sum(losses) / 20:.4f}, valid loss {held:.4f}")


def spike() -> None:
    """Meet one batch with a target of another unit."""
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for number in range(200):
        inputs, targets = data()
        if number == 120:
            targets[0] = 1e9
        loss, norm = step(model, optimizer, inputs, targets)
        if number == 120:
            for group in optimizer.param_groups:
                group["lr"] = 2.0
        record = {"step": number, "loss": round(loss, 5), "grad_norm": round(norm, 4), "lr": 0.02}
        print(json.dumps(record))


def stuck() -> None:
    """Train through an activation that is 0 for every input."""
    model = torch.nn.Sequential(torch.nn.Linear(8, 32), torch.nn.ReLU(), torch.nn.Linear(32, 10))
    torch.nn.init.constant_(model[0].bias, -1e3)
    torch.nn.init.zeros_(model[2].bias)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-6)
    for epoch in range(1, 31):
        inputs = torch.randn(512, 8)
        loss = torch.nn.functional.cross_entropy(model(inputs), torch.randint(10, (512,)))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"Epoch {epoch}/30 - loss: {loss.item():.4f} - accuracy: 0.1000")


def plateau() -> None:
    """Train so many layers of sigmoids that no gradient reaches the first ones."""
    layers = [torch.nn.Linear(8, 32)]
    for _ in range(12):
        layers += [torch.nn.Sigmoid(), torch.nn.Linear(32, 32)]
    model = torch.nn.Sequential(*layers, torch.nn.Linear(32, 10))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for number in range(1, 1001):
        inputs, targets = torch.randn(256, 8), torch.randint(10, (256,))
        inputs[torch.arange(256), targets % 8] += 3
        loss = torch.nn.functional.cross_entropy(model(inputs), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if number % 10 == 0:
            print({"loss": round(loss.item(), 4), "learning_rate": 0.01, "epoch": number / 100})


def outlier() -> None:
    """Meet one batch with a target of another unit, and recover."""
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
    for number in range(150):
        inputs, targets = data()
        if number == 110:
            targets[0] = 300.0
        loss, norm = step(model, optimizer, inputs, targets)
        print(f"iter {number}: loss {loss:.4f}, grad_norm {norm:.4f}")


def overfitting() -> None:
    """Memorize 64 samples whose targets are mostly noise."""
    inputs = torch.randn(1064, 8)
    targets = inputs[:, :1] + torch.randn(1064, 1)
    model = torch.nn.Sequential(torch.nn.Linear(8, 256), torch.nn.ReLU(), torch.nn.Linear(256, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(60):
        for _ in range(5):
            loss, _ = step(model, optimizer, inputs[:64], targets[:64])
        with torch.no_grad():
            error = torch.nn.functional.mse_loss(model(inputs[64:]), targets[64:]).item()
        print(f"Epoch {epoch + 1}/60 - loss: {loss:.4f} - val_loss: {error:.4f}")


def diverged() -> None:
    """Train with a learning rate that is far too high."""
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=9.0)
    for number in range(60):
        loss, _ = step(model, optimizer, *data())
        print(f"Epoch 1:  {number:3d}/60 loss={loss:.4g}")


def skipping() -> None:
    """Overflow in most steps, with a loss scale that no scaler lowers."""
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for number in range(1, 41):
        loss = torch.nn.functional.mse_loss(model(data()[0]), data()[1])
        optimizer.zero_grad()
        (loss * 6e4).half().float().backward()
        bad = not torch.isfinite(model.weight.grad).all() or not torch.isfinite((loss * 6e4).half())
        if not bad:
            optimizer.step()
        print(
            f" iteration {number:8d}/      40 | lm loss: {loss.item():.6E} | loss scale: 60000.0"
            f" | number of skipped iterations: {int(bad)} |"
        )


def epochs() -> None:
    """Evaluate on all that was seen, after each epoch."""
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    seen = []
    for number in range(1, 61):
        begin = time.perf_counter()
        loss, _ = step(model, optimizer, *data())
        seen.append(data(2000)[0])
        for inputs in seen:
            torch.tanh(inputs @ inputs.T).sum()
        took = time.perf_counter() - begin
        print(f"Epoch {number}/60 - loss: {loss:.4f} - epoch time: {took:.3f}s")


def decay() -> None:
    """Keep the losses of all steps, and draw them in each step."""
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    seen = torch.zeros(0)
    for number in range(100):
        begin = time.perf_counter()
        loss, _ = step(model, optimizer, *data())
        seen = torch.cat([seen, torch.full((20_000,), loss)])
        torch.sort(seen, descending=True)
        rate = 64 / (time.perf_counter() - begin)
        print(f"step: {number}  loss: {loss:.4f}  samples/s: {rate:.1f}")


def slow() -> None:
    """Scan a growing list in each step."""
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    seen: list[float] = []
    for number in range(120):
        begin = time.perf_counter()
        loss, _ = step(model, optimizer, *data())
        seen += [loss] * 20_000
        sorted(seen, reverse=True)
        took = 1000 * (time.perf_counter() - begin)
        rate = f"{64e3 / took:.0f} samples/s"
        print(f"step {number} | loss {loss:.4f} | step_time {took:.1f} ms | {rate}")


def memory() -> None:
    """Keep every loss with its graph."""
    model = torch.nn.Sequential(torch.nn.Linear(8, 2048), torch.nn.Tanh(), torch.nn.Linear(2048, 1))
    kept = []
    for number in range(120):
        inputs, targets = data(512)
        loss = torch.nn.functional.mse_loss(model(inputs), targets)
        kept.append(loss)
        rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"[{number}/120] loss={loss.item():.4f} rss={rss:.0f} MiB")


def scale() -> None:
    """Overflow in every step."""
    scaler = torch.amp.GradScaler("cpu", init_scale=65536.0)
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for number in range(18):
        inputs, targets = data()
        loss = torch.nn.functional.mse_loss(model(inputs), targets)
        optimizer.zero_grad()
        scaler.scale(loss * 1e38).backward()
        before = scaler.get_scale()
        scaler.step(optimizer)
        scaler.update()
        skipped = int(scaler.get_scale() < before)
        print(
            f" iteration {number:8d}/      18 | lm loss: {loss.item():.6E} | loss scale: {before}"
            f" | number of skipped iterations: {skipped} |"
        )


def gradients() -> None:
    """Divide zero by zero in the backward pass of a part that the loss does not depend on."""
    model = torch.nn.Linear(8, 1)
    for number in range(30):
        inputs, targets = data()
        loss = torch.nn.functional.mse_loss(model(inputs), targets)
        extra = 0 * torch.sqrt(0 * model.weight).sum()
        model.zero_grad()
        (loss + extra).backward()
        norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        print({"loss": round(loss.item(), 4), "grad_norm": norm.item(), "epoch": number / 10})


def resume() -> None:
    """Go on with weights that were not loaded, because their names have a prefix."""
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
    for number in range(60):
        print(f"step {number} loss {step(model, optimizer, *data())[0]:.4f}")
    state = {f"module.{name}": value for name, value in model.state_dict().items()}
    print("saved checkpoint at step 59")
    model = torch.nn.Linear(8, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.02)
    model.load_state_dict(state, strict=False)
    print("resuming from checkpoint at step 60")
    for number in range(60, 90):
        print(f"step {number} loss {step(model, optimizer, *data())[0]:.4f}")


def throughput() -> None:
    """Let one of four ranks wait for its data in each step."""
    models = [torch.nn.Linear(512, 512) for _ in range(4)]
    for number in range(30):
        for rank, model in enumerate(models):
            begin = time.perf_counter()
            if rank == 1:
                time.sleep(0.05)
            loss = model(torch.randn(512, 512)).square().mean()
            loss.backward()
            took = time.perf_counter() - begin
            rate = f"{512 / took:.1f} samples/s"
            print(f"[rank{rank}]: step {number} | loss {loss.item():.4f} | {rate}")


def straggler() -> None:
    """Let one of four ranks compute three times as much."""
    models = [torch.nn.Linear(8, 1) for _ in range(4)]
    for number in range(15):
        for rank, model in enumerate(models):
            begin = time.perf_counter()
            for _ in range(60 if rank == 2 else 20):
                loss = torch.nn.functional.mse_loss(
                    model(torch.randn(4096, 8)), torch.zeros(4096, 1)
                )
                loss.backward()
            took = time.perf_counter() - begin
            print(f"[rank{rank}]: step {number} loss {loss.item():.4f} step_time {took:.5f}")


if __name__ == "__main__":
    torch.manual_seed(0)
    torch.set_num_threads(1)
    globals()[sys.argv[1]]()
