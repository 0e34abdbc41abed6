"""Loads every file of a folder and builds the model with the Python package; prints one line of JSON."""

import json
import resource
import sys
import time
from pathlib import Path

from stormlog.tui import distributed_diagnostics as diagnostics

paths = sorted(Path(sys.argv[1]).iterdir())
started = time.perf_counter()
load = diagnostics.load_distributed_artifacts(paths)
loaded = time.perf_counter()
model = diagnostics.build_distributed_model(load.events)
modelled = time.perf_counter()
print(
    json.dumps(
        {
            "events": len(load.events),
            "ranks": len(model.present_ranks),
            "load_seconds": loaded - started,
            "model_seconds": modelled - loaded,
            "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }
    )
)
