import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { Account } from '../../exchange/records.ts';
import { objectIn } from '../../ws/objectIn.ts';
import { errorTexts } from '../errors.ts';
import type { Fields } from './events.ts';

/** A client's request over a socket, as received. */
export interface SocketRequest {
  readonly id?: unknown;
  readonly time?: unknown;
  readonly channel?: unknown;
  readonly event?: unknown;
  readonly payload?: unknown;
  readonly auth?: unknown;
}

/** The exchange's error codes on sockets. */
const codes = { badBody: 1, badArgument: 2, notProven: 4 } as const;

/** A request that is answered with an error. */
export class SocketRefusal extends Error {
  readonly code: number;

  constructor(kind: keyof typeof codes, message: string) {
    super(message);
    this.code = codes[kind];
  }
}

export function readSocketRequest(message: string): SocketRequest {
  return objectIn(message) ?? {};
}

/** Seconds that a request's time may be off the exchange's, in either direction. */
const gapSecondsMax = 60;

/** Returns the account that signed channel, event and time; throws a refusal otherwise. */
export function ownerOf(
  { channel, event, time, auth }: SocketRequest,
  exchange: Exchange,
): Account {
  const { method, KEY, SIGN } = Object(auth) as Fields;
  if (method !== 'api_key') throw new SocketRefusal('notProven', 'authentication fail');
  const account = exchange.accounts.find(String(KEY));
  if (!account) throw notProven('INVALID_KEY');
  const signed = `channel=${channel}&event=${event}&time=${time}`;
  const expected = createHmac('sha512', account.secret).update(signed).digest();
  const given = Buffer.from(String(SIGN), 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw notProven('INVALID_SIGNATURE');
  }
  const gap = Math.abs(exchange.now() / 1_000 - Number(time));
  if (!(gap <= gapSecondsMax)) throw notProven('REQUEST_EXPIRED');
  return account;
}

function notProven(label: string): SocketRefusal {
  const told = { label, message: errorTexts[label] ?? '' };
  return new SocketRefusal('notProven', `${JSON.stringify(told)}\n`);
}

interface Asked {
  readonly exchange: Exchange;
  readonly wallet: string;
  readonly account: Account;
}

/** Returns the names of the markets; on contracts the account's number comes before them. */
export function marketsIn(payload: unknown, { exchange, wallet, account }: Asked): string[] {
  const names = (Array.isArray(payload) ? payload : []).map(String);
  const isSpot = wallet === 'spot';
  if (!isSpot && names.shift() !== String(account.number)) {
    throw new SocketRefusal('badArgument', 'invalid user id');
  }
  if (names.length === 0) throw new SocketRefusal('badArgument', 'invalid argument');
  for (const name of names) if (name !== '!all') marketNamed(exchange, wallet, name);
  return names;
}

export function marketNamed(exchange: Exchange, wallet: string, name: string): Market {
  const market = exchange.market(wallet, name);
  if (market) return market;
  const kind = wallet === 'spot' ? 'currency pair:' : 'contract';
  throw new SocketRefusal('badArgument', `unknown ${kind} ${name}`);
}
