import { createHash } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Account } from '../../exchange/records.ts';

/** Seconds for which a token can be used to subscribe; subscriptions continue afterwards. */
const tokenSeconds = 900;

/** Tokens that stand for an account on its streams. */
export interface Tokens {
  issue(account: Account): { readonly token: string; readonly expires: number };
  ownerOf(token: unknown): Account | undefined;
}

export function createTokens(exchange: Exchange): Tokens {
  const owners = new Map<unknown, Account>();
  let made = 0;
  return {
    issue(account) {
      made += 1;
      const token = createHash('sha256').update(`${account.apiKey} ${made}`).digest('base64url');
      owners.set(token, account);
      exchange.later(`token ${made}`, tokenSeconds * 1_000, () => owners.delete(token));
      return { token, expires: tokenSeconds };
    },
    ownerOf: (token) => owners.get(token),
  };
}
