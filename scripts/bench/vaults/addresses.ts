import { StrKey } from '@stellar/stellar-sdk/base';

/** Returns a valid address without a key or contract behind it, a different one for each number. */
export function madeUpAddress(prefix: 'C' | 'G', number: number): string {
  const bytes = Buffer.alloc(32, 7);
  bytes.writeUInt32BE(number, 0);
  return prefix === 'C' ? StrKey.encodeContract(bytes) : StrKey.encodeEd25519PublicKey(bytes);
}
