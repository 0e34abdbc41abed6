"""Imports a Kineto trace with the Python package; prints one line of JSON."""

import json
import resource
import sys
import time

from stormlog.infer.trace_kineto import import_kineto_trace

started = time.perf_counter()
capture = import_kineto_trace(sys.argv[1], run_id="run-7", session_id="serve-1")
print(
    json.dumps(
        {
            "events": len(capture.events),
            "linked": capture.summary["linked_gpu_events"],
            "seconds": time.perf_counter() - started,
            "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }
    )
)
