/** ISO 8601 with Z of an epoch time in ms. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
