/** Times are ISO 8601 here and milliseconds there. */
export function timeOf(time: unknown): number | undefined {
  const atMs = /^\d+$/.test(String(time)) ? Number(time) : Date.parse(String(time));
  return Number.isFinite(atMs) ? atMs : undefined;
}
