"""Opens a catalog and lists its runs and attachments with the Python package; prints one line of JSON."""

import json
import resource
import sys
import time
from pathlib import Path

from stormlog import query

started = time.perf_counter()
store = query.QueryStore(query.ArtifactCatalog([Path(sys.argv[1])]))
opened = time.perf_counter()
runs = store.list_runs()
attachments = store.list_run_attachments()
listed = time.perf_counter()
print(
    json.dumps(
        {
            "runs": len(runs),
            "attachments": len(attachments),
            "open_seconds": opened - started,
            "list_seconds": listed - opened,
            "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }
    )
)
