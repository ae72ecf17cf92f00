#!/usr/bin/env bash
# Make, describe, warp, tile and compare rasters with GDAL's own tools, debug messages on.
set -euxo pipefail
export CPL_DEBUG=ON GDAL_CACHEMAX=64 GDAL_DISABLE_READDIR_ON_OPEN=EMPTY_DIR
gdal_create -of GTiff -outsize 600 400 -bands 3 -burn 10 -burn 20 -burn 30 -a_srs EPSG:32632 \
  -a_ullr 500000 5500000 506000 5496000 -a_nodata nan -ot Float32 scene.tif
gdalinfo -stats -checksum scene.tif
gdal_translate -of GTiff -co TILED=YES -co COMPRESS=DEFLATE -outsize 50% 50% scene.tif small.tif
gdalwarp -t_srs EPSG:4326 -r bilinear -multi -wo NUM_THREADS=2 small.tif geographic.tif
gdaladdo -r average scene.tif 2 4 8
gdalbuildvrt -srcnodata nan mosaic.vrt scene.tif small.tif
gdal_translate -of PNG -ot Byte -scale mosaic.vrt quick.png
gdalinfo -json geographic.tif
gdalsrsinfo -o proj4 EPSG:3035
gdaltransform -s_srs EPSG:4326 -t_srs EPSG:3857 <<< "8.4 49.0"
ogr2ogr --formats
