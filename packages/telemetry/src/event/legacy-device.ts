import { lowerCase, parseIntegerText } from '@stormlog/records';
import type { LegacyReader } from './legacy-reader.ts';

const HOST_DEVICE = -1;
/** Characters with a digit value: decimal digits of any script, and superscripts, circled digits and their like. */
const DIGITS =
  /^[\p{Nd}\u{b2}\u{b3}\u{b9}\u{1369}-\u{1371}\u{19da}\u{2070}\u{2074}-\u{2079}\u{2080}-\u{2089}\u{2460}-\u{2468}\u{2474}-\u{247c}\u{2488}-\u{2490}\u{24ea}\u{24f5}-\u{24fd}\u{24ff}\u{2776}-\u{277e}\u{2780}-\u{2788}\u{278a}-\u{2792}\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]+$/u;

/**
 * The device of a legacy record: `device_id`, else what a `device` text such as `cuda:1`, `/GPU:0` or `/cpu:0` says
 * (docs/formats/telemetry.md §4.3). Superscript digits are recognised as digits and then refused.
 */
export function readLegacyDeviceId(reader: LegacyReader): number {
  const id = reader.value('device_id');
  if (id !== undefined) return reader.integer(id, 'device_id');
  const device = reader.value('device');
  if (typeof device === 'string') {
    const named = deviceOfText(device, reader);
    if (named !== null) return named;
  }
  return reader.has('memory_mb') ? 0 : HOST_DEVICE;
}

function deviceOfText(device: string, reader: LegacyReader): number | null {
  const name = lowerCase(device);
  if (name.includes('cpu')) return HOST_DEVICE;
  const colon = device.lastIndexOf(':');
  const tail = device.slice(colon + 1);
  if (colon >= 0 && DIGITS.test(tail)) {
    const index = parseIntegerText(tail);
    if (index !== null && index <= Number.MAX_SAFE_INTEGER) return Number(index);
    reader.refuse(device, 'device', 'a device whose number is a safe integer');
    return HOST_DEVICE;
  }
  return name.startsWith('/gpu') ? 0 : null;
}
