import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../exchange/exchange.ts';
import type { Account } from '../exchange/records.ts';
import type { RawRequest } from '../http/request.ts';
import { refusals } from './errors.ts';
import type { Parameters } from './parameters.ts';

/** Returns the account that signed a request; refuses a bad signature or a repeated request. */
export type Authenticate = (request: RawRequest, parameters: Parameters) => Account;

/** Returns an authenticator that remembers the last nonce of each key. */
export function createAuthenticate({ accounts }: Exchange): Authenticate {
  const lastNonces = new Map<string, bigint>();
  return (request, parameters) => {
    const { 'api-key': apiKey = '', 'api-sign': sign = '' } = request.headers;
    const account = accounts.find(apiKey);
    if (!account) throw refusals.badKey();
    const nonce = parameters.text('nonce') ?? '';
    if (!isSigned(account.secret, request, { nonce, sign })) throw refusals.badSignature();
    if (!/^[0-9]{1,20}$/.test(nonce)) throw refusals.badNonce();
    if (BigInt(nonce) <= (lastNonces.get(apiKey) ?? 0n)) throw refusals.badNonce();
    lastNonces.set(apiKey, BigInt(nonce));
    return account;
  };
}

/** Checks the SHA512 with the secret, over the path and the SHA256 of nonce and body. */
function isSigned(
  secret: string,
  { path, body }: RawRequest,
  { nonce, sign }: { readonly nonce: string; readonly sign: string },
): boolean {
  const inner = createHash('sha256').update(`${nonce}${body}`).digest();
  const key = Buffer.from(secret, 'base64');
  const expected = createHmac('sha512', key).update(path).update(inner).digest();
  const given = Buffer.from(sign, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
