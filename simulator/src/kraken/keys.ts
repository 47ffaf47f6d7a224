/**
 * Owner of the accounts at both of the company's exchanges, so that money can move between them.
 */
export const demoOwner = 'demo';

/** Bytes of a secret before it is written in base 64. */
const secretBytes = 64;

/** Returns a secret as both exchanges give them: 64 bytes in base 64. */
export function krakenSecret(product: string): string {
  const text = `windlass demo, not a real secret: ${product} `;
  return Buffer.from(text.padEnd(secretBytes, '0').slice(0, secretBytes)).toString('base64');
}
