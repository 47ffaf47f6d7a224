import { type Cipher, CipherError } from '../../kit/cipher.ts';
import { Secret } from '../../kit/secret.ts';
import type { Credentials } from '../venues/accountPort.ts';
import type { SealedColumn } from './rows.ts';

const fields = [
  'apiKey',
  'apiSecret',
  'passphrase',
  'walletAddress',
  'privateKey',
  'vaultAddress',
] as const;

/** Where a sealed text belongs: it opens nowhere else. */
interface Slot {
  readonly accountId: string;
  readonly column: SealedColumn;
}

/** All fields as one text, so that none can be swapped against another set's. */
export function sealCredentials(cipher: Cipher, slot: Slot, credentials: Credentials): string {
  const given = fields.map((field) => [field, credentials[field]?.reveal()]);
  const text = JSON.stringify(Object.fromEntries(given));
  return cipher.seal(new Secret(text), contextOf(slot));
}

/** Throws `CipherError`. */
export function openCredentials(cipher: Cipher, slot: Slot, sealed: string): Credentials {
  const opened: unknown = parse(cipher.open(sealed, contextOf(slot)));
  const texts = fields.map((field) => [field, Reflect.get(Object(opened), field)] as const);
  const given = texts.filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(given.map(([field, text]) => [field, new Secret(text)]));
}

/** What a text of that place is bound to. */
export function contextOf({ accountId, column }: Slot): readonly string[] {
  return ['exchange_account', accountId, column];
}

/** The parser's own words would repeat a part of the text. */
function parse(text: Secret): unknown {
  try {
    return JSON.parse(text.reveal());
  } catch {
    throw new CipherError('malformed', 'The opened text is no set of credentials.');
  }
}
