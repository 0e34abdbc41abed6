"""Resolves and accounts an artifact with the Python package; prints one line of JSON."""

import json
import resource
import sys
import time

from stormlog.infer.correlation_accounting import (
    account_gpu_time,
    resolve_inference_events,
)
from stormlog.infer.correlation_events import load_inference_artifact

started = time.perf_counter()
events = load_inference_artifact(sys.argv[1])
report = account_gpu_time(resolve_inference_events(events))
seconds = time.perf_counter() - started
print(
    json.dumps(
        {
            "events": len(events),
            "seconds": seconds,
            "busy_ns": str(next(iter(report.device_totals.values())).busy_ns),
            "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }
    )
)
