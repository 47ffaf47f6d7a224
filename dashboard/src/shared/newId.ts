/** A text that nobody else has: 128 bits of chance. */
export function newId(): string {
  const bytes = new Uint8Array(16);
  // Not randomUUID: browsers offer that on secure origins alone, and a desk may be on plain HTTP.
  crypto.getRandomValues(bytes); // tidy-ok: the page's one seam to chance
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
