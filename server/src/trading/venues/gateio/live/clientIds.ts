import { isClientId } from '../../shared/live/shapes.ts';

// The venue's `text`: `t-` and at most 28 of [0-9A-Za-z_.-]. Ours is the 128 bits in base 32.

const digitsCount = 26;
const rendered = /^t-([0-7][0-9a-v]{25})$/;

/** Undefined for a name that is no client id of ours, as that of an order made elsewhere. */
export function toText(clientId: string): string | undefined {
  if (!isClientId(clientId)) return undefined;
  return `t-${BigInt(`0x${clientId}`).toString(32).padStart(digitsCount, '0')}`;
}

/** Our client id again; undefined for any other text. */
export function clientIdOf(text: unknown): string | undefined {
  const digits = rendered.exec(String(text))?.[1];
  if (digits === undefined) return undefined;
  let bits = 0n;
  for (const digit of digits) bits = bits * 32n + BigInt(Number.parseInt(digit, 32));
  return bits.toString(16).padStart(32, '0');
}

const setOff = /^ao-(\d{1,20})$/;

/** What a conditional order has set off names that order in its text: to us it is that one. */
export function setOffBy(text: unknown): string | undefined {
  return setOff.exec(String(text))?.[1];
}

/** The longest that the venue lets an order wait for its trigger on spot: 30 days. */
const expirationSecondsMax = 30 * 86_400;

/**
 * How long an order on spot waits for its trigger. The venue keeps no client id of such an order,
 * and repeats this number: its low bits, 18 hours at most, tell which order it is.
 */
export function expirationSeconds(clientId: string): number {
  return expirationSecondsMax - Number.parseInt(clientId.slice(-4), 16);
}
