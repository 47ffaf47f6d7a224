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

/** The row and column of a sealed text: it cannot be opened in any other. */
interface Slot {
  readonly accountId: string;
  readonly column: SealedColumn;
}

/** Seals all fields as one text, so that none can be replaced by one of another set. */
export function sealCredentials(cipher: Cipher, slot: Slot, credentials: Credentials): string {
  const given = fields.map((field) => [field, credentials[field]?.reveal()]);
  const text = JSON.stringify(Object.fromEntries(given));
  return cipher.seal(new Secret(text), contextOf(slot));
}

/** Throws `CipherError` when the text cannot be opened. */
export function openCredentials(cipher: Cipher, slot: Slot, sealed: string): Credentials {
  const opened: unknown = parse(cipher.open(sealed, contextOf(slot)));
  const texts = fields.map((field) => [field, Reflect.get(Object(opened), field)] as const);
  const given = texts.filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(given.map(([field, text]) => [field, new Secret(text)]));
}

/** Returns what a text of that row and column is bound to. */
export function contextOf({ accountId, column }: Slot): readonly string[] {
  return ['exchange_account', accountId, column];
}

/** The parser's own error would repeat a part of the text. */
function parse(text: Secret): unknown {
  try {
    return JSON.parse(text.reveal());
  } catch {
    throw new CipherError('malformed', 'The opened text is not a set of credentials.');
  }
}
