"""Appends events of one device to a sink of the Python package: append_sink.py sink FOLDER EVENTS"""

import json
import math
import sys
import time

from stormlog.telemetry_sink import AppendOnlyTelemetrySink, TelemetrySinkConfig

GIB = 1 << 30
CAPABILITIES = {
    "backend": "cuda",
    "telemetry_collector": "stormlog.cuda_tracker",
    "sampling_source": "torch",
    "supports_allocator_allocated": True,
    "supports_allocator_reserved": True,
    "supports_allocator_active": True,
    "supports_allocator_inactive": True,
    "supports_device_used": True,
    "supports_device_free": True,
    "supports_device_total": True,
    "supports_native_allocator_history": False,
    "supports_fragmentation_analysis": True,
    "supports_allocator_attribution": True,
    "supports_bounded_profiling": False,
}


def sample(step):
    allocated = math.floor(10 * GIB + GIB * math.sin(step / 50)) + step * 7919 % 1048576
    reserved = allocated + 2**28
    used = reserved + GIB // 2
    return {
        "schema_version": 4,
        "session_id": "s-2b1f5c3e",
        "timestamp_ns": 1_700_000_000_123_456_789 + step * 100_000_000,
        "event_type": "sample",
        "collector": "stormlog.cuda_tracker",
        "sampling_interval_ms": 100,
        "pid": 4000,
        "host": "node0",
        "job_id": "job-7",
        "rank": 3,
        "local_rank": 3,
        "world_size": 8,
        "device_id": 3,
        "allocator_allocated_bytes": allocated,
        "allocator_reserved_bytes": reserved,
        "allocator_active_bytes": allocated,
        "allocator_inactive_bytes": reserved - allocated,
        "allocator_change_bytes": step * 12345 % 99999,
        "device_used_bytes": used,
        "device_free_bytes": 80 * GIB - used,
        "device_total_bytes": 80 * GIB,
        "context": f"step {step}" if step % 2 else "ncclAllReduce",
        "metadata": {"step": step, "loss": 1 / (step + 3), "backend": "cuda", "memory_capabilities": CAPABILITIES},
    }


events = int(sys.argv[3])
samples = [sample(step) for step in range(min(events, 2000))]
sink = AppendOnlyTelemetrySink(TelemetrySinkConfig(root_dir=sys.argv[2], write_rollups=False))
started = time.perf_counter()
for index in range(events):
    sink.append(samples[index % len(samples)])
sink.close()
print(json.dumps({"seconds": time.perf_counter() - started}))
