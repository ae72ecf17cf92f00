# /// script
# requires-python = ">=3.11"
# dependencies = ["jax"]
# ///
# mypy: ignore-errors
"""Fit a small network with JAX, shapes stable, each compilation logged."""

import logging
import sys

import jax
import jax.numpy as jnp

logging.basicConfig(level=sys.argv[1], format="%(levelname)s:%(asctime)s:%(name)s: %(message)s")
log = logging.getLogger("fit")
log.info(
    "devices %s, default backend %s, x64 %s",
    jax.devices(),
    jax.default_backend(),
    jax.config.jax_enable_x64,
)


def loss_of(weights: dict[str, jax.Array], points: jax.Array, target: jax.Array) -> jax.Array:
    hidden = jnp.tanh(points @ weights["in"])
    return jnp.mean((hidden @ weights["out"] - target) ** 2)


@jax.jit
def step(
    weights: dict[str, jax.Array], points: jax.Array, target: jax.Array
) -> tuple[dict[str, jax.Array], jax.Array]:
    loss, slope = jax.value_and_grad(loss_of)(weights, points, target)
    return jax.tree.map(lambda weight, change: weight - 0.1 * change, weights, slope), loss


first, second, third = jax.random.split(jax.random.key(16), 3)
weights = {
    "in": jax.random.normal(first, (4, 32)) / 2,
    "out": jax.random.normal(second, (32, 1)) / 6,
}
for number in range(200):
    points = jax.random.normal(jax.random.fold_in(third, number), (64, 4))
    weights, loss = step(weights, points, points[:, :1] * points[:, 1:2])
    if number % 10 == 0:
        log.info("step %d loss %.5f finite %s", number, loss, bool(jnp.isfinite(loss)))
with jax.debug_nans(True):  # noqa: FBT003 -- its only argument
    weights, loss = step(weights, points, points[:, :1])
log.info("done, no NaN found with jax_debug_nans on")
