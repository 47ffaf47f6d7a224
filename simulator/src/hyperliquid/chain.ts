import { encode } from '@msgpack/msgpack';
import { secp256k1 } from '@noble/curves/secp256k1.js';

export { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';

// Parts of the chain's signatures: its hash, its curve, and the packing of an action.

/** A value that can be part of an action; the order of its fields matters. */
export type Packable =
  | string
  | number
  | boolean
  | null
  | readonly Packable[]
  | { readonly [name: string]: Packable };

/** Writes a value in its shortest MessagePack form. */
export function pack(value: Packable): Uint8Array {
  return encode(value);
}

export interface Signature {
  readonly r: bigint;
  readonly s: bigint;
  /** Selects one of the two points with the coordinate `r`. */
  readonly isOdd: boolean;
}

/** Returns the 64 bytes of the key that signed the hash; undefined when no key can have. */
export function recoverKey(hash: Uint8Array, { r, s, isOdd }: Signature): Uint8Array | undefined {
  try {
    const signature = new secp256k1.Signature(r, s, isOdd ? 1 : 0);
    // The first byte names the form of the key.
    return signature.recoverPublicKey(hash).toBytes(false).subarray(1);
  } catch {
    // The numbers of a signature come from outside: some belong to no point.
    return undefined;
  }
}
