import type { Random } from './random.ts';

/** Makes identifiers from injected randomness. */
export interface Ids {
  /** Returns an RFC 9562 version 4 UUID. */
  uuid(): string;
  /** Returns an RFC 9562 version 7 UUID: ids of later times sort after earlier ones. */
  timedUuid(epochMs: number): string;
  /** Returns 24 hexadecimal characters, the format of ids in the vault registry. */
  objectId(): string;
  /** Returns URL-safe text with `byteCount` bytes of randomness, for keys. */
  token(byteCount: number): string;
}

export function createIds(random: Random): Ids {
  const hex = (count: number) => Buffer.from(random.bytes(count)).toString('hex');
  return {
    uuid: () => toUuid(random.bytes(16), 4),
    timedUuid(epochMs) {
      const bytes = Buffer.from(random.bytes(16));
      bytes.writeUIntBE(epochMs, 0, 6);
      return toUuid(bytes, 7);
    },
    objectId: () => hex(12),
    token: (byteCount) => Buffer.from(random.bytes(byteCount)).toString('base64url'),
  };
}

function toUuid(bytes: Uint8Array, version: 4 | 7): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version << 4);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = Buffer.from(bytes).toString('hex');
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    text.slice(12, 16),
    text.slice(16, 20),
    text.slice(20),
  ].join('-');
}
