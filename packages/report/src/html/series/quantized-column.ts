/** Numbers as 16-bit steps: `base + step × q`; `q` 65,535 stands for NaN. Without `data` every number is `base`. */
export interface QuantizedColumn {
  readonly base: number;
  readonly step: number;
  /** Little-endian, base64. */
  readonly data: string | null;
}

/** What no number is encoded as. */
export const NO_VALUE = 0xffff;
