import { type Cipher, CipherError } from '../../kit/cipher.ts';
import { Secret } from '../../kit/secret.ts';
import type { SealedPlace } from '../accounts/index.ts';
import type { Target } from './types.ts';

/** Seals address and secret as one text: neither can be swapped with another webhook's. */
export function sealTarget(cipher: Cipher, id: string, { url, secret }: Target): string {
  const text = JSON.stringify({ url: url.reveal(), secret: secret.reveal() });
  return cipher.seal(new Secret(text), contextOf(id));
}

/** Throws `CipherError`. */
export function openTarget(cipher: Cipher, id: string, sealed: string): Target {
  const opened: unknown = parse(cipher.open(sealed, contextOf(id)));
  const { url, secret }: { url?: unknown; secret?: unknown } = Object(opened);
  if (typeof url !== 'string' || typeof secret !== 'string') throw noTarget();
  return { url: new Secret(url), secret: new Secret(secret) };
}

/** Used at the start, which proves that all of them open, and for a new master key. */
export const webhookPlace: SealedPlace = {
  counted: 'webhooks',
  remedy: 'delete that row of webhooks and add the webhook again',
  ownerOf: (id) => `webhook ${id}`,
  contextOf,
  read: (db) =>
    db.selectFrom('webhooks').select(['id', 'target as sealed']).orderBy('id').execute(),
  async write(trx, { id, sealed }) {
    await trx.updateTable('webhooks').set({ target: sealed }).where('id', '=', id).execute();
  },
  prove(cipher, { id, sealed }) {
    openTarget(cipher, id, sealed);
  },
};

function contextOf(id: string): readonly string[] {
  return ['webhook', id, 'target'];
}

/** The parser's own message would repeat a part of the text. */
function parse(text: Secret): unknown {
  try {
    return JSON.parse(text.reveal());
  } catch {
    throw noTarget();
  }
}

function noTarget(): CipherError {
  return new CipherError(
    'malformed',
    'The opened text is not the address and secret of a webhook.',
  );
}
