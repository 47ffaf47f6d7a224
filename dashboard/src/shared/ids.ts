/**
 * Returns a new unique id: a random UUID. `crypto.randomUUID` is missing when the page came over
 * plain http from another machine, as in many private networks.
 */
export function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // tidy-ok: the one seam to chance
  // RFC 9562 §5.4: version 4 in the seventh byte, the variant in the ninth.
  const stamped = bytes.map((byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40;
    return index === 8 ? (byte & 0x3f) | 0x80 : byte;
  });
  const hex = Array.from(stamped, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
