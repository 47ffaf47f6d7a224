/** Returns an epoch time in ms as ISO 8601 text with Z. */
export function isoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
