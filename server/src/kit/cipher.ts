import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
} from 'node:crypto';
import type { Random } from './random.ts';
import { Secret } from './secret.ts';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
/** 96 bits, drawn for each text: the chance of a repeat stays below 2⁻³² for 2³² texts per key. */
const nonceBytes = 12;
const tagBytes = 16;
/** 64 bits are enough to tell apart all keys that an operator ever had. */
const keyIdChars = 16;

/**
 * The reason why a sealed text cannot be opened. `altered`: the text, its context or the key's
 * bytes differ from those at the sealing; it is impossible to say which of them.
 */
type CipherFault = 'malformed' | 'unknownKey' | 'altered';

/** Thrown for a sealed text that cannot be opened. Reveals nothing of its content. */
export class CipherError extends Error {
  readonly fault: CipherFault;

  constructor(fault: CipherFault, message: string) {
    super(message);
    this.name = 'CipherError';
    this.fault = fault;
  }
}

/**
 * Seals texts with AES-256-GCM as `v1.<key id>.<nonce>.<tag>.<cipher text>`. A text opens only with
 * the context it was sealed with, so that it cannot be moved to another place.
 */
export interface Cipher {
  /** Id of the key that seals. */
  readonly keyId: string;
  seal(text: Secret, context: readonly string[]): string;
  /**
   * Opens the text with the key that sealed it, the present or the former one. Throws
   * `CipherError`.
   */
  open(sealed: string, context: readonly string[]): Secret;
}

interface CipherDeps {
  readonly random: Random;
  /** The key that seals: 32 bytes as base64. */
  readonly key: Secret;
  /** The previous key: it opens what it sealed before, but seals nothing new. */
  readonly former?: Secret | undefined;
}

export function createCipher({ random, key, former }: CipherDeps): Cipher {
  const present = toKey(key);
  const keyId = idOf(present);
  const keys = new Map([[keyId, present]]);
  if (former) {
    const before = toKey(former);
    keys.set(idOf(before), before);
  }
  return {
    keyId,
    seal(text, context) {
      const nonce = random.bytes(nonceBytes);
      const cipher = createCipheriv(algorithm, present, nonce, { authTagLength: tagBytes });
      cipher.setAAD(boundTo(context));
      const bytes = Buffer.concat([cipher.update(text.reveal(), 'utf8'), cipher.final()]);
      return join({ keyId, nonce: Buffer.from(nonce), tag: cipher.getAuthTag(), bytes });
    },
    open(sealed, context) {
      const parts = takeApart(sealed);
      const opening = keys.get(parts.keyId);
      if (!opening) {
        throw new CipherError(
          'unknownKey',
          `The text was sealed with another key: ${parts.keyId}.`,
        );
      }
      return openWith(opening, parts, context);
    },
  };
}

/** Returns true for a valid key: 32 bytes in canonical base64. */
export function isCipherKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === keyBytes && bytes.toString('base64') === text;
}

/** Draws a key that nobody can guess, if the randomness is the system's. */
export function drawCipherKey(random: Random): Secret {
  return new Secret(Buffer.from(random.bytes(keyBytes)).toString('base64'));
}

/** Returns the id of the key that sealed the text. Throws `CipherError`. */
export function sealedBy(sealed: string): string {
  return takeApart(sealed).keyId;
}

interface Parts {
  readonly keyId: string;
  readonly nonce: Buffer;
  readonly tag: Buffer;
  readonly bytes: Buffer;
}

function join({ keyId, nonce, tag, bytes }: Parts): string {
  return ['v1', keyId, ...[nonce, tag, bytes].map((part) => part.toString('base64url'))].join('.');
}

function takeApart(sealed: string): Parts {
  const [, keyId = '', ...rest] = sealed.split('.');
  const [nonce, tag, bytes] = rest.map((part) => Buffer.from(part, 'base64url'));
  if (nonce?.length === nonceBytes && tag?.length === tagBytes && bytes) {
    const parts = { keyId, nonce, tag, bytes };
    // Each text has only one spelling, so spellings that base64 would accept beside it are refused.
    if (keyId.length === keyIdChars && join(parts) === sealed) return parts;
  }
  throw new CipherError('malformed', 'The text is not a sealed text of version 1, or is cut off.');
}

function openWith(key: KeyObject, parts: Parts, context: readonly string[]): Secret {
  const { nonce, tag, bytes } = parts;
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(boundTo(context)).setAuthTag(tag);
  try {
    return new Secret(Buffer.concat([decipher.update(bytes), decipher.final()]).toString('utf8'));
  } catch {
    throw new CipherError('altered', 'The text was altered, moved, or sealed with another key.');
  }
}

function toKey(key: Secret): KeyObject {
  const text = key.reveal();
  if (!isCipherKey(text)) throw new RangeError('A key must be 32 bytes as base64.');
  return createSecretKey(text, 'base64');
}

/** Returns a keyed hash of a fixed text, which reveals nothing about the key. */
function idOf(key: KeyObject): string {
  return createHmac('sha256', key).update('windlass key id').digest('hex').slice(0, keyIdChars);
}

/**
 * Encodes the context as JSON, which keeps the parts apart: two contexts never give the same text.
 */
function boundTo(context: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(context));
}
