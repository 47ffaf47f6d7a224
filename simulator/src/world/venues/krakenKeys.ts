/** Both houses of the company know the same customer, so that money moves between them. */
export const demoOwner = 'demo';

/** Bytes of a secret before it is written in base 64. */
const secretBytes = 64;

/** A secret as both houses give them: 64 bytes in base 64. */
export function krakenSecret(house: string): string {
  const text = `windlass demo, not a real secret: ${house} `;
  return Buffer.from(text.padEnd(secretBytes, '0').slice(0, secretBytes)).toString('base64');
}
