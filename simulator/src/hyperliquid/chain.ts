import { encode } from '@msgpack/msgpack';
import { secp256k1 } from '@noble/curves/secp256k1.js';

export { keccak_256 as keccak256 } from '@noble/hashes/sha3.js';

// What the chain's signatures are made of: its hash, its curve, and how an action is packed.

/** What an action is made of; the order of its fields counts. */
export type Packable =
  | string
  | number
  | boolean
  | null
  | readonly Packable[]
  | { readonly [name: string]: Packable };

/** Writes a value in the shortest form that MessagePack has for it. */
export function pack(value: Packable): Uint8Array {
  return encode(value);
}

export interface Signature {
  readonly r: bigint;
  readonly s: bigint;
  /** Which of the two points with the coordinate `r` is meant. */
  readonly isOdd: boolean;
}

/** The 64 bytes of the key that signed the hash; undefined when nobody can have. */
export function recoverKey(hash: Uint8Array, { r, s, isOdd }: Signature): Uint8Array | undefined {
  try {
    const signature = new secp256k1.Signature(r, s, isOdd ? 1 : 0);
    // The first byte says in which form the key is.
    return signature.recoverPublicKey(hash).toBytes(false).subarray(1);
  } catch {
    // The numbers of a signature come from outside: some belong to no point.
    return undefined;
  }
}
