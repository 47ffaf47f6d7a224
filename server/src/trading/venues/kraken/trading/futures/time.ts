/** Converts a time: some are in ISO 8601, others in milliseconds. */
export function timeOf(time: unknown): number | undefined {
  const atMs = /^\d+$/.test(String(time)) ? Number(time) : Date.parse(String(time));
  return Number.isFinite(atMs) ? atMs : undefined;
}
