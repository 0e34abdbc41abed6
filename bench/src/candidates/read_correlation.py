"""Reads and parses every row of an artifact with the Python package; prints one line of JSON."""

import json
import resource
import sys
import time

from stormlog.infer.correlation_codec import iter_inference_events

events = 0
started = time.perf_counter()
for _, event in iter_inference_events(sys.argv[1]):
    events += 1
seconds = time.perf_counter() - started
print(
    json.dumps(
        {
            "events": events,
            "seconds": seconds,
            "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }
    )
)
