import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const PIECE = 1 << 20;
const START_US = 1_712_195_495_545_500;
const HEADER = `{
  "schemaVersion": 1,
  "deviceProperties": [
    {"id": 0, "name": "Tesla V100-SXM2-32GB", "totalGlobalMem": 34079637504, "computeMajor": 7, "computeMinor": 0}
  ],
  "cupti_version": 22, "host_name": "node-1", "trace_id": "B1A7", "distributedInfo": {"backend": "nccl", "rank": 0, "world_size": 8},
  "displayTimeUnit": "ms", "baseTimeNanoseconds": 1712115296000000000,
  "traceEvents": [`;
const KERNEL_FORMS = [
  'void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, N> >(int, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, N>)',
  'void cutlass::Kernel<cutlass_80_tensorop_f16_s16816gemm_relu_f16_256x128_32x3_tn_align8_N>(cutlass_80_tensorop_f16_s16816gemm_relu_f16_256x128_32x3_tn_align8::Params)',
  'void flash::flash_fwd_splitkv_kernel<Flash_fwd_kernel_traits<128, 64, 128, 4, false, false, cutlass::bfloat16_t>, true, N>(flash::Flash_fwd_params)',
  'ncclKernel_AllReduce_RING_LL_Sum_N(ncclWork*)',
];
const OPERATORS = ['aten::add_', 'aten::empty', 'aten::to', 'aten::mm', 'aten::linear', 'aten::convolution', 'aten::t'];

/**
 * Writes a trace of at least so many bytes unless it is there, as PyTorch 2.3 lays it out: of a hundred events 35 are
 * operators, 22 launch calls, 32 flow arrows and 9 GPU work, which is what a training step of a convolution network gives.
 */
export function writeKinetoTrace(path: string, bytes: number): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(`${path}.part`, 'w');
  let written = 0;
  let text = HEADER;
  for (let step = 0; written < bytes; step++) {
    text += stepText(step);
    if (text.length < PIECE) continue;
    written += writeSync(file, text);
    text = '';
  }
  writeSync(
    file,
    `${text}\n  {"ph": "M", "name": "process_name", "pid": 1102, "args": {"name": "python"}}\n],\n"traceName": "t.json"\n}`,
  );
  closeSync(file);
  renameSync(`${path}.part`, path);
}

/** One iteration: a range, and in it twenty launches and what surrounds them. */
function stepText(step: number): string {
  const from = START_US + step * 4000;
  let text = complete(
    'user_annotation',
    `stormlog.iteration/engine/${step}`,
    1102,
    `${from}.000`,
    '3900.5',
    '"External id": 1',
  );
  for (let i = 0; i < 20; i++) {
    const correlation = step * 60 + 3 * i + 1;
    const ts = (offset: number) =>
      `${from + 190 * i + offset}.${String((correlation * 37 + offset) % 1000).padStart(3, '0')}`;
    for (let op = 0; op < 4; op++) {
      const name = OPERATORS[(correlation + op) % OPERATORS.length]!;
      text += complete('cpu_op', name, 1102, ts(op), '12.25', operatorArguments(correlation + op, op));
    }
    text += launch('cudaLaunchKernel', correlation, ts(5));
    text += launch('cudaStreamIsCapturing', correlation + 1, ts(12));
    if (i % 2 === 0) text += launch('cudaEventRecordWithFlags', correlation + 2, ts(14));
    text += flow('s', correlation, ts(5));
    text += gpuEvent(i, correlation, ts(900));
    text += flow('f', correlation, ts(900));
    text += flow('f', correlation + 1, ts(12));
    if (i % 2 === 0) text += flow('f', correlation + 2, ts(14));
  }
  return text;
}

function operatorArguments(id: number, op: number): string {
  const base = `"External id": ${id},"Record function id": 0, "Ev Idx": ${id}`;
  if (op % 2 === 1) return base;
  return `"External id": ${id},"Record function id": 0, "Concrete Inputs": ["", "1"], "Input type": ["float", "Scalar"], "Input Dims": [[64, 256, ${op + 7}, 14], []], "Ev Idx": ${id}`;
}

function launch(name: string, correlation: number, ts: string): string {
  const args = `"External id": ${correlation},      "cbid": 211, "correlation": ${correlation}`;
  return complete('cuda_runtime', name, 1102, ts, '5.675', args);
}

function gpuEvent(i: number, correlation: number, ts: string): string {
  if (i % 4 === 3) {
    const args = `"External id": ${correlation},      "device": 0, "context": 1,      "stream": 7, "correlation": ${correlation},      "bytes": 4000, "memory bandwidth (GB/s)": 1.8115942028985508`;
    return complete('gpu_memcpy', 'Memcpy DtoD (Device -> Device)', 0, ts, '2.208', args);
  }
  const name = KERNEL_FORMS[i % KERNEL_FORMS.length]!.replaceAll('N', String(i));
  const args = `"External id": ${correlation},      "queued": 0, "device": 0, "context": 1,      "stream": 7, "correlation": ${correlation},      "registers per thread": 22,      "shared memory": 0,      "blocks per SM": 156.800003,      "warps per SM": 627.200012,      "grid": [12544, 1, 1],      "block": [128, 1, 1],      "est. achieved occupancy %": 100`;
  return complete('kernel', name, 0, ts, '96.223', args);
}

function complete(category: string, name: string, pid: number, ts: string, dur: string, args: string): string {
  const tid = pid === 0 ? 7 : pid;
  return `
  {
    "ph": "X", "cat": "${category}", "name": "${name}", "pid": ${pid}, "tid": ${tid},
    "ts": ${ts}, "dur": ${dur},
    "args": {
      ${args}
    }
  },`;
}

function flow(ph: string, id: number, ts: string): string {
  const [pid, bind] = ph === 'f' ? [0, ', "bp": "e"'] : [1102, ''];
  return `
  {
    "ph": "${ph}", "id": ${id}, "pid": ${pid}, "tid": ${pid === 0 ? 7 : pid}, "ts": ${ts},
    "cat": "ac2g", "name": "ac2g"${bind}
  },`;
}
