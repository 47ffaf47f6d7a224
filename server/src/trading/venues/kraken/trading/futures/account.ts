import type { MarketType } from '../../../../model/order.ts';
import type { DialectCall, KeyFacts } from '../../../shared/live/dialect.ts';
import { required } from '../../../shared/live/shapes.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import { keyCheck, tickerOf } from './endpoints.ts';
import { timeOf } from './time.ts';

/** The permissions of keys are read from a part of the venue that ccxt does not know. */
export const futuresAddresses = { auth: 'https://futures.kraken.com/api/auth/' } as const;

/** Requests that ccxt signs beside those of its private part: those of its own list that we use. */
export const signedPaths = {
  history: { GET: { orders: 'private', triggers: 'private', 'account-log': 'private' } },
  auth: { GET: { 'api-keys/v3/check': 'private' } },
} as const;

/** Returns the venue's clock. Every answer gives it, and there is no request for only the time. */
export async function venueTime({ client }: DialectCall): Promise<number> {
  const answer = await tickerOf(client, { symbol: 'PF_XBTUSD' });
  return required(timeOf(valueAt(answer, 'serverTime')), 'time');
}

/** Returns facts of the key. The venue does not report the position mode. */
export async function keyFacts({ client }: DialectCall): Promise<KeyFacts> {
  const facts = await keyCheck(client, { version: 'v1' });
  const mayTrade = isFull(valueAt(facts, 'permissions', 'general'));
  const canWithdraw = isFull(valueAt(facts, 'permissions', 'transfer'));
  return {
    tradable: mayTrade === true ? contracts : mayTrade === false ? [] : undefined,
    canWithdraw,
    isBoundToAddresses: areBounds(valueAt(facts, 'allowedCidrBlocks')),
  };
}

const contracts: readonly MarketType[] = ['swap', 'future'];

/** True when access is to everything; undefined for an unknown word. */
function isFull(access: unknown): boolean | undefined {
  if (access === 'FULL_ACCESS') return true;
  return access === 'READ_ONLY' || access === 'NO_ACCESS' ? false : undefined;
}

/** True when ranges of addresses limit the key: one of length zero includes every address. */
function areBounds(ranges: unknown): boolean | undefined {
  if (!Array.isArray(ranges)) return undefined;
  return ranges.length > 0 && ranges.every((range) => !String(range).endsWith('/0'));
}
