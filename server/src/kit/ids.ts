import type { Random } from './random.ts';

/** Makes identifiers from injected randomness. */
export interface Ids {
  /** RFC 9562 version 4 UUID. */
  uuid(): string;
  /** 24 hexadecimal characters, the vault registry's identifier shape. */
  objectId(): string;
  /** URL-safe text carrying `byteCount` bytes of randomness: for keys. */
  token(byteCount: number): string;
}

export function createIds(random: Random): Ids {
  const hex = (count: number) => Buffer.from(random.bytes(count)).toString('hex');
  return {
    uuid() {
      const bytes = random.bytes(16);
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      const text = Buffer.from(bytes).toString('hex');
      return [
        text.slice(0, 8),
        text.slice(8, 12),
        text.slice(12, 16),
        text.slice(16, 20),
        text.slice(20),
      ].join('-');
    },
    objectId: () => hex(12),
    token: (byteCount) => Buffer.from(random.bytes(byteCount)).toString('base64url'),
  };
}
