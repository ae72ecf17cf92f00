"""A survey of many logs: what kills the jobs of a cluster, and on which nodes.

Reads logs on all cores or on the workers of a Dask cluster, keeps one row per log in Parquet files,
joins them with the accounting of the scheduler, and writes a report.
"""
