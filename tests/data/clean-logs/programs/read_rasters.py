# /// script
# requires-python = ">=3.11"
# dependencies = ["rasterio", "pyproj"]
# ///
# mypy: ignore-errors
# ruff: noqa: T201
"""Write tiles, read windows of them, and reproject, with GDAL's and PROJ's debug messages."""

import logging
import warnings

import numpy as np
import pyproj
import rasterio
from rasterio.enums import Resampling
from rasterio.warp import calculate_default_transform, reproject
from rasterio.windows import Window

logging.basicConfig(level=logging.DEBUG, format="%(asctime)s %(name)s %(levelname)s %(message)s")
log = logging.getLogger("tiles")
warnings.simplefilter("always")
generator = np.random.default_rng(13)
print("rasterio", rasterio.__version__, "GDAL", rasterio.__gdal_version__)
pyproj.show_versions()
with rasterio.Env(CPL_DEBUG=True, GDAL_HTTP_MAX_RETRY=3, GDAL_HTTP_TIMEOUT=30):
    grid = rasterio.transform.from_origin(500_000, 5_500_000, 10, 10)
    profile = {"driver": "GTiff", "dtype": "float32", "count": 2, "width": 512, "height": 512}
    profile |= {"crs": "EPSG:32632", "transform": grid, "nodata": float("nan"), "tiled": True}
    for number in range(4):
        with rasterio.open(f"tile-{number}.tif", "w", **profile) as tile:
            tile.write(generator.random((2, 512, 512), dtype=np.float32))
        with rasterio.open(f"tile-{number}.tif") as tile:
            values = tile.read(1, window=Window(100, 100, 64, 64), masked=True)
            log.info("%s, NaN %d, bad blocks 0", tile.profile, np.isnan(values.filled(0)).sum())
            change, width, height = calculate_default_transform(
                tile.crs, "EPSG:4326", tile.width, tile.height, *tile.bounds
            )
            target = np.full((height, width), np.nan, np.float32)
            where = {"dst_transform": change, "dst_crs": "EPSG:4326"}
            reproject(rasterio.band(tile, 1), target, **where, resampling=Resampling.bilinear)
            log.info("%d pixels outside are NaN, which is right", np.isnan(target).sum())
there = pyproj.Transformer.from_crs(4326, 25832, always_xy=True)
east, north = there.transform([8.4, 9.0], [49.0, 49.1], errcheck=True)
log.info("transformed to %s %s with %s", east, north, there.description)
log.info("PROJ's network is %s", "on" if pyproj.network.is_network_enabled() else "off")
