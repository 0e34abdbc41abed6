"""Appends a capture without events to an artifact with the Python package; prints one line of JSON."""

import json
import resource
import sys
import time

from stormlog.infer import correlation_capture as capture
from stormlog.session import SessionSummary


class Adapter:
    def collect(self, *, run_id, session_id):
        return capture.EngineCapture(capabilities=capture.CaptureCapabilities())


session = SessionSummary(
    session_id="serve-1",
    status="completed",
    started_at_ns=1,
    ended_at_ns=2,
    host="node-1",
    pid=42,
    job_id=None,
    rank=0,
    local_rank=0,
    world_size=1,
    source="bench",
)
started = time.perf_counter()
capture.append_inference_capture(
    sys.argv[1], run_id="run-7", session=session, engine_adapter=Adapter()
)
print(
    json.dumps(
        {
            "events": 0,
            "seconds": time.perf_counter() - started,
            "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        }
    )
)
