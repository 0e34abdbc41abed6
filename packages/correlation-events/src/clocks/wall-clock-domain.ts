const EPOCH = 'unix_epoch_ns';

/**
 * The clock domain of a host's wall clock (docs/formats/correlation-events.md §9.3). Nothing is escaped.
 *
 * @param bootId identifies the host's current boot; null or empty when it is not known
 */
export function wallClockDomain(host: string, bootId: string | null): string {
  return bootId === null || bootId === '' ? `${host}/${EPOCH}` : `${host}/${bootId}/${EPOCH}`;
}

/**
 * True for a wall-clock domain that names a boot (docs/formats/correlation-events.md §9.3). A host name with a slash and
 * no boot id looks the same.
 */
export function isBootQualified(clockDomain: string): boolean {
  const [host, bootId, epoch, ...rest] = clockDomain.split('/');
  return epoch === EPOCH && host !== '' && bootId !== '' && rest.length === 0;
}
