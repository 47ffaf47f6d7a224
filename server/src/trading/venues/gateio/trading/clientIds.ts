import { isClientId } from '../../shared/live/shapes.ts';

// The venue's `text`: `t-` and at most 28 of [0-9A-Za-z_.-]. Ours is the 128 bits in base 32.

const digitsCount = 26;
const rendered = /^t-([0-7][0-9a-v]{25})$/;

/**
 * Returns undefined for a name that is no client id of ours, such as that of an order made
 * elsewhere.
 */
export function toText(clientId: string): string | undefined {
  if (!isClientId(clientId)) return undefined;
  return `t-${BigInt(`0x${clientId}`).toString(32).padStart(digitsCount, '0')}`;
}

/** Returns our client id; undefined for any other text. */
export function clientIdOf(text: unknown): string | undefined {
  const digits = rendered.exec(String(text))?.[1];
  if (digits === undefined) return undefined;
  let bits = 0n;
  for (const digit of digits) bits = bits * 32n + BigInt(Number.parseInt(digit, 32));
  return bits.toString(16).padStart(32, '0');
}

const setOff = /^ao-(\d{1,20})$/;

/**
 * Returns the id of the conditional order that an order's text names as its trigger: to us both are
 * one order.
 */
export function setOffBy(text: unknown): string | undefined {
  return setOff.exec(String(text))?.[1];
}

/** The longest time that the venue lets a spot order wait for its trigger: 30 days. */
const expirationSecondsMax = 30 * 86_400;

/**
 * Returns how long a spot order waits for its trigger. The venue keeps no client id of such an
 * order, but repeats this number: its low bits, at most 18 hours, identify the order.
 */
export function expirationSeconds(clientId: string): number {
  return expirationSecondsMax - Number.parseInt(clientId.slice(-4), 16);
}
