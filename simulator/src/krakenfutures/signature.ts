import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Accounts } from '../exchange/accounts.ts';
import type { Account } from '../exchange/records.ts';
import type { RawRequest } from '../http/request.ts';
import { refusals } from './errors.ts';

/** Returns the account that signed a request; throws a refusal otherwise. */
export type Authenticate = (request: RawRequest) => Account;

/** Returns an authenticator. A nonce is optional, but has to be greater than all earlier ones. */
export function createAuthenticate(accounts: Pick<Accounts, 'find'>): Authenticate {
  const lastNonces = new Map<string, number>();
  return (request) => {
    const { apikey: key = '', authent = '', nonce = '' } = request.headers;
    const account = accounts.find(key);
    if (!account || !isSignedBy(account.secret, request, { authent, nonce })) {
      throw refusals.unauthenticated();
    }
    if (nonce !== '') {
      if (!/^\d{1,15}$/.test(nonce)) throw refusals.nonceLow();
      const last = lastNonces.get(key) ?? 0;
      if (Number(nonce) === last) throw refusals.nonceTwice();
      if (Number(nonce) < last) throw refusals.nonceLow();
      lastNonces.set(key, Number(nonce));
    }
    return account;
  };
}

interface Signed {
  readonly authent: string;
  readonly nonce: string;
}

/**
 * Checks the signature: parameters as sent, nonce and path below `/derivatives`, hashed with
 * SHA-256 and signed with HMAC-SHA512 by the secret. Secret and signature are in Base64.
 */
function isSignedBy(
  secret: string,
  { query, body, path }: RawRequest,
  { authent, nonce }: Signed,
): boolean {
  const endpoint = path.replace(/^\/derivatives/, '');
  const digest = createHash('sha256').update(`${query}${body}${nonce}${endpoint}`).digest();
  const expected = createHmac('sha512', Buffer.from(secret, 'base64')).update(digest).digest();
  const given = Buffer.from(authent, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
