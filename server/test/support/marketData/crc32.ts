/**
 * Calculates CRC-32 (IEEE 802.3, reflected polynomial 0xEDB88320) bit by bit, to check others
 * against it.
 */
export function plainCrc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i += 1) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
