/**
 * Strictness of an address check: `strict` verifies the checksum inside it (StrKey, SEP-23),
 * `format` only the rules of the specification: first letter, length, alphabet (Vaults §2.2).
 */
export type AddressCheck = 'strict' | 'format';

interface AddressForm {
  readonly pattern: RegExp;
  /** The first decoded byte; its upper five bits are the address's first letter. */
  readonly version: number;
}

const account: AddressForm = { pattern: /^G[A-Z2-7]{55}$/, version: 6 << 3 };
const contract: AddressForm = { pattern: /^C[A-Z2-7]{55}$/, version: 2 << 3 };

/** Returns true when the text is an account address (G…). */
export function isAccountAddress(text: string, check: AddressCheck): boolean {
  return hasForm(text, account, check);
}

/** Returns true when the text is a contract address (C…). */
export function isContractAddress(text: string, check: AddressCheck): boolean {
  return hasForm(text, contract, check);
}

// Written by hand: the SDK takes 300 ms to load, and the first answer must not wait for it.
function hasForm(text: string, { pattern, version }: AddressForm, check: AddressCheck): boolean {
  if (!pattern.test(text)) return false;
  if (check === 'format') return true;
  const bytes = decodeBase32(text);
  const checksum = (bytes[33] ?? 0) | ((bytes[34] ?? 0) << 8);
  return bytes[0] === version && crc16(bytes.subarray(0, 33)) === checksum;
}

/** Every 8 letters are 5 bytes, so the 56 letters of an address leave no bits over. */
function decodeBase32(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length * 5) / 8);
  let bits = 0;
  let bitCount = 0;
  let filled = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    // A to Z are 0 to 25, and 2 to 7 are 26 to 31 (RFC 4648).
    bits = ((bits << 5) | (code >= 65 ? code - 65 : code - 24)) & 0xfff;
    bitCount += 5;
    if (bitCount < 8) continue;
    bitCount -= 8;
    bytes[filled] = bits >> bitCount;
    filled += 1;
  }
  return bytes;
}

/** Calculates CRC-16/XMODEM: polynomial 0x1021, starting from 0. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    }
    crc &= 0xffff;
  }
  return crc;
}
