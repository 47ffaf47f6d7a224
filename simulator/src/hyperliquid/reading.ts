import { amountText, parseAmount } from '@windlass/matching';
import type { Signature } from './chain.ts';
import { Malformed } from './refusals.ts';

/** Fields of a body, before they are checked. */
export type Fields = { readonly [name: string]: unknown };

export function readBody(text: string): Fields {
  try {
    return readFields(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Malformed();
    throw error;
  }
}

export function readFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Malformed();
  return value as Fields;
}

export function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Malformed();
  return value;
}

export function readFlag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Malformed();
  return value;
}

export function readWhole(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Malformed();
  return value;
}

export function readOptional<Value>(
  value: unknown,
  read: (value: unknown) => Value,
): Value | undefined {
  return value === undefined || value === null ? undefined : read(value);
}

export function readWord<Word extends string>(value: unknown, words: readonly Word[]): Word {
  const word = words.find((each) => each === value);
  if (word === undefined) throw new Malformed();
  return word;
}

export function readText(value: unknown): string {
  if (typeof value !== 'string') throw new Malformed();
  return value;
}

/** Returns decimal text as the exchange writes it: without needless zeros. */
export function readDecimal(value: unknown): string {
  const text = readText(value);
  const amount = text.startsWith('-') ? undefined : parseAmount(text);
  if (amount === undefined) throw new Malformed();
  return amountText(amount);
}

/** Returns an account's address in the form in which addresses are compared. */
export function readAddress(value: unknown): string {
  return readHex(value, 40);
}

/** Returns a client id of 128 bits. */
export function readCloid(value: unknown): string {
  return readHex(value, 32);
}

export function readSignature(value: unknown): Signature {
  const { r, s, v } = readFields(value);
  const parity = readWhole(v);
  if (parity !== 27 && parity !== 28) throw new Malformed();
  return { r: readPart(r), s: readPart(s), isOdd: parity === 28 };
}

function readPart(value: unknown): bigint {
  const text = readText(value);
  if (!/^0x[\da-f]{1,64}$/i.test(text)) throw new Malformed();
  return BigInt(text);
}

function readHex(value: unknown, digits: number): string {
  const text = readText(value).toLowerCase();
  if (text.length !== digits + 2 || !/^0x[\da-f]+$/.test(text)) throw new Malformed();
  return text;
}
