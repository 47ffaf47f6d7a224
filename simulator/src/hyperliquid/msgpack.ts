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
  return Uint8Array.from(Buffer.concat(parts(value)));
}

function parts(value: Packable): Buffer[] {
  if (value === null) return [Buffer.of(0xc0)];
  if (typeof value === 'boolean') return [Buffer.of(value ? 0xc3 : 0xc2)];
  if (typeof value === 'number') return [packNumber(value)];
  if (typeof value === 'string') return packText(value);
  if (isList(value)) {
    const head = sized(value.length, { small: 0x90, smallMax: 15, wide: 0xdc });
    return [head, ...value.flatMap(parts)];
  }
  const entries = Object.entries(value);
  const head = sized(entries.length, { small: 0x80, smallMax: 15, wide: 0xde });
  return [head, ...entries.flatMap(([name, each]) => [...packText(name), ...parts(each)])];
}

function isList(value: Packable): value is readonly Packable[] {
  return Array.isArray(value);
}

function packText(text: string): Buffer[] {
  const bytes = Buffer.from(text, 'utf8');
  const isByte = bytes.length > 31 && bytes.length < 0x100;
  const head = isByte
    ? Buffer.of(0xd9, bytes.length)
    : sized(bytes.length, { small: 0xa0, smallMax: 31, wide: 0xda });
  return [head, bytes];
}

function sized(
  size: number,
  { small, smallMax, wide }: { small: number; smallMax: number; wide: number },
): Buffer {
  if (size <= smallMax) return Buffer.of(small + size);
  const head = Buffer.of(wide, 0, 0);
  head.writeUInt16BE(size, 1);
  return head;
}

function packNumber(value: number): Buffer {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`Actions have whole numbers of at least 0, not ${value}`);
  }
  if (value < 0x80) return Buffer.of(value);
  if (value < 0x100) return Buffer.of(0xcc, value);
  if (value < 0x1_0000) return withHead(0xcd, 2, (bytes) => bytes.writeUInt16BE(value, 1));
  if (value < 0x1_0000_0000) return withHead(0xce, 4, (bytes) => bytes.writeUInt32BE(value, 1));
  return withHead(0xcf, 8, (bytes) => bytes.writeBigUInt64BE(BigInt(value), 1));
}

function withHead(head: number, size: number, write: (bytes: Buffer) => unknown): Buffer {
  const bytes = Buffer.alloc(size + 1);
  bytes[0] = head;
  write(bytes);
  return bytes;
}
