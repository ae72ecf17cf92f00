# /// script
# requires-python = ">=3.11"
# dependencies = ["tensorflow-cpu"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Fit a small Keras model on a machine without GPU, with all of TensorFlow's start-up noise."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

print("TensorFlow", tf.__version__, "GPUs:", tf.config.list_physical_devices("GPU"))
keras.utils.set_random_seed(18)
points = np.random.default_rng(18).random((512, 8), dtype=np.float32)
target = points.sum(1, keepdims=True)
data = tf.data.Dataset.from_tensor_slices((points, target)).shuffle(512).batch(32).prefetch(2)
data = data.apply(tf.data.experimental.ignore_errors(log_warning=True))
model = keras.Sequential([keras.Input((8,)), keras.layers.Dense(32, "gelu"), keras.layers.Dense(1)])
model.summary()
model.compile("adam", "mse", metrics=[keras.metrics.MeanAbsoluteError("mean_error")])
callbacks = [
    keras.callbacks.TerminateOnNaN(),
    keras.callbacks.EarlyStopping("loss", patience=3, verbose=1),
    keras.callbacks.ReduceLROnPlateau("loss", patience=1, verbose=1, min_delta=0.01),
    keras.callbacks.ModelCheckpoint(
        "keras.weights.h5", save_weights_only=True, monitor="loss", save_best_only=True, verbose=1
    ),
]
model.fit(data, epochs=12, callbacks=callbacks)
model.load_weights("keras.weights.h5")
print("evaluated:", model.evaluate(points, target, return_dict=True))
